import type { DeskOrder } from '#contract/orders.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { PlanFace } from '#web/ui/plan-face.tsx'
import type { Column } from '#web/ui/table.tsx'
import { when } from '#web/ui/when.ts'
import { coverFolder } from './cover-folder.ts'
import { price } from './format.ts'

/** The columns that every table of orders at the desk has. */
export const orderColumns = {
  when: {
    key: 'when',
    head: 'When',
    cell: ({ createdAt }) => <span className="num whitespace-nowrap text-soft">{when(createdAt)}</span>,
  },
  buyer: {
    key: 'buyer',
    head: 'Buyer',
    cell: ({ buyer }) => (
      <Link to={paths.profile(buyer.id)} className="inline-flex min-h-6 items-center wrap-anywhere hover:underline">
        {buyer.name}
      </Link>
    ),
  },
  what: {
    key: 'what',
    head: 'What',
    cell: ({ what, coverUrl, plan }) => (
      <span className="flex items-center gap-3">
        {plan ? (
          <PlanFace plan={plan} className="size-8 *:size-5" />
        ) : (
          <Cover src={coverFolder(coverUrl ?? '')} size={32} className="size-8 flex-none rounded-xs" />
        )}
        <span className="min-w-0 wrap-anywhere">{what}</span>
      </span>
    ),
  },
  total: { key: 'total', head: 'Total', numeric: true, cell: ({ total }) => <b>{price(total)}</b> },
} satisfies Record<string, Column<DeskOrder>>
