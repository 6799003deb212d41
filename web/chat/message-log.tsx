import { Fragment, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage, ChatThread } from '#contract/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { MessageBubble, UnsentBubble } from './bubbles.tsx'
import { moveAmongMenus } from './message-menu.tsx'
import { findUnsent, useOutbox } from './outbox.ts'
import { placed } from './placed.ts'
import { TypingBars } from './typing-bars.tsx'
import type { useHistory } from './use-history.ts'
import { dayLine } from './words.ts'

type Props = {
  self: number
  thread: ChatThread
  name: string
  history: ReturnType<typeof useHistory>['history']
  messages: readonly ChatMessage[]
  isTyping: boolean
}

/** So near to an end counts as the end. */
const NEAR = 80
const OLDER_BEFORE = 300

export function MessageLog({ self, thread, name, history, messages, isTyping }: Props) {
  const { partnerId: partner, seenUpTo } = thread
  useEffect(findUnsent, [])
  const all = useOutbox(({ unsent }) => unsent)
  const unsent = all.filter((one) => one.self === self && one.partner === partner)
  const rows = placed(messages, unsent)
  const newest = messages.findLast(({ removed }) => !removed)
  const now = useNow()
  const { log, onScroll, hasNew, toEnd } = useScroll(self, messages, unsent.at(-1)?.key, isTyping)
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = history
  const loadOlder = () => {
    if (log.current!.scrollTop < OLDER_BEFORE && hasNextPage && !isFetchingNextPage && !history.isError)
      void fetchNextPage()
  }
  const afterFetch = useEffectEvent(loadOlder)
  useEffect(() => {
    if (!isFetching) afterFetch() // asking the messages anew ends the fetch of older ones
  }, [isFetching])
  return (
    <div className="relative min-h-0 flex-1">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among the menus within */}
      <div
        ref={log}
        role="log"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
        onKeyDown={moveAmongMenus}
        onScroll={() => {
          onScroll()
          loadOlder()
        }}
        className="flex h-full flex-col overflow-y-auto px-4 pt-1 pb-3 -outline-offset-2 [overflow-anchor:none] *:first:mt-auto md:pt-2 md:pr-8 md:pb-5 md:pl-7"
      >
        {history.isError && (
          <Failed again={() => (history.isFetchNextPageError ? fetchNextPage() : history.refetch())} className="py-4">
            Couldn’t load the messages.
          </Failed>
        )}
        {history.isPending && (
          <p role="status" className="text-soft">
            Loading…
          </p>
        )}
        {history.isSuccess && rows.length === 0 && (
          <p className="py-4 text-soft">No messages yet. Say hello to {name}.</p>
        )}
        {rows.map((row) => (
          <Fragment key={row.key}>
            {row.beginsDay && (
              <p className="my-3 flex flex-none items-center gap-3.5 text-[13px] text-dim after:h-px after:flex-1 after:bg-rail/60 md:mt-4.5 md:mb-3.5">
                {dayLine(row.beginsDay, now)}
              </p>
            )}
            {row.unsent ? (
              <UnsentBubble unsent={row.unsent} />
            ) : (
              <MessageBubble
                self={self}
                thread={thread}
                message={row.message}
                endsGroup={row.endsGroup}
                isSeen={row.message.senderId === self && row.message.id <= seenUpTo}
                isNewest={row.message === newest}
              />
            )}
          </Fragment>
        ))}
        {isTyping && (
          <div className="flex-none self-start rounded-[4px_14px_14px_14px] bg-curb px-3.5 py-2.5">
            <TypingBars className="h-3.5" />
            <span className="sr-only">{name} is typing</span>
          </div>
        )}
      </div>
      {isFetchingNextPage && (
        <p role="status" className="absolute inset-x-0 top-2 grid place-items-center">
          <Spinner />
          <span className="sr-only">Loading older messages</span>
        </p>
      )}
      {hasNew && (
        <Button
          look="paper"
          size={36}
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
        >
          New messages
        </Button>
      )}
    </div>
  )
}

/**
 * Opens at the newest message and stays there as more come. Older ones appear above without a jump. A reader who has
 * scrolled up stays in place and is told of new ones.
 */
function useScroll(self: number, messages: readonly ChatMessage[], lastUnsent: string | undefined, isTyping: boolean) {
  const log = useRef<HTMLDivElement>(null)
  const [hasNew, setHasNew] = useState(false)
  const before = useRef({ isAtEnd: true, height: 0, first: 0, last: 0, unsent: lastUnsent })
  const toEnd = () => {
    const { current: box } = log
    if (box) box.scrollTop = box.scrollHeight
  }
  const first = messages[0]?.id ?? 0
  const last = messages.at(-1)
  useLayoutEffect(() => {
    const box = log.current!
    const was = before.current
    const isOwn = last?.senderId === self && last.id !== was.last
    const wrote = lastUnsent !== undefined && lastUnsent !== was.unsent
    if (was.isAtEnd || (isOwn && was.last !== 0) || wrote) toEnd()
    else {
      if (first < was.first) box.scrollTop += box.scrollHeight - was.height
      if (last && last.id > was.last) setHasNew(true)
    }
    before.current = { ...was, height: box.scrollHeight, first, last: last?.id ?? 0, unsent: lastUnsent }
  }, [self, first, last, lastUnsent, isTyping])
  useEffect(() => {
    // a keyboard that opens on a phone, or a field that grows, takes room
    const watch = new ResizeObserver(() => before.current.isAtEnd && toEnd())
    watch.observe(log.current!)
    return () => watch.disconnect()
  }, [])
  function onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = log.current!
    before.current.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR
    if (before.current.isAtEnd) setHasNew(false)
  }
  return { log, onScroll, hasNew, toEnd }
}
