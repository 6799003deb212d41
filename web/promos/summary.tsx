import { useRef } from 'react'
import { PLANS, type Plan } from '#contract/plans.ts'
import { priceOf, TIER_FACTS } from '#contract/promotion-values.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { exactly, price } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'
import { promotionOff } from '#web/plans/plan-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { X } from '#web/ui/icons.ts'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import type { Chosen, Picked } from './picks.ts'
import type { Quote } from './quote.ts'

type Props = {
  chosen: Chosen
  quote: Quote
  /** Null until they have loaded. */
  purse: { plan: Plan; promoCredits: number; referralCredits: number } | null
  /** The end of its days. */
  end: string
  /** Why items can't be promoted, or the price isn't sure: sentences. */
  warnings: readonly string[]
  /** The server is asked for the price. */
  isAsked: boolean
  onDrop: (pick: Picked) => void
  onStart: () => void
}

/** The chosen items with their price and their impressions. */
export function Summary({ chosen, quote, purse, end, warnings, isAsked, onDrop, onStart }: Props) {
  const { picks, tier, days } = chosen
  const full = priceOf(tier, days) / 100
  const heading = useRef<HTMLHeadingElement>(null)
  const drop = (pick: Picked) => {
    onDrop(pick)
    heading.current?.focus({ preventScroll: true }) // the focused button is gone
  }
  const items = quote.count === 1 ? '1 item' : `${exactly(quote.count)} items`
  return (
    <aside aria-label="Summary" className="rounded-md bg-curb p-5 lg:sticky lg:top-22">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        Summary
      </h2>
      {picks.length === 0 ? (
        <p className="mt-3 text-soft">No items selected.</p>
      ) : (
        <>
          <ul aria-label="Selected items" className="mt-2 max-h-66 overflow-y-auto">
            {picks.map((pick) => (
              <li key={pick.id} className="flex items-center gap-2.5 py-1 text-[14px]">
                <span className={cx('flex-none', kinds[pick.kind].silhouette)}>
                  <Cover
                    src={pick.coverUrl ? coverFolder(pick.coverUrl) : ''}
                    size={36}
                    className="size-9 rounded-xs"
                  />
                </span>
                <b className="min-w-0 flex-1 truncate">{pick.title}</b>
                <span className="num">{price(full)}</span>
                <IconButton label={`Drop ${pick.title}`} onClick={() => drop(pick)} className="-mr-2 size-9">
                  <Icon of={X} size={16} />
                </IconButton>
              </li>
            ))}
          </ul>
          {warnings.map((why) => (
            <p key={why} role="status" className="mt-2 text-[14px] text-warn">
              {why}
            </p>
          ))}
          <dl className="num mt-2.5">
            <Line name={`${items} × ${price(TIER_FACTS[tier].rate / 100)} × ${days} days`} cents={quote.full} />
            <Line name="Promo credits" of={purse?.promoCredits} cents={-quote.promo} />
            <Line name="Referral credits" of={purse?.referralCredits} cents={-quote.referral} />
            {purse && purse.plan !== 'free' ? (
              <Line
                name={`${PLANS[purse.plan].name}, ${promotionOff(purse.plan)}`}
                plan={purse.plan}
                cents={-quote.plan}
              />
            ) : (
              <Line name="Your plan’s discount" cents={-quote.plan} />
            )}
          </dl>
          <p className="mt-1 flex items-end justify-between border-t border-rail pt-3.5">
            Total
            <b aria-busy={isAsked || undefined} className="disp num text-[52px]">
              {price(quote.total / 100)}
            </b>
          </p>
          <div className="mt-4 rounded-sm bg-wall px-4 py-3.5">
            <p className="disp num text-[44px]">{exactly(quote.impressions)}</p>
            <p className="mt-1.5 text-[13px] text-soft">
              guaranteed impressions. Credits and discounts don’t shrink them. If they are not reached by {end}, it runs
              on.
            </p>
          </div>
        </>
      )}
      <Button look="paper" onClick={onStart} className="mt-3 w-full max-lg:hidden">
        Start promotion
      </Button>
      <p className="mt-2 text-[13px] text-dim">Goes to your cart as a line of its own. Tax is 0.</p>
    </aside>
  )
}

type LineProps = { name: string; of?: number | undefined; plan?: 'growth' | 'pro'; cents: number }

/** A line of 0 is absent. */
function Line({ name, of, plan, cents }: LineProps) {
  if (cents === 0) return null
  return (
    <div className="flex justify-between gap-4 border-t border-rail/60 py-2.5">
      <dt className="flex flex-wrap items-center gap-x-1.5 text-soft">
        {name} {of !== undefined && <span className="text-dim">of {price(of)}</span>}
        {plan && <PlanSeal plan={plan} />}
      </dt>
      <dd className={cx('font-semibold', cents < 0 && 'text-ok')}>
        {cents < 0 ? `−${price(-cents / 100)}` : price(cents / 100)}
      </dd>
    </div>
  )
}
