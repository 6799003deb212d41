import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Checkout, dashboard and payouts ask for the name once. A mistake in it is mended here. */
export function LegalNameForm({ saved }: { saved: string | null }) {
  const form = useForm({
    start: { legalName: saved ?? '' },
    checks: {},
    action: {
      send: ({ legalName }) => call('PATCH /me/legal-name', { body: { legalName } }),
      success: 'Saved!',
      failure: 'Couldn’t save the name. Try again.',
      refresh: ['GET /me', 'GET /me/payouts/summary'],
    },
    onDone: ({ legalName }) => {
      form.keep('legalName', legalName)
    },
  })
  return (
    <form {...form.props} aria-label="Legal name" className="mt-12 grid max-w-140 gap-5">
      <Field
        label="Legal name"
        hint="New licenses carry it. Only you and the other side of a license see it."
        error={form.errors.legalName}
      >
        {(control) => <Input {...control} {...form.input('legalName')} autoComplete="name" maxLength={120} required />}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} className="justify-self-start">
        Save Legal Name
      </Button>
    </form>
  )
}
