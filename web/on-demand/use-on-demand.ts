import { useState, type ComponentType } from 'react'
import { tellLoadTrouble } from './load-trouble.ts'
import type { OnDemand } from './on-demand.ts'

/**
 * A component whose code is loaded with the first press. Not React's lazy: after a failure that would take the page
 * down and never try again.
 */
export function useOnDemand<Props>(code: OnDemand<{ default: ComponentType<Props> }>) {
  const [Loaded, setLoaded] = useState(() => code.loaded()?.default)
  /** Tells whether it came; what was pressed is still there and can be pressed again. */
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
