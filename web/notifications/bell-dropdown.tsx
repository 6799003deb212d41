import { useEffect, useRef, type RefObject } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { price } from '#web/items/format.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { useDeleted, useUnread } from './deleted.ts'
import { NoticeFace } from './notice-face.tsx'
import { NoticeTime, NoticeTitle, UnreadDot } from './notice-words.tsx'
import { targetOf } from './target.ts'
import { useMarkRead, useNotices } from './use-notices.ts'

const SHOWN = 5

type Props = { button: RefObject<HTMLButtonElement | null>; close: (focusButton: boolean) => void }

/** Five notices: the newest unread ones, then read ones. */
export default function BellDropdown({ button, close }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useDismissal(box, button, close)
  const unread = useNotices('GET /notifications/unread', { size: SHOWN })
  const all = useNotices('GET /notifications', { size: SHOWN })
  const mark = useMarkRead()
  const deleted = useDeleted()
  const count = useUnread(unread.data?.unread ?? 0)
  const isThere = ({ id }: Notification) => !deleted[id]
  const both = unread.data && all.data
  const first = unread.data?.content.filter(({ read }) => !read) ?? []
  const notices = both && [...first, ...all.data.content.filter(({ read }) => read)].filter(isThere).slice(0, SHOWN)
  const failed = !both && (unread.isError || all.isError)
  return (
    <div
      ref={box}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      className="slide-in absolute top-full -right-12 z-50 mt-2 max-h-[calc(100dvh-80px)] w-110 overflow-y-auto rounded-md bg-wall shadow-pop outline-none max-md:hidden forced-colors:border"
    >
      <div className="flex items-center justify-between py-2 pr-2 pl-4">
        <h2 className="text-xl font-bold">Notifications</h2>
        <Button
          look="ghost"
          size={36}
          disabled={count === 0}
          loading={mark.all.pending}
          onClick={() => {
            box.current?.focus() // the button is disabled once nothing is unread
            void mark.all.run()
          }}
        >
          Mark All as Read
        </Button>
      </div>
      <div aria-busy={!both && !failed}>
        {!both && !failed && [1, 2, 3].map((row) => <RowSkeleton key={row} className="px-4" />)}
        {failed && (
          <div className="grid justify-items-start gap-3 border-t border-rail px-4 py-4">
            <p role="alert" className="text-soft">
              Failed to fetch notifications
            </p>
            <Button
              size={36}
              onClick={() => {
                box.current?.focus()
                void Promise.all([unread.refetch(), all.refetch()])
              }}
            >
              Try again
            </Button>
          </div>
        )}
        {notices?.length === 0 && <p className="border-t border-rail px-4 py-6 text-soft">No notifications</p>}
        <ul>
          {notices?.map((notice) => (
            <li key={notice.id}>
              <Row
                notice={notice}
                onPress={() => {
                  if (!notice.read) void mark.one.run(notice.id)
                  close(false)
                }}
              />
            </li>
          ))}
        </ul>
      </div>
      <Link
        to={paths.notifications()}
        onClick={() => close(false)}
        className="block border-t border-rail p-3.5 text-center font-bold -outline-offset-2 hover:bg-step"
      >
        View all notifications
      </Link>
    </div>
  )
}

const Row = ({ notice, onPress }: { notice: Notification; onPress: () => void }) => (
  <Link
    to={targetOf(notice) ?? paths.notifications()}
    onClick={onPress}
    className="relative flex min-h-18 items-center gap-3.5 border-t border-rail py-2.5 pr-4 pl-6 -outline-offset-2 hover:bg-step"
  >
    {!notice.read && <UnreadDot className="left-2.5" />}
    <NoticeFace notice={notice} tile="bg-step" />
    <span className="min-w-0 flex-1 wrap-anywhere">
      <span className="line-clamp-3 text-[14px] text-soft">
        <NoticeTitle notice={notice} />
      </span>
      {notice.topic !== 'like' && <span className="block truncate text-[13px] text-dim">{notice.message}</span>}
    </span>
    {notice.amount !== null && <span className="disp num text-2xl leading-none">{price(notice.amount)}</span>}
    <NoticeTime createdAt={notice.createdAt} className="num mt-0.5 self-start text-[13px] whitespace-nowrap text-dim" />
  </Link>
)

/** Takes the focus. Escape, a press outside, or moving the focus away closes the dropdown. */
function useDismissal(
  box: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  close: (focusButton: boolean) => void,
) {
  const closeNow = useRef(close)
  useEffect(() => {
    closeNow.current = close
  })
  useEffect(() => {
    box.current?.focus()
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (box.current?.contains(target) || button.current?.contains(target))
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      closeNow.current(true)
    }
    const onOutside = ({ target }: Event) => {
      if (!isInside(target)) closeNow.current(false)
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [box, button])
}
