import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DeskPromotion } from '#contract/promotions.ts'
import { PROMOTION_STATUSES, TIER_FACTS, TIERS, type PromotionStatus } from '#contract/promotion-values.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { exactly, price } from '#web/items/format.ts'
import { shortDay } from '#web/ui/short-day.ts'
import { Link } from '#web/link.tsx'
import { ChoiceChips } from '#web/lists/choice-chips.tsx'
import { useDeskAddress } from '#web/lists/desk-address.ts'
import { paths } from '#web/paths.ts'
import { PromotionMark } from '#web/promotions/status-mark.tsx'
import { deliveredWords, STATUS_WORDS, tierWords } from '#web/promotions/words.ts'
import { useNavigate } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { show as showDialog } from '#web/ui/show.ts'
import type { Column } from '#web/ui/table.tsx'
import { DeskSearch } from './desk-search.tsx'
import { OnlyOf } from './only-of.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { PagedTable } from './paged-table.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { SlotLoads } from './slot-loads.tsx'

const refresh = ['GET /admin/promotions', 'GET /admin/promotions/load', 'GET /admin/actions'] as const
const LATE = 'behind'
const STATES = [
  ['', 'All'],
  ...PROMOTION_STATUSES.map((one) => [one, STATUS_WORDS[one]] as const),
  [LATE, 'Behind'],
] as const

/** All promotions, and how much of the places they need. */
export function Component() {
  const { q, page, show, person, tier, address } = useTierAddress()
  const navigate = useNavigate()
  const status = PROMOTION_STATUSES.find((one) => one === show)
  const filter = {
    ...(status && { status }),
    ...(show === LATE && { isLate: 'true' }),
    ...(tier && { tier }),
    ...(person && { seller: person }),
  }
  const query = useQuery({
    ...apiQuery(call, 'GET /admin/promotions', { query: { q, page, ...filter } }),
    placeholderData: keepPreviousData,
  })
  const toTier = (value: string) => void navigate(address({ tier: value, page: '' }), { preventScrollReset: true })
  return (
    <div className="grid gap-9">
      <SlotLoads />
      <section aria-label="All promotions">
        <OnlyOf what="Promotions of" />
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <DeskSearch label="Search promotions" what="Item, seller or number" />
          <ChoiceChips
            label="State"
            choices={STATES}
            chosen={status ?? (show === LATE ? LATE : '')}
            start=""
            counts={query.data && countWords(query.data.counts)}
          />
          <Select
            aria-label="Tier"
            value={tier ?? ''}
            onChange={({ target }) => toTier(target.value)}
            className="w-40 max-md:w-full md:ml-auto"
          >
            <option value="">All tiers</option>
            {TIERS.map((one) => (
              <option key={one} value={one}>
                {TIER_FACTS[one].name}
              </option>
            ))}
          </Select>
        </div>
        <PagedTable
          query={query}
          caption="Promotions"
          columns={columns}
          failure="Couldn’t load the promotions."
          empty={q || show || tier || person ? 'No promotion fits that.' : 'No promotions yet.'}
        />
      </section>
    </div>
  )
}

/** One more is counted, to tell that there are more. */
const MOST = 1_000
const countWords = (counts: Record<PromotionStatus, number>) =>
  Object.fromEntries(
    PROMOTION_STATUSES.map((one) => [one, counts[one] > MOST ? `${exactly(MOST)}+` : exactly(counts[one])]),
  ) as Record<PromotionStatus, string>

function useTierAddress() {
  const desk = useDeskAddress()
  const asked = new URLSearchParams(desk.address({})).get('tier')
  return { ...desk, tier: TIERS.find((one) => one === asked) }
}

