import type { Notification } from '#contract/notifications.ts'
import { useNow } from '#web/ui/use-now.ts'
import { emphasized, timeWords } from './words.ts'

export const NoticeTitle = ({ notice }: { notice: Notification }) => (
  <>
    {!notice.read && <span className="sr-only">Unread. </span>}
    {emphasized(notice).map(({ text, strong }, place) =>
      strong ? (
        <b key={place} className="font-bold text-ink">
          {text}
        </b>
      ) : (
        text
      ),
    )}
  </>
)

export function NoticeTime({ createdAt, className }: { createdAt: string; className: string }) {
  const now = useNow()
  return (
    <time dateTime={createdAt} className={className}>
      {timeWords(new Date(createdAt), now)}
    </time>
  )
}

/** The mark of an unread notice. */
export const UnreadDot = ({ className }: { className: string }) => (
  <span
    aria-hidden
    className={`absolute top-1/2 -mt-1 size-2 rounded-full bg-ink forced-colors:bg-[CanvasText] ${className}`}
  />
)
