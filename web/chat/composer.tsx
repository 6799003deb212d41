import { useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import type { ChatThread } from '#contract/chat.ts'
import { CHAT_MOST } from '#contract/text.ts'
import { Button } from '#web/ui/button.tsx'
import { SendHorizontal } from '#web/ui/icons.ts'
import { Icon } from '#web/ui/icon.tsx'
import { send } from './outbox.ts'
import { useTypingSigns } from './typing.ts'

/** Words that were typed and not sent, by conversation: opening another one loses none. */
const drafts = new Map<string, string>()

type Props = { self: number; thread: ChatThread; newest: number }

/** Enter sends, Shift and Enter breaks the line. */
export function Composer({ self, thread, newest }: Props) {
  const { partnerId: partner, partnerIsGone, blocked } = thread
  const place = `${self} ${partner}`
  const [text, setText] = useState(drafts.get(place) ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const sign = useTypingSigns(self, partner)
  const content = text.trim()
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
    send({ self, partner, content, after: newest })
    write('')
    field.current?.focus()
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.currentTarget.form?.requestSubmit()
    event.preventDefault()
  }
  if (partnerIsGone || blocked)
    return (
      <p className="flex-none border-t border-rail/60 px-4 py-5 text-soft md:px-7">
        {partnerIsGone
          ? 'This account is gone. You can’t write to it.'
          : 'You blocked this person. Unblock them to write.'}
      </p>
    )
  return (
    <form
      aria-label="New message"
      onSubmit={submit}
      className="flex flex-none items-end gap-2 border-t border-rail/60 py-2 pr-2 pl-4 md:pt-3 md:pr-8 md:pb-4 md:pl-7"
    >
      <textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder="Type a message…"
        maxLength={CHAT_MOST}
        value={text}
        onChange={({ target }) => {
          write(target.value)
          if (target.value.trim()) sign()
        }}
        onKeyDown={press}
        dir="auto"
        className="control h-auto max-h-39 min-h-12 flex-1 resize-none py-2.75 leading-6"
      />
      <Button type="submit" look="paper" disabled={!content} className="h-12 max-md:px-3.5">
        <Icon of={SendHorizontal} size={18} />
        <span className="max-md:sr-only">Send</span>
      </Button>
    </form>
  )
}
