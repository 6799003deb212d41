import { useState, type ComponentType } from 'react'
import { tellLoadTrouble } from './load-trouble.ts'
import type { OnDemand } from './on-demand.ts'

/**
 * A component whose code loads with the first press. React's lazy would take the page down after a failure and never
 * try again.
 */
export function useOnDemand<Props>(code: OnDemand<{ default: ComponentType<Props> }>) {
  const [Loaded, setLoaded] = useState(() => code.loaded()?.default)
  /** Returns whether the code was loaded. After a failure the visitor can press again. */
  const load = () =>
    code.load().then(
      (module) => {
        setLoaded(() => module.default)
        return true
      },
      (error: unknown) => {
        tellLoadTrouble(error)
        return false
      },
    )
  return [Loaded, load] as const
}
