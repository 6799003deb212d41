import type { ComponentProps } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { GoogleMark, useLeaveForGoogle } from './google-button.tsx'
import type { useProof } from './use-proof.tsx'

type Props = {
  label: string
  proof: ReturnType<typeof useProof>
  error: string | undefined
  input: ComponentProps<typeof PasswordInput>
}

/** Asks for the password, or people without one for Google. */
export function ProofField({ label, proof: { hasPassword, google }, error, input }: Props) {
  if (google) return <p className="text-soft">You have just signed in with Google, so nothing else is asked for.</p>
  if (!hasPassword) return <AskGoogle />
  return (
    <Field label={label} error={error}>
      {(control) => <PasswordInput {...control} {...input} autoComplete="current-password" required />}
    </Field>
  )
}

function AskGoogle() {
  const { pathname, search } = useLocation()
  const leave = useLeaveForGoogle()
  return (
    <>
      <p className="text-soft">
        You have no password here. Sign in with Google once more, then press the same button on this page again.
      </p>
      <Button
        look="paper"
        loading={leave.pending}
        onClick={() => void leave.run({ purpose: 'prove', next: pathname + search })}
        className="justify-self-start max-md:justify-self-stretch"
      >
        <GoogleMark />
        Sign in with Google again
      </Button>
    </>
  )
}
