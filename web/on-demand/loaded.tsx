import { createElement, useEffect, useState, type ComponentType } from 'react'
import { ReloadNeeded } from './import-chunk.ts'
import { tellLoadTrouble } from './load-trouble.ts'
import type { OnDemand } from './on-demand.ts'

const PAUSE = 2_000

type Props<P> = {
  code: OnDemand<{ default: ComponentType<P> }>
  /** Nobody is waiting for it, so a failure shows no notice. */
  quiet?: boolean
} & P

/** Shows a component when its code is loaded. While the line is dead it tries again. */
export function Loaded<P extends object>({ code, quiet = false, ...props }: Props<P>) {
  const [component, setComponent] = useState(() => code.loaded()?.default)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isGone = false
    const load = (isFirst: boolean) =>
      void code.load().then(
        (module) => !isGone && setComponent(() => module.default),
        (error: unknown) => {
          if (isFirst && !quiet) tellLoadTrouble(error)
          if (!isGone && !(error instanceof ReloadNeeded)) timer = setTimeout(load, PAUSE, false)
        },
      )
    load(true)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [code, quiet])
  return component ? createElement(component, props as unknown as P) : null
}
