import { Bell, CheckCheck } from '#web/ui/icons.ts'
import { useRef } from 'react'
import { useLocation, useNavigate } from '#web/router/hooks.ts'
import type { Notification } from '#contract/notifications.ts'
import { Link } from '#web/link.tsx'
import { useLastPage } from '#web/lists/use-last-page.ts'
import { paths } from '#web/paths.ts'
import { GateOfBanned } from '#web/session/gate.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { deleteLater } from './delete-later.tsx'
import { useDeleted, useUnread } from './deleted.ts'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead, useNotices } from './use-notices.ts'
import { useNow } from '#web/ui/use-now.ts'
import { dayWord } from '#web/ui/day-word.ts'

const SIZE = 50

export const Component = () => (
  <GateOfBanned>
    <Inbox />
  </GateOfBanned>
)

function Inbox() {
  const { show, page } = readAddress(useLocation().search)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useNotices(show === 'unread' ? 'GET /notifications/unread' : 'GET /notifications', { page, size: SIZE })
  const mark = useMarkRead()
  const deleted = useDeleted()
  const unread = useUnread(list.data?.unread ?? 0)
  const notices = list.data?.content.filter(({ id }) => !deleted[id])
  const pages = list.data && !list.isPlaceholderData ? { page, totalPages: list.data.totalPages } : undefined
  useLastPage(pages, (last) => paths.notifications(show, last))
  return (
    <div className="wrap max-w-[1080px] pt-6 md:pt-10">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="disp text-[46px] outline-none md:text-[72px]">
          Notifications
        </h1>
        <Button
          disabled={unread === 0}
          loading={mark.all.pending}
          onClick={() => {
            heading.current?.focus() // the button is disabled once nothing is unread
            void mark.all.run()
          }}
        >
          <Icon of={CheckCheck} size={18} />
          Mark All as Read
        </Button>
      </div>
      <Tabs
        label="Show"
        value={show}
        onChange={(value) => void navigate(paths.notifications(value), { preventScrollReset: true })}
        href={paths.notifications}
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: <Unread count={unread} /> },
        ]}
        className="mt-5"
      />
      <div className="mt-1">
        {list.isPending && (
          <div role="status" aria-busy aria-label="Loading your notifications">
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <RowSkeleton key={row} />
            ))}
          </div>
        )}
        {list.isError && !notices && (
          <Failed
            again={() => {
              heading.current?.focus()
              void list.refetch()
            }}
            className="mt-9"
          >
            Failed to fetch notifications
          </Failed>
        )}
        {notices?.length === 0 && <Empty>{show === 'all' ? 'No notifications yet' : 'No notifications'}</Empty>}
        {notices && (
          <Days
            notices={notices}
            onRead={(id) => void mark.one.run(id)}
            onDelete={(notice, byKeyboard, focus) =>
              deleteLater(notice, byKeyboard, focus ?? (() => heading.current?.focus()))
            }
          />
        )}
      </div>
      <Pager
        label="Pages"
        className="mt-9"
        page={page}
        total={list.data?.totalPages ?? 0}
        link={(to, props) => <Link {...props} to={paths.notifications(show, to)} />}
      />
    </div>
  )
}

/** The address counts pages from one. */
function readAddress(search: string) {
  const query = new URLSearchParams(search)
  const page = /^[1-9]\d{0,4}$/.exec(query.get('page') ?? '')?.[0] ?? '1'
  return { show: query.get('show') === 'unread' ? ('unread' as const) : ('all' as const), page: Number(page) - 1 }
}

const Unread = ({ count }: { count: number }) => (
  <span>Unread {count > 0 && <span className="num font-normal text-dim">{count.toLocaleString('en')}</span>}</span>
)

type DaysProps = {
  notices: Notification[]
  onRead: (id: number) => void
  onDelete: (notice: Notification, byKeyboard: boolean, focus: (() => void) | undefined) => void
}

function Days({ notices, onRead, onDelete }: DaysProps) {
  const now = useNow()
  const list = useRef<HTMLDivElement>(null)
  const focusRow = (at: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('li > button')
    buttons?.[Math.min(at, buttons.length - 1)]?.focus()
  }
  return (
    <div ref={list}>
      {(['Today', 'Yesterday', 'Earlier'] as const).map((day) => {
        const ofDay = notices.filter(({ createdAt }) => dayWord(new Date(createdAt), now) === day)
        return (
          ofDay.length > 0 && (
            <section key={day} aria-label={day}>
              <h2 className="mt-6.5 mb-2 text-[13px] font-medium text-dim">{day}</h2>
              <ul>
                {ofDay.map((notice) => {
                  const at = notices.indexOf(notice)
                  const next = notices.length > 1 ? () => focusRow(at) : undefined
                  return (
                    <NoticeRow
                      key={notice.id}
                      notice={notice}
                      onRead={() => onRead(notice.id)}
                      onDelete={(byKeyboard) => onDelete(notice, byKeyboard, next)}
                    />
                  )
                })}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}

const Empty = ({ children }: { children: string }) => (
  <div className="mt-9 w-54">
    <div className="grid aspect-square place-items-center rounded-sm border-2 border-dashed border-edge text-edge">
      <Icon of={Bell} size={32} className="stroke-[1.5]" />
    </div>
    <p className="mt-3 text-base text-soft">{children}</p>
  </div>
)
