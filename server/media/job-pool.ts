import { availableParallelism } from 'node:os'
import type { Socket } from 'node:net'
import { killChild, startChild, type Child, type ChildOptions, type Files } from './child.ts'
import { runJob } from './run-job.ts'
import type { TaskTable } from './serve-job.ts'

/**
 * Large arguments are given as a function, which is called when a child is free: jobs that wait hold no memory. It must
 * not wait for another job of its pool.
 */
export type Given<Args> = Args | (() => Promise<Args>)
type Job = {
  name: string
  args: Given<unknown>
  files: Files
  turn: number | undefined
  child?: Child
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

/**
 * Runs the tasks of a script, each job in its own process. A job that breaks a limit fails alone. Jobs with different
 * turns take turns: somebody's many jobs hold up each other, and nobody else.
 */
export class JobPool<Tasks extends TaskTable> {
  readonly #options: Options
  readonly #size: number
  readonly #waiting: Job[] = []
  readonly #atWork = new Set<Job>()
  /** By turns: which start was the last one. The job whose turn was longest ago comes next. */
  readonly #starts = new Map<number | undefined, number>()
  #started = 0
  #spare: Child | null = null
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    this.#size = options.size ?? availableParallelism()
  }

  run<Name extends keyof Tasks & string>(
    name: Name,
    args: Given<Parameters<Tasks[Name]>[0]>,
    { files = NO_FILES, turn }: { files?: Files; turn?: number } = {},
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closed())
      this.#waiting.push({ name, args, files, turn, resolve, reject })
      this.#next()
    })
  }

  /** Ends running and waiting jobs with an error. */
  close() {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(closed())
    for (const { child } of this.#atWork) if (child) killChild(child)
    if (this.#spare) killChild(this.#spare)
  }

  #next() {
    if (this.#atWork.size >= this.#size) return
    const starts = this.#waiting.map(({ turn }) => this.#starts.get(turn) ?? 0)
    const [job] = this.#waiting.splice(starts.indexOf(Math.min(...starts)), 1)
    if (!job) return
    if (this.#waiting.length === 0) this.#starts.clear()
    else this.#starts.set(job.turn, ++this.#started)
    void this.#work(job)
  }

  async #work(job: Job) {
    const { name, args, files, resolve, reject } = job
    this.#atWork.add(job)
    try {
      const given = typeof args === 'function' ? await (args as () => Promise<unknown>)() : args
      if (this.#isClosed) throw closed()
      job.child = this.#childFor(files)
      resolve((await runJob(job.child, { name, args: given }, this.#options.limits)) as never)
    } catch (error) {
      reject(this.#isClosed ? closed() : error)
    }
    this.#atWork.delete(job)
    if (this.#isClosed) return
    this.#next()
    // only when no job runs: starting a child takes processor time from them
    if (this.#options.hasSpare && this.#atWork.size === 0) this.#spare ??= this.#startSpare()
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
