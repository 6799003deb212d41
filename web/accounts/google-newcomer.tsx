import { handleLimits } from '#contract/limits.ts'
import { callAsGuest } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { beginSession } from '#web/session/begin-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { NarrowPage } from './narrow-page.tsx'
import { forgetReferralCode } from './referral.ts'
import { Agreements, DisplayName } from './registration-fields.tsx'

type Props = { ticket: string; email: string; name: string; onDone: () => void }

/** The first sign-in with Google: nothing is made before the person has chosen a name and agreed to the Terms. */
export function GoogleNewcomer({ ticket, email, name, onDone }: Props) {
  const form = useForm({
    start: { displayName: name, agree: false, updates: false },
    checks: {
      displayName: handleLimits,
      agree: (agrees) => (agrees ? undefined : 'You must accept the Terms.'),
    },
    action: {
      send: async ({ displayName, updates }) =>
        beginSession(await callAsGuest('POST /auth/google/register', { body: { ticket, displayName, updates } })),
      loading: 'Creating account...',
      success: 'Account created!',
      failure: 'Something went wrong. Try again.',
    },
    onDone: () => {
      forgetReferralCode()
      onDone()
    },
    asksBeforeLeaving: false,
  })
  const { errors } = form
  return (
    <NarrowPage title="Almost there" answers>
      <p className="text-soft">
        Google says that you are <strong className="wrap-anywhere text-ink">{email}</strong>. Choose the name that
        others see here.
      </p>
      <form {...form.props} className="grid gap-5" aria-label="Sign up with Google">
        <DisplayName error={errors.displayName} input={form.input('displayName')} />
        <Agreements agree={form.input('agree')} updates={form.input('updates')} error={errors.agree} />
        {form.failure && <Fault role="alert">{form.failure}</Fault>}
        <Button {...form.submit} look="paper">
          Create account
        </Button>
      </form>
    </NarrowPage>
  )
}
