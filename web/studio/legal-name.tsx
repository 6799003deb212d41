import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { call } from '#web/api/call.ts'
import { apiQuery } from '#web/api/tools.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Input } from '#web/ui/input.tsx'

/** Asks a seller once for the name on licenses. Until then they carry the name on the profile. */
export function LegalName() {
  const { data } = useQuery(apiQuery(call, 'GET /me', undefined))
  return data?.legalName === null ? <Form /> : null
}

/** One field: leaving loses little, so it does not ask. */
function Form() {
  const [fault, setFault] = useState<string>()
  const save = useAction({
    send: (legalName: string) => call('PATCH /me/legal-name', { body: { legalName } }),
    success: 'Your licenses carry this name from now on.',
    failure: 'Couldn’t save the name. Try again.',
    refresh: ['GET /me'],
  })
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const outcome = await save.run(formText(new FormData(event.currentTarget), 'legalName'))
    setFault(outcome.done ? undefined : outcome.fields.legalName)
  }
  return (
    <form
      aria-label="Legal name"
      method="post"
      onSubmit={(event) => void submit(event)}
      className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-curb p-4 md:p-5"
    >
      <Field
        label="Your legal name"
        hint="Licenses name both parties. Only you and your buyers see it."
        error={fault}
        className="min-w-0 flex-1 basis-72"
      >
        {(control) => <Input {...control} name="legalName" autoComplete="name" maxLength={120} />}
      </Field>
      <Button type="submit" loading={save.pending} className="mt-7 h-12">
        Save
      </Button>
    </form>
  )
}