const columns: Column<DeskPromotion>[] = [
  {
    key: 'item',
    head: 'Item',
    title: true,
    cell: ({ id, title, kind, slug }) => (
      <span className="min-w-0">
        {slug ? (
          <Link to={paths.item({ kind, slug })} className="inline-block min-h-6 wrap-anywhere hover:underline">
            {title}
          </Link>
        ) : (
          <span className="wrap-anywhere">{title}</span>
        )}
        <span className="num block text-[13px] font-normal text-dim">No. {id}</span>
      </span>
    ),
  },
  {
    key: 'seller',
    head: 'Seller',
    cell: (promotion) => (
      <span className="min-w-0 max-md:text-right">
        <Link to={paths.profile(promotion.seller.id)} className="inline-block min-h-6 wrap-anywhere hover:underline">
          {promotion.seller.name}
        </Link>
        <OrderOf promotion={promotion} />
      </span>
    ),
  },
  {
    key: 'tier',
    head: 'Tier',
    cell: (promotion) => (
      <span className="num max-md:text-right">
        {tierWords(promotion)}
        <span className="block text-[13px] text-dim">
          {shortDay(promotion.startedAt)} to {shortDay(promotion.endedAt ?? promotion.endsAt)}
        </span>
      </span>
    ),
  },
  {
    key: 'delivered',
    head: 'Impressions',
    numeric: true,
    cell: (promotion) => (
      <span>
        {deliveredWords(promotion)}
        <span className="block text-[13px] text-dim">{needs(promotion)}</span>
      </span>
    ),
  },
  {
    key: 'brought',
    head: 'Clicks / sales',
    numeric: true,
    cell: ({ clicks, sales }) => `${exactly(clicks)} / ${exactly(sales)}`,
  },
  {
    key: 'paid',
    head: 'Paid',
    numeric: true,
    cell: ({ paid, creditsUsed }) => (
      <span>
        <b>{price(paid)}</b>
        {creditsUsed > 0 && <span className="block text-[13px] text-dim">{price(creditsUsed)} credits</span>}
      </span>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    cell: ({ status, pausedFor, held }) => (
      <span className="max-md:text-right">
        <PromotionMark status={status} />
        {pausedFor && (
          <span className="block max-w-70 text-[13px] wrap-anywhere text-soft">
            {held?.by && `${held.by}: `}
            {pausedFor}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    head: <span className="sr-only">Actions</span>,
    cell: (promotion) => <Act promotion={promotion} />,
  },
]

function needs({ status, expected, delivered, owedPerDay }: DeskPromotion) {
  if (status !== 'active') return null
  const late = expected > delivered ? `${exactly(expected - delivered)} behind, ` : ''
  return `${late}needs ${exactly(owedPerDay)} a day`
}

/** The order opens in its dialog. A rerun has none. */
const OrderOf = ({ promotion: { orderId, orderNumber } }: { promotion: DeskPromotion }) =>
  orderId === null ? (
    <span className="block text-[13px] text-dim">Rerun for nothing</span>
  ) : (
    <button
      type="button"
      onClick={() => showDialog(<OrderDialog id={orderId} />)}
      className="num block min-h-6 text-[13px] whitespace-nowrap text-soft underline decoration-rail underline-offset-4 hover:decoration-ink max-md:ml-auto"
    >
      {orderNumber}
    </button>
  )

/** A pause by an admin says why, and so does its end. */
function Act({ promotion: { id, title, status, held } }: { promotion: DeskPromotion }) {
  const isHeld = held !== null && status === 'paused'
  if (!isHeld && status !== 'active') return null
  const open = () =>
    showDialog(
      isHeld ? (
        <ReasonDialog
          title={`Resume the promotion of ${title}?`}
          description="It goes on with as much time left as it had."
          action="Resume"
          send={(reason) => call('POST /admin/promotions/:id/resume', { params: { id }, body: { reason } })}
          success="It goes on."
          refresh={refresh}
        />
      ) : (
        <ReasonDialog
          title={`Pause the promotion of ${title}?`}
          description="It is not shown meanwhile, and its time stands still."
          hint="Its seller reads it, and so does the audit log."
          action="Pause"
          send={(reason) => call('POST /admin/promotions/:id/pause', { params: { id }, body: { reason } })}
          success="Paused."
          refresh={refresh}
        />
      ),
    )
  return (
    <span className="flex justify-end">
      <Button size={36} onClick={open}>
        {isHeld ? 'Resume' : 'Pause'}
        <span className="sr-only"> the promotion of {title}</span>
      </Button>
    </span>
  )
}
