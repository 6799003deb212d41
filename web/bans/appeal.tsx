import { APPEAL_MOST } from '#contract/ban-values.ts'
import type { OwnBan } from '#contract/bans.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { when } from '#web/ui/when.ts'

/** The appeal of a banned person: the form, or what was written and answered. */
export const Appeal = ({ ban: { appeal } }: { ban: OwnBan }) => (
  <section aria-labelledby="appeal" className="border-t border-rail pt-8">
    <h2 id="appeal" className="text-xl font-bold">
      Your appeal
    </h2>
    {appeal ? <Written appeal={appeal} /> : <AppealForm />}
  </section>
)

const Written = ({ appeal: { text, at, answer, answeredAt } }: { appeal: NonNullable<OwnBan['appeal']> }) => (
  <div className="mt-3 grid max-w-[62ch] gap-4">
    <p className="text-[13px] text-dim">You wrote {when(at)}:</p>
    <p className="border-l-3 border-rail pl-4 wrap-anywhere whitespace-pre-line text-soft">{text}</p>
    {answer !== null && answeredAt !== null ? (
      <>
        <p className="text-[13px] text-dim">We answered {when(answeredAt)}. The ban stays.</p>
        <p className="border-l-3 border-ink pl-4 wrap-anywhere whitespace-pre-line">{answer}</p>
      </>
    ) : (
      <p>We read it and answer by mail. There is one appeal for each ban.</p>
    )}
  </div>
)

function AppealForm() {
  const form = useForm({
    start: { text: '' },
    checks: {
      text: {
        required: 'Write why the ban is wrong.',
        max: [APPEAL_MOST, `Use at most ${APPEAL_MOST.toLocaleString('en-US')} characters.`],
      },
    },
    action: {
      send: ({ text }) => call('POST /me/ban/appeal', { body: { text } }),
      success: 'Your appeal is sent.',
      failure: 'Your appeal could not be sent. Try again.',
      refresh: ['GET /me/ban'],
    },
  })
  return (
    <form {...form.props} aria-label="Your appeal" className="mt-3 grid max-w-[62ch] gap-4">
      <p className="text-soft">
        Is the ban wrong? Say why, once. A person reads it and answers by mail. A second appeal is not possible, so take
        your time.
      </p>
      <Field label="Why the ban is wrong" error={form.errors.text}>
        {(control) => <Textarea {...control} {...form.input('text')} rows={6} maxLength={APPEAL_MOST} required />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="justify-self-start">
        Send the appeal
      </Button>
    </form>
  )
}
