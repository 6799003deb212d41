import type { ItemDetail } from '#contract/item-detail.ts'
import { LICENSE_NAMES } from '#contract/license-types.ts'
import { useOptionalApi } from '#web/api/use-api.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Tag } from '#web/ui/icons.ts'

type Props = { item: Pick<ItemDetail, 'id' | 'artistName'>; className?: string }

/** The deals of an item's seller, a line each. They count in the cart by themselves. */
export function DealsLine({ item: { id, artistName }, className }: Props) {
  const deals = useOptionalApi('GET /items/:id/deals', { params: { id } }) ?? []
  if (deals.length === 0) return null
  return (
    <ul aria-label="Deals" className={cx('grid gap-1', className)}>
      {deals.map(({ text, licenseType, isForAll }, index) => (
        <li key={index} className="flex items-start gap-2 text-soft">
          <Icon of={Tag} size={17} className="mt-0.5 flex-none" />
          <span>
            <b className="text-ink">{text}</b>
            {licenseType && `, ${LICENSE_NAMES[licenseType]}`}, on {isForAll ? 'all' : 'chosen'} items by {artistName}
          </span>
        </li>
      ))}
    </ul>
  )
}
