import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { KeyRound } from '#web/ui/icons.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { choosePasskey, passkeyFailure } from './passkey-device.ts'
import { signInByPasskey } from './begin-session.ts'

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const hydrated = useHydrated()
  const { run, pending } = useAction({
    send: async () => signInByPasskey(await choosePasskey()),
    success: 'Signed in',
    failure: passkeyFailure,
  })
  const press = async () => {
    const outcome = await run(undefined)
    if (outcome.done) onSignedIn()
  }
  return (
    <Button loading={pending} disabled={!hydrated} onClick={() => void press()}>
      <Icon of={KeyRound} size={18} />
      Sign in with a passkey
    </Button>
  )
}
