import { useLocation, useParams } from '#web/router/hooks.ts'
import { Gate } from '#web/session/gate.tsx'
import { useSession } from '#web/session/session.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { Conversation } from './conversation.tsx'
import { Invalid, LoadedThread } from './loaded-thread.tsx'
import { ThreadList } from './thread-list.tsx'
import { useTyping } from './typing.ts'

export const Component = () => (
  <Gate>
    <Chat />
  </Gate>
)

/** The list and one conversation. On a phone they are two steps; `?list` is the first. */
function Chat() {
  const typed = useParams().recipientId ?? ''
  const self = useSession(({ auth }) => auth!.userId)
  const partner = /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : null
  const isList = new URLSearchParams(useLocation().search).has('list')
  const isThreadHidden = useNarrow() && isList // messages that nobody sees are not read
  const typing = useTyping(self)
  useRootMark('chat')
  return (
    <div className="mx-auto grid h-[calc(100dvh-65px-var(--bars))] max-w-360 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] md:grid-cols-[280px_minmax(0,1fr)] lg:grid-cols-[360px_minmax(0,1fr)]">
      <ThreadList
        self={self}
        partner={partner}
        typing={typing}
        isPage={isList}
        isThreadHidden={isThreadHidden}
        linkTo={paths.chat}
        className={cx(!isList && 'max-md:hidden')}
      />
      <div className={cx('min-h-0 min-w-0 md:border-l border-rail/60', isList && 'max-md:hidden')}>
        {isThreadHidden ? null : partner === null || partner === self ? (
          <Invalid self={self} />
        ) : (
          <LoadedThread key={partner} self={self} partner={partner}>
            {(thread) => <Conversation self={self} thread={thread} isTyping={typing.has(partner)} />}
          </LoadedThread>
        )}
      </div>
    </div>
  )
}
