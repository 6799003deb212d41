import type { DeskOrder } from '#contract/orders.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Megaphone } from '#web/ui/icons.ts'
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
    cell: ({ what, ...order }) => (
      <span className="flex items-center gap-3">
        <Face {...order} />
        <span className="min-w-0 wrap-anywhere">{what}</span>
      </span>
    ),
  },
  total: { key: 'total', head: 'Total', numeric: true, cell: ({ total }) => <b>{price(total)}</b> },
} satisfies Record<string, Column<DeskOrder>>

/** The cover of the first item, or the mark of a service, which has none. */
function Face({ coverUrl, service }: Pick<DeskOrder, 'coverUrl' | 'service'>) {
  if (service === 'promotion')
    return (
      <span className="grid size-8 flex-none place-items-center rounded-xs bg-step text-soft">
        <Icon of={Megaphone} size={17} />
      </span>
    )
  if (service) return <PlanFace plan={service} className="size-8 *:size-5" />
  return <Cover src={coverFolder(coverUrl ?? '')} size={32} className="size-8 flex-none rounded-xs" />
}
