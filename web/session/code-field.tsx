import type { ComponentProps } from 'react'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Whether a form about the account must ask for a code. */
export const useTwoStep = () => useOptionalApi('GET /me/two-step', undefined)?.since != null

type Props = { error: string | undefined; input: ComponentProps<typeof Input>; recovery?: boolean }

/** The code of an authenticator app. */
export const CodeField = ({ error, input, recovery = true }: Props) => (
  <Field
    label="Code from your authenticator app"
    hint={recovery && 'Without your device, type a recovery code.'}
    error={error}
  >
    {(control) => (
      <Input {...control} {...input} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} required />
    )}
  </Field>
)
