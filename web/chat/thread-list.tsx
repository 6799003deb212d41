import { useDeferredValue, useState } from 'react'
import type { ChatThread } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PencilLine, Search } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { PlanSeal } from '#web/ui/plan-seal.tsx'
import { RowSkeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { PersonFace } from './person-face.tsx'
import { TypingBars } from './typing-bars.tsx'
import { useThread, useThreads } from './use-threads.ts'
import { shortTime } from './words.ts'

type Props = {
  self: number
  /** The partner of the open conversation. */
  partner: number | null
  typing: ReadonlySet<number>
  /** The list alone is the page, as on a phone. */
  isPage: boolean
  isThreadHidden?: boolean
  linkTo: (partner: number) => string
  className?: string
}

export function ThreadList({ self, partner, typing, isPage, isThreadHidden = false, linkTo, className }: Props) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const list = useThreads(self, q)
  const threads = (list.data?.pages ?? []).flat()
  const isOpenListed = threads.some(({ partnerId }) => partnerId === partner)
  const Title = isPage ? 'h1' : 'h2'
  return (
    <aside aria-label="Conversations" className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex items-center justify-between pt-4 pr-2 pb-2.5 pl-4 md:pt-6 md:pr-3 md:pb-3 md:pl-5 lg:pl-8">
        <Title className="disp text-[40px] md:text-[44px]">Messages</Title>
        {self !== SUPPORT && (
          <Link to={paths.producers()} aria-label="New message" className="ico">
            <Icon of={PencilLine} size={20} />
          </Link>
        )}
      </div>
      <div className="relative mx-4 mb-2.5 md:mr-5 md:mb-3 md:ml-5 lg:ml-8">
        <Input
          size={40}
          type="search"
          aria-label="Search messages"
          placeholder="Search messages"
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="pr-10 [&::-webkit-search-cancel-button]:hidden"
        />
        <Icon of={Search} size={18} className="pointer-events-none absolute top-3 right-3 text-soft" />
      </div>
      <ul aria-busy={list.isPending} className="relative min-h-0 flex-1 overflow-y-auto">
        {partner !== null && partner !== self && !q && !isOpenListed && !list.isPending && (
          <OpenRow self={self} partner={partner} to={linkTo(partner)} isTyping={typing.has(partner)} />
        )}
        {threads.map((thread) => (
          <ThreadRow
            key={thread.partnerId}
            self={self}
            thread={thread}
            to={linkTo(thread.partnerId)}
            isOpen={thread.partnerId === partner}
            isRead={thread.partnerId === partner && !isThreadHidden}
            isTyping={typing.has(thread.partnerId)}
          />
        ))}
        {list.isPending && (
          <li aria-label="Loading conversations" className="px-4 lg:pl-8">
            {Array.from({ length: 4 }, (_, index) => (
              <RowSkeleton key={index} />
            ))}
          </li>
        )}
        {q && list.isSuccess && threads.length === 0 && (
          <li className="px-4 py-3 text-soft md:px-5 lg:pl-8">Nobody of that name.</li>
        )}
        {list.hasNextPage && (
          <li className="px-4 py-3 md:px-5 lg:pl-8">
            <Button size={36} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load more
            </Button>
          </li>
        )}
      </ul>
    </aside>
  )
}

/** The open conversation is listed even when the list fails or does not have it. */
function OpenRow({ partner, ...row }: Pick<Row, 'self' | 'to' | 'isTyping'> & { partner: number }) {
  const { data } = useThread(row.self, partner)
  return data ? <ThreadRow {...row} thread={data} isOpen isRead /> : null
}

type Row = {
  self: number
  thread: ChatThread
  to: string
  isOpen: boolean
  /** Its messages are on the screen. */
  isRead: boolean
  isTyping: boolean
}

function ThreadRow({ self, thread, to, isOpen, isRead, isTyping }: Row) {
  const { partnerId, partnerName, partnerAvatarUrl, partnerPlan, lastContent, lastTimestamp, lastSenderId } = thread
  const unread = isRead ? 0 : thread.unread
  const now = useNow()
  return (
    <li>
      <Link
        to={to}
        aria-current={isOpen ? 'page' : undefined}
        className={cx(
          'relative flex min-h-18 items-center gap-3.5 px-4 py-2.5 hover:bg-curb md:pr-5 md:pl-5 lg:pl-8',
          isOpen && 'bg-wall before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink hover:bg-wall',
        )}
      >
        <PersonFace id={partnerId} name={partnerName} avatarUrl={partnerAvatarUrl} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <b className={cx('truncate', unread > 0 ? 'font-extrabold' : 'font-semibold')}>
              {partnerId === SUPPORT ? 'Admin' : partnerName}
            </b>
            {partnerPlan !== 'free' && <PlanSeal plan={partnerPlan} />}
            {lastTimestamp && (
              <time dateTime={lastTimestamp} className="num ml-auto pl-2 text-[13px] whitespace-nowrap text-dim">
                {shortTime(new Date(lastTimestamp), now)}
              </time>
            )}
          </span>
          <span
            className={cx(
              'mt-0.5 flex items-center justify-between gap-1.5 text-[14px]',
              unread > 0 ? 'text-ink' : isOpen ? 'text-soft' : 'text-dim',
            )}
          >
            <span className="truncate">
              {isTyping ? (
                <>
                  <TypingBars className="mr-2 h-3" />
                  is typing…
                </>
              ) : (
                <bdi>
                  {lastSenderId === self && 'You: '}
                  {lastContent ?? 'Open chat'}
                </bdi>
              )}
            </span>
            {unread > 0 && (
              <span className="num grid h-5 min-w-5 flex-none place-items-center rounded-full bg-ink px-1.5 text-xs font-extrabold text-night">
                <span>
                  <span className="sr-only">, </span>
                  {unread > 99 ? '99+' : unread}
                  <span className="sr-only"> unread</span>
                </span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}
