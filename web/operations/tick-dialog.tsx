import { useState } from 'react'
import { taskLinkLimits, taskNoteLimits } from '#contract/desk-limits.ts'
import { faultOfLink, PLAN_TASKS } from '#contract/plan-tasks.ts'
import type { DeskPlanTask } from '#contract/worklist.ts'
import { call } from '#web/api/call.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

export const WORKLIST = ['GET /admin/worklist', 'GET /admin/overview/waiting', 'GET /admin/actions'] as const
const FORM = 'tick'

/** Asks for the link to what was done. The seller sees it. */
export function TickDialog({ task: { id, kind, seller } }: { task: DeskPlanTask }) {
  const [open, setOpen] = useState(true)
  const { name, needsLink } = PLAN_TASKS[kind]
  const form = useForm({
    start: { link: '', note: '' },
    checks: { link: (typed) => faultOfLink(kind, String(typed).trim()), note: taskNoteLimits },
    action: {
      send: (body) => call('POST /admin/worklist/:id/done', { params: { id }, body }),
      success: 'Ticked off. The seller is told.',
      failure: 'That could not be saved.',
      refresh: WORKLIST,
    },
    onDone: () => setOpen(false),
  })
  return (
    <FormDialog
      size="short"
      open={open}
      onClose={() => setOpen(false)}
      title={`${name} for ${seller.name}`}
      description="The seller gets a notice, and sees link and note on the Plans tab."
      footer={
        <>
          <CloseButton />
          <Button {...form.submit} form={FORM} look="paper">
            Tick off
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label="Tick off" className="grid gap-4">
        <Field label="Link to what you did" error={form.errors.link} optional={!needsLink}>
          {(control) => (
            <Input
              {...control}
              {...form.input('link')}
              type="url"
              inputMode="url"
              autoComplete="off"
              maxLength={taskLinkLimits.max[0]}
            />
          )}
        </Field>
        <Field label="Note" error={form.errors.note} optional>
          {(control) => <Textarea {...control} {...form.input('note')} rows={3} maxLength={taskNoteLimits.max[0]} />}
        </Field>
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
      </form>
    </FormDialog>
  )
}
