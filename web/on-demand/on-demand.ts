import { fetchAhead } from './import-chunk.ts'
import { tellLoadTrouble } from './load-trouble.ts'
import { savesData } from './saves-data.ts'
import { whenIdle } from './when-idle.ts'

export type OnDemand<T> = {
  /** Undefined until it is loaded. */
  loaded: () => T | undefined
  /** Rejects when the code can't be loaded; the next call tries again. */
  load: () => Promise<T>
  /** For presses: acts at once if the code is loaded, else after loading. A notice shows a failure. */
  use: (act: (module: T) => void) => void
}

/** Code that is loaded when it is first needed: `onDemand(() => import('./dialog.tsx'))`. */
export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let module: T | undefined
  let loading: Promise<T> | undefined
  /** All who wait share one load, so that their acts run in the order in which they asked. */
  const get = () =>
    (loading ??= load().then(
      (loaded) => (module = loaded),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    ))
  fetchLater(load)
  return {
    loaded: () => module,
    load: get,
    use: (act) => {
      if (module) act(module)
      else void get().then(act, tellLoadTrouble)
    },
  }
}

const waiting: (() => Promise<unknown>)[] = []
let isFetching = false
let hasStarted = false

function fetchLater(load: () => Promise<unknown>) {
  waiting.push(load)
  if (hasStarted) fetchNext()
}

/** Call it after hydration. Fetches the files of all code on demand, one after the other, while the page is idle. */
export function startFetchingAhead() {
  // development has no chunks, and importing would run the code
  if (!import.meta.env.PROD || savesData()) return
  hasStarted = true
  fetchNext()
}

function fetchNext() {
  if (isFetching) return
  const load = waiting.shift()
  if (!load) return
  isFetching = true
  const goOn = () => {
    isFetching = false
    fetchNext()
  }
  whenIdle(() => void fetchAhead(load).then(goOn, goOn)) // after a failure the code is fetched when needed
}
