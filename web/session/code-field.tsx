import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useOptionalApi } from '#web/api/use-api.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Whether a form about the account must ask for a code, as far as the browser knows. */
export const useTwoStep = () => useOptionalApi('GET /me/two-step', undefined)?.since != null

type Props = {
  /** False hides the field until the server asks for the code: the browser may not know that two-step sign-in is on. */
  isOn: boolean
  error: string | undefined
  input: ComponentProps<typeof Input>
  recovery?: boolean
}

/** The code of an authenticator app. */
export function CodeField({ isOn, error, input, recovery = true }: Props) {
  const [isAskedFor, setAskedFor] = useState(false)
  if (error && !isOn && !isAskedFor) setAskedFor(true)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAskedFor) field.current?.querySelector('input')?.focus()
  }, [isAskedFor])
  if (!isOn && !isAskedFor) return null
  return (
    <div ref={field}>
      <Field
        label="Code from your authenticator app"
        hint={recovery && 'Without your device, type a recovery code.'}
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            {...input}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
    </div>
  )
}
