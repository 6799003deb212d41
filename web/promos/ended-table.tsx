import type { Promotion } from '#contract/promotions.ts'
import { coverFolder } from '#web/items/cover-folder.ts'
import { exactly, price } from '#web/items/format.ts'
import { localShortDay } from '#web/ui/local-day.ts'
import { kinds } from '#web/items/kinds.ts'
import { Link } from '#web/link.tsx'
import { toPromote } from '#web/promotions/items-in-address.ts'
import { usePromotionActions } from '#web/promotions/use-promotions.ts'
import { deliveredWords, tierWords } from '#web/promotions/words.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Cover } from '#web/ui/cover.tsx'
import { show } from '#web/ui/show.ts'
import { Table, type Column } from '#web/ui/table.tsx'
import { ReportDialog } from './report-dialog.tsx'

const endOf = ({ endedAt, endsAt }: Promotion) => endedAt ?? endsAt

/** Ended promotions, the latest first. Each opens its report, and may run once more. */
export const EndedTable = ({ promotions }: { promotions: readonly Promotion[] }) => (
  <section aria-labelledby="ended">
    <h2 id="ended" className="mb-1.5 text-xl font-bold">
      Ended
    </h2>
    <Table
      caption="Ended promotions"
      columns={columns}
      rows={promotions.toSorted((one, other) => endOf(other).localeCompare(endOf(one)))}
      rowKey={({ id }) => id}
    />
  </section>
)

const columns: Column<Promotion>[] = [
  {
    key: 'item',
    head: 'Item',
    title: true,
    cell: (promotion) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <span className={kinds[promotion.kind].silhouette}>
          <Cover src={promotion.thumb ? coverFolder(promotion.thumb) : ''} size={40} className="size-10 rounded-xs" />
        </span>
        <button
          type="button"
          onClick={() => show(<ReportDialog promotion={promotion} />)}
          className="min-h-6 min-w-0 text-left font-bold wrap-anywhere underline decoration-rail underline-offset-4 hover:decoration-ink"
        >
          {promotion.title}
        </button>
      </span>
    ),
  },
  { key: 'tier', head: 'Tier', cell: tierWords },
  {
    key: 'ended',
    head: 'Ended',
    cell: (promotion) => (
      <span className="num">
        {localShortDay(endOf(promotion))}
        {promotion.status === 'canceled' && <span className="text-dim">, canceled</span>}
      </span>
    ),
  },
  { key: 'impressions', head: 'Impressions', numeric: true, cell: deliveredWords },
  { key: 'sales', head: 'Sales', numeric: true, cell: ({ sales }) => exactly(sales) },
  { key: 'paid', head: 'Paid', numeric: true, cell: ({ paid }) => price(paid) },
  {
    key: 'action',
    head: <span className="sr-only">Action</span>,
    cell: (promotion) => <Again promotion={promotion} />,
  },
]

/** For nothing, or by a new purchase. */
function Again({ promotion: { id, itemId, kind, title, slug, canRerun } }: { promotion: Promotion }) {
  const { rerun, isStarting } = usePromotionActions()
  return (
    <span className="flex justify-end">
      {canRerun ? (
        <Button size={36} loading={isStarting} onClick={() => void rerun(id)}>
          Rerun for nothing<span className="sr-only">: {title}</span>
        </Button>
      ) : slug ? (
        <Link to={toPromote([{ kind, id: itemId }])} className={buttonClass({ look: 'ghost', size: 36 })}>
          Renew<span className="sr-only"> the promotion of {title}</span>
        </Link>
      ) : (
        <span className="text-[13px] text-dim">Not on sale now</span>
      )}
    </span>
  )
}
