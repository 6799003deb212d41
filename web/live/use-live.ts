import { useEffect } from 'react'
import { onDemand } from '#web/on-demand/on-demand.ts'
import { whenIdle } from '#web/on-demand/when-idle.ts'
import { useSession } from '#web/session/session.ts'

const runner = onDemand(() => import('./run-live.ts'))

/** Events come while somebody is signed in: from when the page is idle until they sign out, in any tab. */
export function useLive() {
  const account = useSession(({ auth }) => auth?.userId)
  useEffect(() => {
    if (account === undefined) return
    let end = () => {}
    let wanted = true
    const forget = whenIdle(() => {
      runner.load().then(
        ({ runLive }) => {
          if (wanted) end = runLive(account)
        },
        () => {}, // the next page tries again
      )
    })
    return () => {
      wanted = false
      forget()
      end()
    }
  }, [account])
}
