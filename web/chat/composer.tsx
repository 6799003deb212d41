import { useId, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { ChatThread } from '#contract/chat.ts'
import { CHAT_MOST } from '#contract/text.ts'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { exactly } from '#web/items/format.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { ListMusic, SendHorizontal } from '#web/ui/icons.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { show } from '#web/ui/show.ts'
import { send } from './outbox.ts'
import { useUnblock } from './use-block.ts'
import { useTypingSigns } from './typing.ts'

const picker = onDemand(() => import('./share-picker.tsx'))

/** Words that were typed and not sent, by writer and conversation: opening another one loses none. */
const drafts = new Map<string, string>()

type Props = { self: number; thread: ChatThread; newest: number }

/** Enter sends, Shift and Enter breaks the line. */
export function Composer({ self, thread, newest }: Props) {
  const { partnerId: partner, partnerIsGone, partnerIsHidden, blocked } = thread
  const writer = useSession(({ auth }) => auth?.userId) // of several admins who write for the support
  const place = `${writer} ${self} ${partner}`
  const [text, setText] = useState(drafts.get(place) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const sign = useTypingSigns(self, partner)
  const unblock = useUnblock(partner)
  const content = text.trim()
  const excess = Array.from(content).length - CHAT_MOST // the server counts an emoji once, too
  const faultId = useId()
  const write = (typed: string) => {
    drafts.set(place, typed)
    setText(typed)
  }
  useLayoutEffect(() => {
    const { current: box } = field
    if (!box) return
    box.style.height = 'auto' // six lines at most, by its class
    box.style.height = `${box.scrollHeight + 2}px`
  }, [text])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!content) return
    if (excess > 0) return field.current?.focus()
    send({ self, partner, content, after: newest })
    write('')
    field.current?.focus()
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.currentTarget.form?.requestSubmit()
    event.preventDefault()
  }
  if (partnerIsGone) return <Closed>This account is gone. You can’t write to it.</Closed>
  if (partnerIsHidden) return <Closed>This account is hidden at the moment. You can’t write to it.</Closed>
  if (blocked)
    return (
      <Closed>
        You blocked this person. Unblock them to write.
        <Button size={36} loading={unblock.pending} onClick={() => void unblock.run(undefined)}>
          Unblock
        </Button>
      </Closed>
    )
  return (
    <form
      aria-label="New message"
      onSubmit={submit}
      className="flex flex-none items-end gap-2 border-t border-rail/60 py-2 pr-2 pl-4 md:pt-3 md:pr-8 md:pb-4 md:pl-7"
    >
      <IconButton
        label="Share a beat, pack or kit"
        className="h-12 flex-none max-md:-ml-2"
        onClick={() =>
          picker.use(({ SharePicker }) =>
            show(
              <SharePicker
                onPick={(item) =>
                  send({ self, partner, content: '', after: newest, shared: { item, available: true } })
                }
              />,
            ),
          )
        }
      >
        <Icon of={ListMusic} size={20} />
      </IconButton>
      <div className="min-w-0 flex-1">
        <textarea
          ref={field}
          rows={1}
          aria-label="Message"
          placeholder="Type a message…"
          value={text}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? faultId : undefined}
          onChange={({ target }) => {
            write(target.value)
            if (target.value.trim()) sign()
          }}
          onKeyDown={press}
          dir="auto"
          className="control block h-auto max-h-[166px] min-h-12 resize-none py-2.5 leading-6"
        />
        {excess > 0 && (
          <Fault id={faultId} role="alert" className="mt-1">
            {`A message has at most ${exactly(CHAT_MOST)} characters. Take ${exactly(excess)} out.`}
          </Fault>
        )}
      </div>
      <Button type="submit" look="paper" disabled={!content} className="h-12 max-md:px-3.5">
        <Icon of={SendHorizontal} size={18} />
        <span className="max-md:sr-only">Send</span>
      </Button>
    </form>
  )
}

/** Stands in the place of the field. */
const Closed = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-none flex-wrap items-center gap-4 border-t border-rail/60 px-4 py-4 text-soft md:px-7">
    {children}
  </div>
)
