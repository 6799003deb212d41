import { BAN_REASON_MOST } from '#contract/ban-values.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'

type Outcome = 'lifted' | 'upheld'

/** Answers the appeal of a banned person. */
export function AnswerForm({ person: { id, name, bans }, onClose }: PersonActProps) {
  const appeal = bans[0]?.appeal
  const form = useForm({
    start: { outcome: '', answer: '' },
    checks: {
      outcome: (value) => (value ? undefined : 'Choose what you decide.'),
      answer: {
        required: 'Write an answer: the person reads it.',
        max: [BAN_REASON_MOST, `Use at most ${BAN_REASON_MOST.toLocaleString('en-US')} characters.`],
      },
    },
    action: {
      send: ({ outcome, answer }) =>
        call('POST /admin/people/:id/answer-appeal', {
          params: { id },
          body: { outcome: outcome as Outcome, answer },
        }),
      success: 'The appeal is answered.',
      failure: 'The answer could not be saved. Try again.',
      refresh: DESK_PEOPLE,
    },
    onDone: onClose,
  })
  return (
    <form {...form.props} aria-label={`Answer the appeal of ${name}`} className="grid gap-4">
      {appeal && (
        <div>
          <p className="font-semibold">{name} writes</p>
          <blockquote className="mt-1 border-l-3 border-rail pl-3 wrap-anywhere whitespace-pre-line text-soft">
            {appeal}
          </blockquote>
        </div>
      )}
      <Field label="Decision" error={form.errors.outcome}>
        {(control) => (
          <Select {...control} {...form.input('outcome')} required>
            <option value="">Choose</option>
            <option value="lifted">Lift the ban</option>
            <option value="upheld">The ban stays</option>
          </Select>
        )}
      </Field>
      <Field label="Answer" hint={`${name} gets it by mail.`} error={form.errors.answer}>
        {(control) => <Textarea {...control} {...form.input('answer')} rows={4} maxLength={BAN_REASON_MOST} required />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <ActButtons submit={form.submit} label="Send the answer" onClose={onClose} />
    </form>
  )
}
