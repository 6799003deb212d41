import { X } from '#web/ui/icons.ts'
import type { Notification } from '#contract/notifications.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { NoticeFace, NoticePeople } from './notice-face.tsx'
import { NoticeTime, NoticeTitle, UnreadDot } from './notice-words.tsx'
import { targetOf } from './target.ts'

type Props = { notice: Notification; onRead: () => void; onDelete: (byKeyboard: boolean) => void }

export const rowId = (id: number) => `notice-${id}`

/** A notice in the inbox. The row is a link, or a button if the notice leads nowhere. */
export function NoticeRow({ notice, onRead, onDelete }: Props) {
  const { id, title, message, topic, people, groupSize, amount, createdAt, read } = notice
  const target = targetOf(notice)
  const words = <NoticeTitle notice={notice} />
  const press = { onClick: () => !read && onRead(), className: 'text-left after:absolute after:inset-0' }
  return (
    <li
      id={rowId(id)}
      className={cx(
        'relative grid min-h-19 grid-cols-[48px_minmax(0,1fr)_36px] items-center gap-x-4 gap-y-1.5 border-t border-rail/60 py-3 pr-3 pl-8 max-md:-mx-4 max-md:items-start md:-mx-3 md:flex',
        !read && 'bg-curb',
      )}
    >
      {!read && <UnreadDot className="left-3 max-md:top-8.5" />}
      <NoticeFace notice={notice} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-soft">
          {target ? (
            <Link to={target} {...press}>
              {words}
            </Link>
          ) : (
            <button type="button" {...press}>
              {words}
            </button>
          )}
        </p>
        {topic === 'like' ? (
          <NoticePeople people={people} groupSize={groupSize} />
        ) : (
          <p className={cx('mt-0.5 text-[14px] whitespace-pre-line', read ? 'text-dim' : 'text-soft')}>{message}</p>
        )}
      </div>
      {amount !== null && (
        <span className="disp num text-[30px] leading-none max-md:col-start-2 max-md:row-start-2">{price(amount)}</span>
      )}
      <NoticeTime
        createdAt={createdAt}
        className="num min-w-11 text-[13px] whitespace-nowrap text-dim max-md:col-start-2 max-md:row-start-3 md:text-right"
      />
      <IconButton
        label={`Delete: ${title}`}
        className="relative -mr-2 text-dim max-md:col-start-3 max-md:row-start-1 max-md:size-11 max-md:-mt-1"
        onClick={({ detail }) => onDelete(detail === 0)}
      >
        <Icon of={X} size={18} />
      </IconButton>
    </li>
  )
}
