import { useState } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { callAsGuest } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NarrowPage } from './narrow-page.tsx'

/** Asks for a press, as `confirm-email.tsx` does. */
export function Component() {
  const query = new URLSearchParams(useLocation().search)
  const hydrated = useHydrated()
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState('')
  const confirm = useAction({
    send: () => callAsGuest('POST /auth/confirm-new-email', { body: { token: query.get('token') ?? '' } }),
    failure: 'Your email could not be changed. Try again.',
    refresh: ['GET /me', 'GET /auth/me'],
  })
  async function press() {
    setFailure('')
    const outcome = await confirm.run(undefined)
    if (outcome.done) setDone(true)
    else setFailure(outcome.sentence)
  }
  if (isDone)
    return (
      <NarrowPage key="done" title="Email changed." answers>
        <p className="text-soft">From now on you sign in with this address. We have told the old one.</p>
        <Link to={paths.account('email')} className={buttonClass({ look: 'rail' }, 'justify-self-start')}>
          Go to your account
        </Link>
      </NarrowPage>
    )
  return (
    <NarrowPage title="Use this address">
      <p className="text-soft">One press, and this becomes the email of your account.</p>
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <Button look="paper" loading={confirm.pending} disabled={!hydrated} onClick={() => void press()}>
        Use this address
      </Button>
    </NarrowPage>
  )
}
