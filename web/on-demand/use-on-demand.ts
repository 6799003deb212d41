import { useState, type ComponentType } from 'react'
import { tellLoadTrouble } from './load-trouble.ts'
import type { OnDemand } from './on-demand.ts'

/**
 * A component whose code loads with the first press. It is missing until that press, also where another press has
 * loaded the code: a menu opens with it. React's lazy would take the page down after a failure and never try again.
 */
export function useOnDemand<Props>(code: OnDemand<{ default: ComponentType<Props> }>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
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
