import type { ComponentProps } from 'react'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type NameProps = { error: string | undefined; input: ComponentProps<typeof Input> }

export const DisplayName = ({ error, input }: NameProps) => (
  <Field label="Display name" hint="Your handle: 3 to 30 letters, digits, dots, dashes or underscores." error={error}>
    {(control) => (
      <Input {...control} {...input} autoComplete="username" autoCapitalize="none" spellCheck={false} required />
    )}
  </Field>
)

type Box = ComponentProps<typeof Checkbox>

/** The Terms, which a newcomer must accept, and news, which is a choice. */
export const Agreements = ({ agree, updates, error }: { agree: Box; updates: Box; error: string | undefined }) => (
  <div className="grid gap-3">
    <Checkbox {...agree} aria-invalid={error ? true : undefined} aria-describedby={error && 'agree-error'}>
      <span>
        I agree to the <TermsLink to={paths.terms()}>Terms</TermsLink> and the{' '}
        <TermsLink to={paths.privacy()}>Privacy Policy</TermsLink>
      </span>
    </Checkbox>
    {error && <Fault id="agree-error">{error}</Fault>}
    <Checkbox {...updates}>Send me news about Slide (optional)</Checkbox>
  </div>
)

const TermsLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} target="_blank" className="font-semibold text-ink underline">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </Link>
)
