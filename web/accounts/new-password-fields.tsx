import type { ComponentProps } from 'react'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { StrengthMeter } from './strength-meter.tsx'

type Props = { label: string; error: string | undefined; input: ComponentProps<typeof PasswordInput> }

/** Shows how strong the password is while it is typed. */
export const NewPassword = ({ label, error, input, typed }: Props & { typed: string | undefined }) => (
  <Field label={label} error={error}>
    {(control) => (
      <>
        <PasswordInput
          {...control}
          {...input}
          autoComplete="new-password"
          placeholder="At least 8 characters"
          required
        />
        <StrengthMeter password={typed ?? ''} />
      </>
    )}
  </Field>
)

export const RepeatedPassword = ({ label, error, input }: Props) => (
  <Field label={label} error={error}>
    {(control) => <PasswordInput {...control} {...input} autoComplete="new-password" required />}
  </Field>
)
