import { Heart } from '#web/ui/icons.ts'
import { useEffect } from 'react'
import { useSession } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'
import { count } from './format.ts'
import { useLikes, type Likeable } from './likes.ts'
import { likeCode, showLike } from './show-like.ts'

type Props = {
  item: Likeable
  size?: number
  /** Formats the count; short where there is little room. */
  format?: (likes: number) => string
  /** The toast of a failed like. */
  failure?: string
  className?: string
}

/** A heart with the number of likes. */
export function LikeButton({ item, size = 16, format = count, failure, className }: Props) {
  const { id, title } = item
  const me = useSession((session) => session.auth?.userId)
  const { liked = false, likeCount = item.likeCount } = useLikes((likes) => likes[id]) ?? {}
  useEffect(() => {
    if (me) showLike(id)
  }, [id, me])
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={() => likeCode.use(({ toggleLike }) => void toggleLike(item, failure))}
      className={cx('num flex h-9 items-center gap-1 hover:text-ink max-md:h-11', liked && 'text-ink', className)}
    >
      <Icon of={Heart} size={size} className={liked ? 'fill-current' : undefined} />
      <span className="sr-only">Like {title}, </span>
      {format(likeCount)}
      <span className="sr-only"> likes</span>
    </button>
  )
}
