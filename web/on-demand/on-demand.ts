import { fetchAhead } from './import-chunk.ts'
import { tellLoadTrouble } from './load-trouble.ts'
import { savesData } from './saves-data.ts'
import { whenIdle } from './when-idle.ts'

export type OnDemand<T> = {
  /** Undefined until it is loaded. */
  loaded: () => T | undefined
  /** Rejects when the code can't be loaded; the next call tries again. */
  load: () => Promise<T>
  /** For a press: acts at once if the code is here, else when it comes. A notice tells when it can't be loaded. */
  use: (act: (module: T) => void) => void
}

/** Code that is loaded when it is first needed: `onDemand(() => import('./dialog.tsx'))`. */
export function onDemand<T>(load: () => Promise<T>): OnDemand<T> {
  let module: T | undefined
  const get = async () => (module ??= await load())
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

/** To be called once the page is alive: fetches the files of all code on demand, one after the other, while idle. */
export function startFetchingAhead() {
  // in development there are no chunks, and importing would run the code
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
  whenIdle(() => void fetchAhead(load).then(goOn, goOn)) // a failure here is tried again on demand
}
