import { useState } from 'react'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { CodeField, useTwoStep } from '#web/session/code-field.tsx'
import { ProofField } from '#web/session/proof-field.tsx'
import { useProof } from '#web/session/use-proof.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ActButtons } from './act-buttons.tsx'
import { DESK_PEOPLE, type PersonActProps } from './person-act.ts'
import { REASON_LIMITS } from './reason-limits.ts'

/** Gives or takes the role of an admin. A thief of a session must not do that, so the password is asked for again. */
export function RoleForm({ person: { id, name, isAdmin }, onClose }: PersonActProps) {
  const [isEnd] = useState(isAdmin) // it changes before the form has closed
  const twoStep = useTwoStep()
  const proof = useProof()
  const form = useForm({
    start: { reason: '', password: '', code: '' },
    checks: {
      reason: REASON_LIMITS,
      password: (typed) => (typed || proof.isGiven() || proof.google ? undefined : 'Password is required.'),
      code: (typed) => (typed || !twoStep || proof.isGiven() ? undefined : 'Enter the code.'),
    },
    action: {
      send({ reason, ...typed }) {
        const input = { params: { id }, body: { reason, ...proof.take(typed) } }
        return isEnd
          ? call('POST /admin/people/:id/end-admin', input)
          : call('POST /admin/people/:id/make-admin', input)
      },
      success: isEnd ? `${name} is no admin any more.` : `${name} is an admin now.`,
      failure: 'That did not work. Try again.',
      refresh: DESK_PEOPLE,
    },
    onDone: onClose,
  })
  const title = isEnd ? `Take the admin role from ${name}` : `Make ${name} an admin`
  return (
    <form {...form.props} aria-label={title} className="grid gap-4">
      <p className="text-soft">
        {isEnd
          ? 'The desk closes for this person at once, in every browser.'
          : 'An admin sees everything of everybody here, moves money, bans people and makes other admins.'}
      </p>
      <Field label="Reason" hint="Only admins read it, in the audit log." error={form.errors.reason}>
        {(control) => <Textarea {...control} {...form.input('reason')} rows={2} maxLength={500} required />}
      </Field>
      <ProofField label="Your password" proof={proof} error={form.errors.password} input={form.input('password')} />
      <CodeField isOn={twoStep} error={form.errors.code} input={form.input('code')} />
      {proof.button}
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      {proof.canBeSent && (
        <ActButtons
          submit={form.submit}
          label={isEnd ? 'Take the role' : 'Make an admin'}
          danger={isEnd}
          onClose={onClose}
        />
      )}
    </form>
  )
}
