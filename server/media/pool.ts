import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { MediaError } from './audio.ts'
import type { TaskReply, TaskTable } from './serve-tasks.ts'

type Job = {
  name: string
  args: unknown
  resolve: (result: never) => void
  reject: (error: Error) => void
}

const TIMEOUT_MS = 5 * 60_000
const HEAP_MB = 1_024

/** Runs the tasks that `script` serves, off the request loop; a task that hangs or crashes takes only its worker along. */
export class TaskPool<Tasks extends TaskTable> {
  readonly #script: URL
  readonly #size: number
  readonly #timeoutMs: number
  readonly #waiting: Job[] = []
  readonly #idle: Worker[] = []
  readonly #busy = new Set<Worker>()
  #isClosed = false

  constructor(script: URL, { size = availableParallelism(), timeoutMs = TIMEOUT_MS } = {}) {
    this.#script = script
    this.#size = size
    this.#timeoutMs = timeoutMs
  }

  run<Name extends keyof Tasks & string>(
    name: Name,
    args: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('The pool is closed.'))
      this.#waiting.push({ name, args, resolve, reject })
      this.#next()
    })
  }

  /** Tasks that run or wait are given up. */
  async close() {
    this.#isClosed = true
    for (const job of this.#waiting.splice(0)) job.reject(new Error('The pool is closed.'))
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()))
  }

  #next() {
    if (this.#busy.size >= this.#size) return
    const job = this.#waiting.shift()
    if (!job) return
    const worker = this.#idle.pop() ?? this.#hire()
    this.#busy.add(worker)
    worker.ref()
    this.#give(worker, job)
  }

  #hire() {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    worker.on('error', () => {}) // reported by the task it ran
    worker.on('exit', () => {
      const at = this.#idle.indexOf(worker)
      if (at >= 0) this.#idle.splice(at, 1)
    })
    return worker
  }

  #give(worker: Worker, job: Job) {
    const settle = (isReusable: boolean, report: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      this.#busy.delete(worker)
      if (isReusable && !this.#isClosed) {
        worker.unref() // an idle worker must not keep the process alive
        this.#idle.push(worker)
      } else void worker.terminate()
      report()
      if (!this.#isClosed) this.#next()
    }
    const onMessage = (reply: TaskReply) =>
      settle(true, () => ('fault' in reply ? job.reject(errorOf(reply.fault)) : job.resolve(reply.result as never)))
    const onError = (error: Error) => settle(false, () => job.reject(error))
    const onExit = () => settle(false, () => job.reject(new Error(`The worker ended during ${job.name}.`)))
    const timer = setTimeout(
      () => settle(false, () => job.reject(new MediaError('This file takes too long to read.'))),
      this.#timeoutMs,
    )
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage({ name: job.name, args: job.args })
  }
}

function errorOf({ message, stack, isMediaError }: Extract<TaskReply, { fault: unknown }>['fault']) {
  const error = isMediaError ? new MediaError(message) : new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
