import { Flag, Trash } from '#web/ui/icons.ts'
import type { Comment } from '#contract/social.ts'
import { report } from '#web/items/report.tsx'
import type { Reported } from '#web/items/report-dialog.tsx'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'

type Props = { comment: Comment; onDelete: () => void }

export function CommentRow({ comment, onDelete }: Props) {
  const { id, text, timeAgo, createdAt, user } = comment
  const sent = id > 0
  return (
    <li tabIndex={-1} className="flex gap-3.5 border-b border-rail/60 py-4 outline-offset-2">
      <Avatar name={user.name} src={user.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="num flex flex-wrap items-center gap-x-1.5 wrap-anywhere">
          {user.id === null ? (
            <span className="font-bold">{user.name}</span>
          ) : (
            <Link to={paths.profile(user.id)} className="font-bold hover:underline">
              {user.name}
            </Link>
          )}
          {user.plan !== 'free' && <PlanSeal plan={user.plan} />}
          <time dateTime={createdAt} className="text-[13px] text-dim">
            {timeAgo === 'now' ? timeAgo : `${timeAgo} ago`}
          </time>
        </p>
        <p className="whitespace-pre-line text-soft wrap-anywhere">{text}</p>
      </div>
      {sent && <Action comment={comment} onDelete={onDelete} />}
    </li>
  )
}

/** Deletes one's own comment, or reports another's. */
function Action({ comment, onDelete }: Pick<Props, 'comment' | 'onDelete'>) {
  const me = useSession((session) => session.auth?.userId)
  const look = '-my-1 -mr-2 size-11 text-dim'
  if (me !== undefined && me === comment.user.id)
    return (
      <IconButton label="Delete your comment" onClick={onDelete} className={look}>
        <Icon of={Trash} size={17} />
      </IconButton>
    )
  return (
    <IconButton
      label={`Report the comment of ${comment.user.name}`}
      onClick={() => report(reportOf(comment), 'a comment')}
      className={look}
    >
      <Icon of={Flag} size={17} />
    </IconButton>
  )
}

const reportOf = ({ id, text }: Comment): Reported => ({
  title: 'Report comment',
  quote: text,
  things: [{ place: 'comments', id, label: 'comment' }],
})
