import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useForm } from '#web/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Asks a seller once for the name on licenses. Until then they carry the name on the profile. */
export function LegalName() {
  const { data } = useQuery(apiQuery(call, 'GET /me', undefined))
  return data?.legalName === null ? <Form /> : null
}

function Form() {
  const form = useForm({
    start: { legalName: '' },
    checks: {},
    action: {
      send: (body: { legalName: string }) => call('PATCH /me/legal-name', { body }),
      success: 'Your licenses carry this name from now on.',
      failure: 'Couldn’t save the name. Try again.',
      refresh: ['GET /me'],
    },
    asksBeforeLeaving: false,
  })
  return (
    <form
      {...form.props}
      aria-label="Legal name"
      className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-curb p-4 md:p-5"
    >
      <Field
        label="Your legal name"
        hint="Licenses name both parties. Only you and your buyers see it."
        error={form.errors.legalName}
        className="min-w-0 flex-1 basis-72"
      >
        {(control) => <Input {...control} {...form.input('legalName')} autoComplete="name" maxLength={120} />}
      </Field>
      <Button {...form.submit} className="mt-7 h-12">
        Save
      </Button>
    </form>
  )
}
