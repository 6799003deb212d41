import type { ItemDetail } from '#contract/item-detail.ts'
import { useBestOwned } from '#web/items/owned-license.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'

/** Leads owners to their files. It stands beside a heading, so that nothing moves when it comes. */
export function OwnedLink({ item: { id } }: { item: ItemDetail }) {
  const best = useBestOwned(id)
  if (!best) return null
  return (
    <Link
      to={paths.library({ item: String(best.purchaseId) })}
      className="pb-1 text-right text-sm underline underline-offset-3"
    >
      {best.licenseName ? `In your library: ${best.licenseName}` : 'In your library'}
    </Link>
  )
}
