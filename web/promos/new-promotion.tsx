import { useQuery } from '@tanstack/react-query'
import { MOST_LINES } from '#contract/cart-limits.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { promote } from '#web/cart/cart.tsx'
import { promotionLine } from '#web/cart/service-lines.ts'
import { itemOf } from '#web/cart/offer.ts'
import { exactly, price } from '#web/items/format.ts'
import { localShortDay } from '#web/ui/local-day.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { BoardBadge } from '#web/ui/board-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { Days } from './days.tsx'
import { Forecast } from './forecast.tsx'
import { Picker } from './picker.tsx'
import { factOf, toggledOff, type Chosen, type NamedItems } from './picks.ts'
import { quoteFrom, quoteOf } from './quote.ts'
import { Step } from './step.tsx'
import { Summary } from './summary.tsx'
import { Tiers } from './tiers.tsx'

const DAY = 24 * 60 * 60_000

type Props = {
  chosen: Chosen
  named: NamedItems
  onChoose: (chosen: Chosen) => void
}

/** Choose items, days and a tier; everything is priced at once. */
export function NewPromotion({ chosen, named, onChoose }: Props) {
  const { picks, tier, days } = chosen
  const navigate = useNavigate()
  const now = useNow()
  useRootMark('buying') // keeps the height of the bar free below focused elements
  const [from, to] = [now, new Date(now.getTime() + days * DAY)].map((time) => localShortDay(time.toISOString()))
  const { quote, purse, warnings, isAsked, isWhole } = useQuote(chosen)
  const start = async () => {
    if (picks.length === 0) {
      toast.error('Pick at least one item to promote.')
      document.querySelector<HTMLElement>('fieldset .check:enabled')?.focus()
    } else if (await isWhole()) promote(linesOf(chosen), navigate)
    else toast.error('Drop what can’t be promoted first.')
  }
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-7 lg:grid-cols-[minmax(0,1fr)_392px]">
      <div className="grid grid-cols-1 gap-8 md:gap-12">
        <Step number={1} title="What to promote">
          {named.hasFailed && (
            <Failed again={named.again} className="mb-6">
              What you chose before could not be loaded.
            </Failed>
          )}
          <LeftOut named={named} />
          <Picker picks={picks} onPick={(next) => onChoose({ ...chosen, picks: next })} />
        </Step>
        <Step number={2} title="How long" right={`${from} to ${to}`}>
          <Days days={days} onChoose={(next) => onChoose({ ...chosen, days: next })} />
        </Step>
        <Step
          number={3}
          title="How loud"
          right={
            <>
              Promoted items always carry the mark <BoardBadge className="bg-wall">Promoted</BoardBadge>
            </>
          }
        >
          <Tiers tier={tier} days={days} onChoose={(next) => onChoose({ ...chosen, tier: next })} />
          <Forecast tier={tier} item={picks[0]?.id} />
          <p className="mt-2 text-[14px] text-dim">
            <Link to={paths.terms('promotions')} className="underline underline-offset-3 hover:text-ink">
              How places are drawn and impressions counted
            </Link>
          </p>
        </Step>
      </div>
      <Summary
        chosen={chosen}
        quote={quote}
        purse={purse}
        end={to!}
        warnings={warnings}
        isAsked={isAsked}
        onDrop={(pick) => onChoose({ ...chosen, picks: toggledOff(picks, pick) })}
        onStart={() => void start()}
      />
      <div className="sticky bottom-[calc(var(--nav)+var(--player)+var(--tray))] z-6 -mx-4 flex h-16 items-center gap-3.5 border-t border-rail bg-wall px-4 md:-mx-8 md:px-8 short:static lg:hidden">
        <p className="num flex-1 text-[13px] leading-tight text-soft">
          <b className="block text-xl text-ink">{price(quote.total / 100)}</b>
          {picks.length === 0 ? 'No items selected.' : `${exactly(quote.impressions)} impressions`}
        </p>
        <Button look="paper" onClick={() => void start()}>
          Start promotion
        </Button>
      </div>
    </div>
  )
}

/** The chosen items that can't be promoted, and why. */
const LeftOut = ({ named: { leftOut, gone, beyond } }: { named: NamedItems }) => (
  <>
    {leftOut.map((item) => (
      <Missing key={item.id}>
        {item.status === 'rejected'
          ? `“${item.title}” was refused in review, so it can’t be promoted: ${item.reason}`
          : `“${item.title}” is left out: ${factOf(item)}.`}
      </Missing>
    ))}
    {gone > 0 && (
      <Missing>
        {gone === 1
          ? 'A chosen item is left out: it is not among your items.'
          : `${exactly(gone)} chosen items are left out: they are not among your items.`}
      </Missing>
    )}
    {beyond > 0 && (
      <Missing>
        {`A cart takes ${MOST_LINES} items. ${beyond === 1 ? 'The last chosen one is' : `The last ${exactly(beyond)} chosen are`} left out.`}
      </Missing>
    )}
  </>
)

const Missing = ({ children }: { children: string }) => (
  <p role="status" className="mb-4 wrap-anywhere text-warn">
    {children}
  </p>
)

const linesOf = ({ picks, tier, days }: Chosen) => picks.map((pick) => promotionLine(pick, tier, days))

/** Computed at once; then the server's answer wins. */
function useQuote(chosen: Chosen) {
  const { picks, tier, days } = chosen
  const choice = { count: picks.length, tier, days }
  const { data: me } = useQuery(apiQuery(call, 'GET /me', undefined))
  const items = linesOf(chosen).map((line) => itemOf(line))
  const tooMany = Math.max(0, items.length - MOST_LINES)
  const {
    data: preview,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['POST /checkout/preview', items, 'promos'],
    queryFn: () => call('POST /checkout/preview', { body: { items } }),
    enabled: items.length > 0 && tooMany === 0,
    gcTime: 0,
  })
  const purse = me
    ? { plan: me.subscription.planId, promoCredits: me.promoCredits, referralCredits: me.referralCredits }
    : null
  const guess = quoteOf(choice, purse ?? { plan: 'free', promoCredits: 0, referralCredits: 0 })
  /** A press may come before the server's answer. Without an answer the checkout tells. */
  async function isWhole() {
    if (tooMany > 0) return true
    const { lines = [] } = preview ?? (await refetch()).data ?? {}
    return lines.every(({ state }) => state === 'available')
  }
  return {
    purse,
    isWhole,
    quote: preview ? quoteFrom(preview, choice) : guess,
    warnings: [
      ...(tooMany > 0 ? [`A cart takes ${MOST_LINES} items. Drop ${tooMany} of these.`] : []),
      ...(isError && !preview ? ['The price could not be checked now. The checkout shows it.'] : []),
      ...(preview?.lines ?? []).flatMap(({ state, why }, nth) =>
        state === 'available' ? [] : [`“${picks[nth]!.title}”: ${why ?? 'it can’t be promoted now.'}`],
      ),
    ],
    isAsked: items.length > 0 && tooMany === 0 && !preview && !isError,
  }
}
