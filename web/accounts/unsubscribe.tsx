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

/** Asks for a press, because scanners that open the links of a mail must unsubscribe nobody. */
export function Component() {
  const query = new URLSearchParams(useLocation().search)
  const hydrated = useHydrated()
  const [stopped, setStopped] = useState(false)
  const [failure, setFailure] = useState('')
  const stop = useAction({
    send: () => callAsGuest('POST /unsubscribe', { body: { token: query.get('token') ?? '' } }),
    failure: 'That did not work. Try again.',
  })
  async function press() {
    setFailure('')
    const outcome = await stop.run(undefined)
    if (outcome.done) setStopped(true)
    else setFailure(outcome.sentence)
  }
  if (stopped)
    return (
      <NarrowPage key="stopped" title="Unsubscribed." answers>
        <p className="text-soft">
          No more news about Slide comes to you. Mails about your account and orders still do.
        </p>
        <Link to={paths.home()} className={buttonClass({ look: 'rail' }, 'justify-self-start')}>
          Back to Home
        </Link>
      </NarrowPage>
    )
  return (
    <NarrowPage key="asking" title="No more news?">
      <p className="text-soft">News about Slide stops. Mails about your account and orders still come.</p>
      {failure && <p className="text-bad">{failure}</p>}
      <Button look="paper" loading={stop.pending} disabled={!hydrated} onClick={() => void press()}>
        Unsubscribe
      </Button>
    </NarrowPage>
  )
}
