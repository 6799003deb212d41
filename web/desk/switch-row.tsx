import { useState } from 'react'
import type { Stopped } from '#contract/house.ts'
import { SWITCH_WORDS, type Switch } from '#contract/house-values.ts'
import { stopLimits } from '#contract/desk-limits.ts'
import { call } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CircleCheck, TriangleAlert } from '#web/ui/icons.ts'
import { show } from '#web/ui/show.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { when } from '#web/ui/when.ts'

const refresh = ['GET /admin/house', 'GET /house', 'GET /admin/actions'] as const
const turn = (what: Switch, reason: string | null) =>
  call('PUT /admin/house/switches/:what', { params: { what }, body: { reason } })

type Props = { what: Switch; stopped: Stopped | undefined }

/** One thing that runs or is stopped. Stopping asks for words; going on is one press. */
export function SwitchRow({ what, stopped }: Props) {
  const { name, stops } = SWITCH_WORDS[what]
  const goOn = useAction({
    send: () => turn(what, null),
    success: `${name} goes on.`.replace('s goes', 's go'),
    failure: 'That could not be saved.',
    refresh,
  })
  return (
    <li className="flex items-start justify-between gap-4 border-t border-rail/60 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b>{name}</b>
          <span className={`flex items-center gap-1.5 text-[14px] ${stopped ? 'text-warn' : 'text-ok'}`}>
            <Icon of={stopped ? TriangleAlert : CircleCheck} size={16} />
            {stopped ? `Stopped since ${when(stopped.since)}` : 'Running'}
          </span>
        </p>
        <p className="mt-1 text-[14px] wrap-anywhere text-soft">{stopped ? `“${stopped.reason}”` : stops}</p>
      </div>
      {stopped ? (
        <Button size={36} loading={goOn.pending} onClick={() => void goOn.run(undefined)}>
          Go on<span className="sr-only"> with {name.toLowerCase()}</span>
        </Button>
      ) : (
        <Button size={36} onClick={() => show(<StopDialog what={what} />)}>
          Stop<span className="sr-only"> {name.toLowerCase()}</span>
        </Button>
      )}
    </li>
  )
}

const FORM = 'stop'

function StopDialog({ what }: { what: Switch }) {
  const { name, stops } = SWITCH_WORDS[what]
  const [open, setOpen] = useState(true)
  const form = useForm({
    start: { reason: '' },
    checks: stopLimits,
    action: {
      send: ({ reason }: { reason: string }) => turn(what, reason),
      success: `${name} stopped.`,
      failure: 'That could not be saved.',
      refresh,
    },
    onDone: () => setOpen(false),
  })
  return (
    <FormDialog
      size="short"
      open={open}
      onClose={() => setOpen(false)}
      title={`Stop ${name.toLowerCase()}?`}
      description={stops}
      footer={
        <>
          <CloseButton />
          <Button {...form.submit} form={FORM} look="paper">
            Stop {name.toLowerCase()}
          </Button>
        </>
      }
    >
      <form {...form.props} id={FORM} aria-label={`Stop ${name.toLowerCase()}`}>
        <Field label="Reason" hint="Visitors read this sentence where they would go on." error={form.errors.reason}>
          {(control) => <Textarea {...control} {...form.input('reason')} rows={3} maxLength={300} required />}
        </Field>
        {form.failure && (
          <Fault role="alert" className="mt-3">
            {form.failure}
          </Fault>
        )}
      </form>
    </FormDialog>
  )
}
