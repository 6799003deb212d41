import type { Me } from '#contract/accounts.ts'
import { handleLimits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { useForm } from '#web/forms/use-form.ts'
import { keepName } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Fault } from '#web/ui/fault.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { LegalNameForm } from './legal-name-form.tsx'
import { OwnAccount } from './own-account.tsx'

export const Component = () => (
  <OwnAccount>
    {(me) => (
      <>
        <Username me={me} />
        <LegalNameForm saved={me.legalName} />
      </>
    )}
  </OwnAccount>
)

function Username({ me }: { me: Me }) {
  const form = useForm({
    start: { username: '' },
    checks: { username: handleLimits },
    action: {
      send: ({ username }) => call('PATCH /me/profile', { body: { username } }),
      success: 'Saved!',
      failure: 'Failed to update username.',
      refresh: ['GET /me', 'GET /users/:id'],
    },
    onDone: ({ username }) => {
      keepName(me.id, username)
      form.keep('username', '')
    },
  })
  return (
    <form {...form.props} aria-label="Username" className="grid max-w-140 gap-5">
      <p className="text-soft">
        You are <strong className="wrap-anywhere text-ink">{me.username}</strong> here. Links to your profile stay as
        they are. Your old name is kept for you for a year: nobody else can take it.
      </p>
      <Field
        label="New username"
        hint="3 to 30 letters, digits, dots, dashes or underscores. You can change it twice in 30 days."
        error={form.errors.username}
      >
        {(control) => (
          <Input
            {...control}
            {...form.input('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        )}
      </Field>
      {form.failure && <Fault role="alert">{form.failure}</Fault>}
      <Button {...form.submit} look="paper" className="justify-self-start">
        Save Username
      </Button>
    </form>
  )
}
