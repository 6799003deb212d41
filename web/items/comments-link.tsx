import { MessageSquare } from '#web/ui/icons.ts'
import type { Item } from '#contract/item.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { count } from './format.ts'

/** The number of comments, as a link to them. */
export const CommentsLink = ({ item, className }: { item: Item; className?: string }) => (
  <Link
    to={`${paths.item(item)}#comments`}
    className={cx('flex h-9 items-center gap-1 hover:text-ink max-md:h-11', className)}
  >
    <Icon of={MessageSquare} size={15} />
    {count(item.commentCount)}
    <span className="sr-only"> comments on {item.title}</span>
  </Link>
)
