import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { Submission } from '#contract/submission.ts'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { ReasonField } from '#web/items/reason-field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { hasUnsavedIn } from '#web/forms/unsaved.ts'
import { useSession } from '#web/session/session.ts'
import { ask } from '#web/ui/ask.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ReasonsEditor } from './reasons-editor.tsx'
import { useDecide } from './submissions.ts'

type Props = {
  rows: readonly Submission[]
  /** A reason to start from. */
  start: string
  onDone: () => void
}

const EDITING = {
  title: 'Frequent reasons',
  description: 'All admins use them. Decisions keep the words that they were made with.',
}

const unsaved = {
  title: 'Reject without saving?',
  text: 'The frequent reason that you wrote has not been saved.',
  action: 'Reject without saving',
  back: 'Keep writing',
  danger: true,
}

const decisionOn = (rows: readonly Submission[]) =>
  rows.length === 1
    ? { title: `Reject “${rows[0]!.title}”`, description: 'The seller reads the reason.' }
    : { title: `Reject ${rows.length} items`, description: 'All their sellers read the same reason.' }

/** The reasons of rejections that failed, by writer and item: the next try begins with them. */
const unsent = new Map<string, string>()

/** One reason for all the chosen items. Their sellers read it. */
export function RejectDialog({ rows, start, onDone }: Props) {
  const [open, setOpen] = useState(true)
  const writer = useSession(({ auth }) => auth?.userId)
  const keys = rows.map(({ id }) => `${writer} ${id}`)
  const kept = keys.map((key) => unsent.get(key)).find((words) => words?.includes(start))
  const [reason, setReason] = useState(kept ?? start)
  const [isEditing, setEditing] = useState(false)
  const reasons = useQuery(apiQuery(call, 'GET /admin/reasons', undefined)).data ?? []
  const { decide } = useDecide('reject')
  const editor = useRef<HTMLDivElement>(null)
  const hasUnsaved = () => reason !== start
  const has = (sentence: string) => reason.includes(sentence)
  const toggle = (sentence: string) =>
    setReason((before) =>
      before.includes(sentence)
        ? before.replace(sentence, '').replace(/ {2,}/g, ' ').trim()
        : `${before.trim()} ${sentence}`.trim(),
    )
  function close() {
    for (const key of keys) unsent.delete(key)
    setOpen(false)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim()) return
    if (hasUnsavedIn(editor.current) && !(await ask(unsaved))) return setEditing(true)
    close()
    onDone()
    if (await decide(rows, reason.trim())) return
    for (const key of keys) unsent.set(key, reason)
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      hasUnsaved={hasUnsaved}
      {...(isEditing ? EDITING : decisionOn(rows))}
      footer={
        isEditing ? (
          <Button onClick={() => setEditing(false)}>Back to the reason</Button>
        ) : (
          <>
            <CloseButton />
            <Button type="submit" form="reject" disabled={!reason.trim()} className="border-bad text-bad">
              Reject
            </Button>
          </>
        )
      }
    >
      {/* both stay, so that each keeps its words */}
      <div ref={editor} hidden={!isEditing}>
        <ReasonsEditor reasons={reasons} />
      </div>
      <form id="reject" hidden={isEditing} onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div role="group" aria-label="Frequent reasons" className="flex flex-wrap gap-2">
          {reasons.map(({ id, name, sentence }) => (
            <Chip key={id} pressed={has(sentence)} onPress={() => toggle(sentence)}>
              {name}
            </Chip>
          ))}
          <Button look="ghost" size={36} onClick={() => setEditing(true)}>
            Edit reasons
          </Button>
        </div>
        <ReasonField value={reason} onChange={setReason} />
      </form>
    </FormDialog>
  )
}
