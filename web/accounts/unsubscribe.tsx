import { useState } from 'react'
import { CHOSEN_KINDS, chosenKinds } from '#contract/notice-kinds.ts'
import type { Stopped } from '#contract/notification-preferences.ts'
import { useLocation } from '#web/router/hooks.ts'
import { callAsGuest } from '#web/api/call.ts'
import { useAction } from '#web/api/use-action.ts'
import { Link } from '#web/link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { NarrowPage } from './narrow-page.tsx'

type Topic = Stopped['topic']
type State = { is: 'asking' } | { is: 'stopped' | 'back'; stopped: Stopped }

/** Asks for a press, because scanners that open the links of a mail must unsubscribe nobody. */
export function Component() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? ''
  const hydrated = useHydrated()
  const [state, setState] = useState<State>({ is: 'asking' })
  const [failure, setFailure] = useState('')
  const stop = useAction({
    send: () => callAsGuest('POST /unsubscribe', { body: { token } }),
    failure: 'That did not work. Try again.',
  })
  const takeBack = useAction({
    send: ({ kinds }: Stopped) => callAsGuest('POST /resubscribe', { body: { token, kinds } }),
    failure: 'That did not work. Try again.',
  })
  async function press() {
    setFailure('')
    const outcome = await stop.run(undefined)
    if (outcome.done) setState({ is: 'stopped', stopped: outcome.result })
    else setFailure(outcome.sentence)
  }
  async function undo(stopped: Stopped) {
    setFailure('')
    const outcome = await takeBack.run(stopped)
    if (outcome.done) setState({ is: 'back', stopped })
    else setFailure(outcome.sentence)
  }
  const fault = failure && <p className="text-bad">{failure}</p>
  if (state.is === 'stopped')
    return (
      <NarrowPage key="stopped" title="Unsubscribed." answers>
        <p className="text-soft">
          {capital(mailsAbout(state.stopped.topic))} no longer come to you. Everything else comes as before.
        </p>
        {fault}
        <div className="flex flex-wrap gap-3">
          <Button loading={takeBack.pending} onClick={() => void undo(state.stopped)}>
            Turn them back on
          </Button>
          <AllPreferences />
        </div>
      </NarrowPage>
    )
  if (state.is === 'back')
    return (
      <NarrowPage key="back" title="Back on." answers>
        <p className="text-soft">{capital(mailsAbout(state.stopped.topic))} come to you again.</p>
        <AllPreferences />
      </NarrowPage>
    )
  return (
    <NarrowPage key="asking" title="No more of these mails?">
      {/* the server never sees the token */}
      <p className="text-soft">
        {hydrated ? capital(mailsAbout(topicOf(token))) : 'These mails'} stop. Everything else comes as before.
      </p>
      {fault}
      <Button look="paper" loading={stop.pending} disabled={!hydrated} onClick={() => void press()}>
        Unsubscribe
      </Button>
    </NarrowPage>
  )
}

const AllPreferences = () => (
  <Link to={paths.account('notifications')} className={buttonClass({ look: 'rail' }, 'justify-self-start')}>
    Choose what reaches you
  </Link>
)

/** The topic stands in the token, readable. The server alone decides whether the token is good. */
const topicOf = (token: string): Topic =>
  (['digest', ...chosenKinds] as const).find((topic) => topic === token.split('.')[1]) ?? 'updates'

function mailsAbout(topic: Topic) {
  if (topic === 'updates') return 'mails with news about Slide'
  if (topic === 'digest') return 'daily digests'
  return `mails about ${CHOSEN_KINDS[topic].label.toLowerCase()}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
