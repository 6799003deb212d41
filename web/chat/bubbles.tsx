import type { ChatMessage, ChatThread } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { cx } from '#web/ui/cx.ts'
import { CircleAlert } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LinkedText } from './linked-text.tsx'
import { MessageMenu } from './message-menu.tsx'
import { drop, tryAgain, type Unsent } from './outbox.ts'
import { isOnlyItsAddress, SharedCard } from './shared-card.tsx'
import { timeOfDay } from './words.ts'

const row = 'flex max-w-[86%] flex-none flex-col md:max-w-[min(620px,78%)]'
const words = 'px-3.5 py-2.5 whitespace-pre-line wrap-anywhere'

/** Words keep their direction to themselves. */
const Words = ({ children }: { children: string }) => (
  <span dir="auto" className="block">
    <LinkedText>{children}</LinkedText>
  </span>
)

type Props = {
  self: number
  thread: ChatThread
  message: ChatMessage
  /** The last of several shows the time. */
  endsGroup: boolean
  isSeen: boolean
  isNewest: boolean
}

export function MessageBubble({ self, thread, message, endsGroup, isSeen, isNewest }: Props) {
  const { senderId, content: written, timestamp, removed, shared, writtenBy } = message
  const isOwn = senderId === self
  const content = isOnlyItsAddress(written, shared) ? '' : written
  return (
    <div
      className={cx(
        'group/message relative',
        row,
        shared && !removed && 'w-[calc(100%-2.5rem)] max-w-full md:w-[min(560px,78%)]',
        isOwn ? 'items-end self-end' : 'items-start self-start',
        endsGroup ? 'mb-3' : 'mb-1',
      )}
    >
      {(content || removed) && (
        <p
          className={cx(
            words,
            isOwn ? 'rounded-[14px_4px_14px_14px] bg-step' : 'rounded-[4px_14px_14px_14px] bg-curb',
            removed && 'text-dim italic',
          )}
        >
          <span className="sr-only">{isOwn ? 'You: ' : `${thread.partnerName}: `}</span>
          {removed ? (
            thread.partnerIsGone && !isOwn ? (
              'These words were removed with their writer’s account.'
            ) : (
              'Message deleted'
            )
          ) : (
            <Words>{content}</Words>
          )}
        </p>
      )}
      {shared && !removed && <SharedCard shared={shared} className={cx(content && 'mt-1')} />}
      {!removed && (isOwn || self !== SUPPORT) && <MessageMenu message={message} isOwn={isOwn} isNewest={isNewest} />}
      {endsGroup && (
        <p className="num mt-1 text-[12.5px] text-dim">
          {writtenBy && `${writtenBy.name}, `}
          <time dateTime={timestamp}>{timeOfDay(new Date(timestamp))}</time>
          {isSeen && ', seen'}
        </p>
      )}
    </div>
  )
}

const link = 'min-h-6 font-bold text-ink underline underline-offset-3'

/** A message on its way, or one that the server did not get. */
export function UnsentBubble({ unsent }: { unsent: Unsent }) {
  const { content, shared, itemId, isSending, fault } = unsent
  return (
    <div className={cx(row, 'mt-2 mb-3 items-end self-end')}>
      <p
        className={cx(
          words,
          'rounded-[14px_4px_14px_14px]',
          isSending ? 'bg-step text-soft' : 'border border-dashed border-edge text-soft',
        )}
      >
        <span className="sr-only">You: </span>
        <Words>{content || ((shared ?? itemId) ? `Sharing ${shared?.item?.title ?? 'something to hear'}` : '')}</Words>
      </p>
      {isSending ? (
        <p className="mt-1 text-[12.5px] text-dim">Sending…</p>
      ) : (
        <p className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-[13px] text-soft">
          <Icon of={CircleAlert} size={15} className="text-bad" />
          <span role="alert">{fault}</span>
          <button type="button" className={link} onClick={() => tryAgain(unsent)}>
            Try again
          </button>
          <button type="button" className={link} onClick={() => drop(unsent)}>
            Delete
          </button>
        </p>
      )}
    </div>
  )
}
