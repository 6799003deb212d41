import { useState, type FormEvent } from 'react'
import type { Submission } from '#contract/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { REASONS } from './reasons.ts'
import { useDecide } from './submissions.ts'

type Props = { rows: readonly Submission[]; onDone: () => void }

/** One reason for all the chosen items. Their sellers read it. */
export function RejectDialog({ rows, onDone }: Props) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const { decide } = useDecide('reject')
  const has = (sentence: string) => reason.includes(sentence)
  const toggle = (sentence: string) =>
    setReason((before) =>
      before.includes(sentence)
        ? before.replace(sentence, '').replace(/ {2,}/g, ' ').trim()
        : `${before.trim()} ${sentence}`.trim(),
    )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.trim()) return
    setOpen(false)
    onDone()
    void decide(rows, reason.trim())
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={rows.length === 1 ? `Reject “${rows[0]!.title}”` : `Reject ${rows.length} items`}
      description={rows.length === 1 ? 'The seller reads the reason.' : 'All their sellers read the same reason.'}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" form="reject" disabled={!reason.trim()} className="border-bad text-bad">
            Reject
          </Button>
        </>
      }
    >
      <form id="reject" onSubmit={submit} className="grid gap-4">
        <div role="group" aria-label="Frequent reasons" className="flex flex-wrap gap-2">
          {REASONS.map(([name, sentence]) => (
            <Chip key={name} pressed={has(sentence)} onPress={() => toggle(sentence)}>
              {name}
            </Chip>
          ))}
        </div>
        <Field label="Reason">
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              maxLength={1_000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
