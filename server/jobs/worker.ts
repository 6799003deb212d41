import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Jobs } from './enqueue.ts'
import { holdWorkerLocks } from './worker-locks.ts'

export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> }
/** Work on a schedule: a name, a crontab pattern in UTC, and the function. */
export type Round = { name: string; match: string; run: () => Promise<void> }
type Log = { error: (what: object, message: string) => void; info: (what: object, message: string) => void }

const AGAIN = 500
const WORKERS = 4
/** Reports that take longer are given up, and their jobs run again. */
const REPORTING = 5_000

/**
 * Runs jobs until it is stopped. After a loss of the database new workers begin; the old ones finish what they run.
 * `url` must not lead through a transaction pooler.
 */
export async function startWorker({
  url,
  pool,
  tasks,
  rounds,
  log,
}: {
  url: string
  pool: pg.Pool
  tasks: Partial<Tasks>
  rounds: Round[]
  log: Log
}) {
  const locks = await holdWorkerLocks(url)
  const named = Object.entries(tasks).map(([name, act]) => [name, (payload: unknown) => act(payload as never)] as const)
  const taskList = Object.fromEntries([...named, ...rounds.map((round) => [round.name, () => round.run()] as const)])
  let isStopping = false
  const stopped = Promise.withResolvers<void>()

  async function begin() {
    await nameTasks(pool, Object.keys(taskList))
    const events: WorkerEvents = new EventEmitter()
    let name = ''
    // jobs are locked in the name of the node's pool of workers
    events.on('pool:create', ({ workerPool }) => {
      name = workerPool.id
      locks.hold(name).catch(() => {}) // it is tried again each second
    })
    // A lost answer may have given them a job of which they know nothing. If it was to tell them which jobs are theirs,
    // they keep its failure and never ask again.
    const astray = Promise.withResolvers<void>()
    for (const event of ['worker:getJob:error', 'pool:fatalError'] as const) events.once(event, () => astray.resolve())
    const idle = Promise.withResolvers<void>()
    let working = WORKERS
    events.on('worker:stop', () => --working === 0 && idle.resolve())
    const runner = await run({
      pgPool: pool,
      logger: new Logger(() => (level, message) => level === 'error' && log.error({}, message)),
      concurrency: WORKERS,
      events,
      noHandleSignals: true, // the main program says when to stop
      parsedCronItems: parseCronItems(
        rounds.map(({ name, match }) => ({ task: name, match, options: { backfillPeriod: 0, jobKey: name } })),
      ),
      taskList,
      // completes jobs in batches, since stopping waits only for those; otherwise a finished job could stay in the queue
      preset: { worker: { gracefulShutdownAbortTimeout: 5_000, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const over = runner.promise.catch(() => {})
    const end = () =>
      runner
        .stop()
        .catch(() => {})
        .then(() => over)
    const reported = idle.promise.then(() => sleep(REPORTING, undefined, { ref: false }))
    return {
      name: () => name,
      failed: Promise.race([over, astray.promise]),
      /** Lets them end their jobs. After a report that failed, Graphile Worker may wait for ever for the others. */
      stop: () => Promise.race([end(), reported]),
    }
  }
  type Workers = Awaited<ReturnType<typeof begin>>

  async function free() {
    const freed = await locks.freeJobsOfDeadWorkers()
    if (freed) log.info({ freed }, 'freed the jobs of killed workers')
  }
  const tryToFree = () => free().catch((error: Error) => log.error({ err: error }, 'freeing jobs failed'))

  const retiring = new Set<Promise<unknown>>()
  /** Lets old workers end their jobs. What they could not report as done is free afterwards. */
  function retire(workers: Workers) {
    const end = workers.stop().then(() => giveBack(workers.name()))
    retiring.add(end)
    void end.finally(() => retiring.delete(end))
  }

  /** Tries until the database is back: nobody else frees the jobs of a node that lives. */
  async function giveBack(name: string) {
    for (let isFree = false; !isFree;) {
      await Promise.race([locks.up(), stopped.promise])
      if (isStopping) return
      isFree = await locks.release(name).then(
        () => true,
        () => sleep(AGAIN, false),
      )
    }
  }

  let workers = await begin()
  await free()
  const again = setInterval(() => void tryToFree(), 60_000)
  const kept = keepWorking()

  async function keepWorking() {
    for (;;) {
      await Promise.race([workers.failed, locks.down(), stopped.promise])
      if (isStopping) return workers.stop()
      log.error({}, 'the workers lost their database and begin anew')
      retire(workers)
      for (let next: Workers | undefined; !next;) {
        await sleep(AGAIN)
        await Promise.race([locks.up(), stopped.promise])
        if (isStopping) return
        next = await begin().catch(() => undefined)
        if (next) workers = next
      }
    }
  }

  return {
    async stop() {
      isStopping = true
      clearInterval(again)
      stopped.resolve()
      await kept
      await Promise.all(retiring)
      await locks.end()
    },
  }
}

/**
 * Graphile Worker writes the row of a task's name with its first job, in the transaction of the caller. Until that one
 * ends, all others that enqueue a job of this name would wait. So the rows are there before the first job.
 */
const nameTasks = (pool: pg.Pool, names: string[]) =>
  pool.query(
    `insert into graphile_worker._private_tasks (identifier)
     select name from unnest($1::text[]) as name order by name on conflict do nothing`,
    [names],
  )
