import { useEffect } from 'react'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { whenIdle } from '#web/on-demand/when-idle.ts'
import { useSession } from '#web/session/session.ts'

const PAUSE = 2_000

/** Listens to events while somebody is signed in, in any tab. It begins when the page is idle. */
export function useLive() {
  const account = useSession(({ auth }) => auth?.userId)
  useEffect(() => (account === undefined ? undefined : whenIdleRun(account)), [account])
}

/** Guests don't load this code. */
function whenIdleRun(account: number) {
  const code = onDemand(() => import('./run-live.ts'))
  let again: ReturnType<typeof setTimeout>
  let end: (() => void) | undefined
  let isWanted = true
  const run = () =>
    void code.load().then(
      ({ runLive }) => {
        if (isWanted) end = runLive(account)
      },
      () => {
        if (isWanted) again = setTimeout(run, PAUSE)
      },
    )
  const forget = whenIdle(run)
  return () => {
    isWanted = false
    forget()
    clearTimeout(again)
    end?.()
  }
}
