import type { Item } from '#contract/item.ts'
import { cx } from '#web/ui/cx.ts'

/** A paid place is never disguised: the mark stands in every list, on every width. */
export const PromotedMark = ({ item, className }: { item: Pick<Item, 'promoted'>; className?: string }) =>
  item.promoted && <span className={cx('board flex-none bg-wall', className)}>Promoted</span>
