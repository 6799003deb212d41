import type { ReactNode } from 'react'
import type { ChatThread } from '#contract/chat.ts'
import { SUPPORT } from '#contract/support.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { Failed } from '#web/ui/failed.tsx'
import { useThread } from './use-threads.ts'

type Props = { self: number; partner: number; children: (thread: ChatThread) => ReactNode }

/** The conversation with a person, once it is loaded, or why it can't be shown. */
export function LoadedThread({ self, partner, children }: Props) {
  const { data: thread, error, refetch } = useThread(self, partner)
  if (thread) return children(thread)
  if (error instanceof ApiFailure && error.status < 500) return <Invalid self={self} />
  if (error)
    return (
      <Failed again={refetch} className="p-8">
        Couldn’t load the conversation.
      </Failed>
    )
  return (
    <p role="status" className="p-8 text-soft">
      Loading…
    </p>
  )
}

export function Invalid({ self }: Pick<Props, 'self'>) {
  const Title = self === SUPPORT ? 'h2' : 'h1' // in the desk it is a part of a page
  return (
    <div className="p-8">
      <Title className="text-lg font-bold">Invalid conversation.</Title>
    </div>
  )
}
