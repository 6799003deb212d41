import { useState } from 'react'
import { useLocation } from '#web/router/hooks.ts'
import { callAsGuest } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NarrowPage } from './narrow-page.tsx'

const FAILED = 'Your email could not be confirmed. Try again.'

/** Asks for a press, because scanners of mail open every link and some run its scripts. */
export function Component() {
  const query = new URLSearchParams(useLocation().search)
  const hydrated = useHydrated()
  const [state, setState] = useState<'asking' | 'confirmed' | 'spent'>('asking')
  const [failure, setFailure] = useState('')
  const confirm = useAction({
    send: () => callAsGuest('POST /auth/confirm-email', { body: { token: query.get('token') ?? '' } }),
    failure: FAILED,
    refresh: ['GET /me', 'GET /auth/me'],
  })
  async function press() {
    setFailure('')
    const outcome = await confirm.run(undefined)
    if (outcome.done) return setState('confirmed')
    const { error } = outcome
    if (error instanceof ApiFailure && error.error === 'link_used') return setState('confirmed')
    if (error instanceof ApiFailure && error.status < 500 && error.status !== 429) setState('spent')
    setFailure(outcome.sentence)
  }
  if (state === 'confirmed')
    return (
      <NarrowPage key={state} title="Email confirmed." answers>
        <p className="text-soft">We can now send you receipts, news of sales and password links.</p>
        <ToAccount />
      </NarrowPage>
    )
  if (state === 'spent')
    return (
      <NarrowPage key={state} title="That did not work" answers>
        <p className="text-soft">{failure} Your account page sends you another one.</p>
        <ToAccount />
      </NarrowPage>
    )
  return (
    <NarrowPage key={state} title="Confirm your email">
      <p className="text-soft">One press, and we know that our mails reach you.</p>
      {failure && <p className="text-bad">{failure}</p>}
      <Button look="paper" loading={confirm.pending} disabled={!hydrated} onClick={() => void press()}>
        Confirm my email
      </Button>
    </NarrowPage>
  )
}

const ToAccount = () => (
  <Link to={paths.account()} className={buttonClass({ look: 'rail' }, 'justify-self-start')}>
    Go to your account
  </Link>
)
