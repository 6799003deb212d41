import type { ComponentProps } from 'react'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fault } from '#web/ui/fault.tsx'

export const HANDLE_HINT = 'Your handle: 3 to 30 letters, digits, dots, dashes or underscores.'

type Props = { input: ComponentProps<typeof Checkbox>; error: string | undefined }

export const AgreeToTerms = ({ input, error }: Props) => (
  <>
    <Checkbox {...input} aria-invalid={error ? true : undefined} aria-describedby={error && 'agree-error'}>
      <span>
        I agree to the <TermsLink to={paths.terms()}>Terms</TermsLink> and the{' '}
        <TermsLink to={paths.privacy()}>Privacy Policy</TermsLink>
      </span>
    </Checkbox>
    {error && <Fault id="agree-error">{error}</Fault>}
  </>
)

const TermsLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} target="_blank" className="font-semibold text-ink underline">
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </Link>
)
