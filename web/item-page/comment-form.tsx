import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { Item } from '#contract/item.ts'
import { COMMENT_MOST } from '#contract/text.ts'
import { useLeaveGuard } from '#web/forms/use-leave-guard.ts'
import { useSession } from '#web/session/session.ts'
import { openSignIn } from '#web/session/sign-in-dialog.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { exactly } from '#web/items/format.ts'
import { kinds } from '#web/items/kinds.ts'

/** Guests may write. When they send, they sign in, and their text waits. */
export function CommentForm({ item, onSend }: { item: Item; onSend: (text: string) => Promise<boolean> }) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => setText((known) => field.current?.value ?? known), []) // text that was typed before hydration
  const hydrated = useHydrated()
  const faultId = useId()
  const excess = text.trim().length - COMMENT_MOST
  useLeaveGuard(() => text.trim() !== '')
  const placeholder = `Say something about this ${kinds[item.kind].one}`

  async function send(event: FormEvent) {
    event.preventDefault()
    const words = text.trim()
    if (!words) return
    if (excess > 0) return field.current?.focus()
    if (!useSession.getState().auth) return openSignIn({ reason: 'Sign in to comment. What you wrote stays.' })
    setText('')
    if (!(await onSend(words))) setText((typed) => (typed ? `${text}\n\n${typed}` : text))
  }
  return (
    <form aria-label="Write a comment" onSubmit={(event) => void send(event)} className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <NeedsScript />
        <Textarea
          ref={field}
          rows={1}
          aria-label="Comment"
          placeholder={placeholder}
          value={text}
          most={COMMENT_MOST}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? faultId : undefined}
          onChange={(event) => setText(event.target.value)}
          className="field-sizing-content max-h-60 min-h-12! resize-none"
        />
        {excess > 0 && (
          <Fault id={faultId}>
            {`A comment has at most ${exactly(COMMENT_MOST)} characters. Take ${exactly(excess)} out.`}
          </Fault>
        )}
      </div>
      <Button type="submit" disabled={!hydrated} className="h-12">
        Post
      </Button>
    </form>
  )
}
