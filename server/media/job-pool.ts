import { availableParallelism } from 'node:os'
import type { Socket } from 'node:net'
import { killChild, startChild, type Child, type ChildOptions, type Files } from './child.ts'
import { runJob } from './run-job.ts'
import type { TaskTable } from './serve-job.ts'

type Job = {
  name: string
  args: unknown
  files: Files
  resolve: (result: never) => void
  reject: (error: unknown) => void
}
type Options = ChildOptions & {
  /** The number of children that work at the same time. */
  size?: number
  /** Starts a child ahead, for the next job without files. */
  hasSpare?: boolean
}

const NO_FILES: Files = { reads: [], writes: [] }

/** Runs the tasks of a script, each job in its own process. A job that breaks a limit fails alone. */
export class JobPool<Tasks extends TaskTable> {
  readonly #options: Options
  readonly #size: number
  readonly #waiting: Job[] = []
  readonly #busy = new Set<Child>()
  #spare: Child | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#size = options.size ?? availableParallelism()
  }

  run<Name extends keyof Tasks & string>(
    name: Name,
    args: Parameters<Tasks[Name]>[0],
    files: Files = NO_FILES,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed())
      this.#waiting.push({ name, args, files, resolve, reject })
      this.#next()
    })
  }

  /** Ends running and waiting jobs with an error. */
  close() {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(closed())
    for (const child of this.#busy) killChild(child)
    if (this.#spare) killChild(this.#spare)
  }

  #next() {
    if (this.#busy.size >= this.#size) return
    const job = this.#waiting.shift()
    if (job) void this.#work(job)
  }

  async #work({ name, args, files, resolve, reject }: Job) {
    const child = this.#childFor(files)
    this.#busy.add(child)
    try {
      resolve((await runJob(child, { name, args }, this.#options.limits)) as never)
    } catch (error) {
      reject(this.#isClosed ? closed() : error)
    }
    this.#busy.delete(child)
    if (this.#isClosed) return
    this.#next()
    // only when no job runs: starting a child takes processor time from them
    if (this.#options.hasSpare && this.#busy.size === 0) this.#spare ??= this.#startSpare()
  }

  #childFor(files: Files): Child {
    const spare = files === NO_FILES ? this.#spare : null
    if (!spare) return startChild(this.#options, files)
    this.#spare = null
    hold(spare, true)
    return spare
  }

  #startSpare(): Child {
    const child = startChild(this.#options, NO_FILES)
    child.once('exit', () => {
      if (this.#spare === child) this.#spare = null
    })
    hold(child, false)
    return child
  }
}

const closed = () => new Error('The pool is closed.')

/** A spare child must not keep this process alive. */
function hold(child: Child, isHeld: boolean) {
  for (const part of [child, child.stdin, child.stderr, child.reply, child.lifeline] as (Child | Socket)[]) {
    if (isHeld) part.ref()
    else part.unref()
  }
}
