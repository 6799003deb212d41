import { Pencil, Trash } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { CannedReason } from '#contract/canned-reasons.ts'
import { cannedReasonLimits } from '#contract/desk-limits.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const refresh = ['GET /admin/reasons', 'GET /admin/actions'] as const

/** The frequent reasons of all admins, to be changed. */
export function ReasonsEditor({ reasons }: { reasons: readonly CannedReason[] }) {
  const [chosen, setChosen] = useState<CannedReason | null>(null)
  const [made, setMade] = useState(0) // a sent form is followed by an empty one
  const remove = useAction({
    send: (id: number) => call('DELETE /admin/reasons/:id', { params: { id } }),
    success: 'The reason is deleted.',
    failure: 'Couldn’t delete the reason.',
    refresh,
  })
  const done = () => {
    setChosen(null)
    setMade((count) => count + 1)
  }
  return (
    <div className="grid gap-5">
      <ul aria-label="Frequent reasons" className="border-b border-rail/60">
        {reasons.map((reason) => (
          <li key={reason.id} className="flex items-start gap-2 border-t border-rail/60 py-2">
            <div className="min-w-0 flex-1 py-1 wrap-anywhere">
              <p className="font-semibold">{reason.name}</p>
              <p className="text-[14px] text-soft">{reason.sentence}</p>
            </div>
            <IconButton label={`Change ${reason.name}`} onClick={() => setChosen(reason)}>
              <Icon of={Pencil} size={17} />
            </IconButton>
            <IconButton label={`Delete ${reason.name}`} onClick={() => void remove.run(reason.id)}>
              <Icon of={Trash} size={17} />
            </IconButton>
          </li>
        ))}
      </ul>
      <ReasonForm key={`${chosen?.id} ${made}`} reason={chosen} onDone={done} />
    </div>
  )
}

function ReasonForm({ reason, onDone }: { reason: CannedReason | null; onDone: () => void }) {
  const title = reason ? `Change “${reason.name}”` : 'Add a reason'
  const form = useForm({
    start: { name: reason?.name ?? '', sentence: reason?.sentence ?? '' },
    checks: cannedReasonLimits,
    action: {
      send: (body: { name: string; sentence: string }) =>
        reason
          ? call('PATCH /admin/reasons/:id', { params: { id: reason.id }, body })
          : call('POST /admin/reasons', { body }),
      failure: 'Couldn’t save the reason.',
      refresh,
    },
    onDone,
  })
  return (
    <form {...form.props} aria-label={title} className="grid gap-4">
      <h3 className="font-bold">{title}</h3>
      <Field label="Name" error={form.errors.name}>
        {(control) => <Input {...control} {...form.input('name')} maxLength={cannedReasonLimits.name.max[0]} />}
      </Field>
      <Field label="Sentence" error={form.errors.sentence}>
        {(control) => (
          <Textarea {...control} {...form.input('sentence')} rows={3} maxLength={cannedReasonLimits.sentence.max[0]} />
        )}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <div className="flex justify-end gap-2">
        {reason && <Button onClick={onDone}>Cancel</Button>}
        <Button {...form.submit} look="paper">
          {reason ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}
