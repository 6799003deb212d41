import { useState, type ComponentType } from 'react'
import { tellUnloaded } from './tell-unloaded.ts'

/**
 * A component whose code comes with the first wish for it. Not React's lazy: should the line be dead, that would take the
 * page along, and never ask again.
 */
export function useLater<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  /** Whether it came; what asked for it is still there, to be pressed again. */
  const ask = () =>
    load().then(
      (module) => {
        setLoaded(() => module.default)
        return true
      },
      () => {
        tellUnloaded()
        return false
      },
    )
  return [Loaded, ask] as const
}
