import { Logger, parseCronItems, run } from 'graphile-worker'
import type pg from 'pg'
import type { Jobs } from './enqueue.ts'
import { holdWorkerLocks } from './worker-locks.ts'

export type Tasks = { [Name in keyof Jobs]: (payload: Jobs[Name]) => Promise<void> }
/** Work on a schedule: a name, a crontab pattern in UTC, and the function. */
export type Round = { name: string; match: string; run: () => Promise<void> }
type Log = { error: (what: object, message: string) => void; info: (what: object, message: string) => void }

/** Runs jobs until it is stopped. `url` must not lead through a transaction pooler. */
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
  const workerLocks = await holdWorkerLocks(url, (error) => {
    log.error({ err: error }, 'the lock connection broke, so other nodes take over our jobs')
    setTimeout(() => process.exit(1), 1_000) // gives the owner of the database time to report the cause
  })
  await nameTasks(pool, [...Object.keys(tasks), ...rounds.map(({ name }) => name)])
  const named = Object.entries(tasks).map(([name, act]) => [name, (payload: unknown) => act(payload as never)] as const)
  const worker = await run({
    pgPool: pool,
    logger: new Logger(() => (level, message) => level === 'error' && log.error({}, message)),
    concurrency: 4,
    events: workerLocks.events,
    noHandleSignals: true, // the main program says when to stop
    parsedCronItems: parseCronItems(
      rounds.map(({ name, match }) => ({ task: name, match, options: { backfillPeriod: 0, jobKey: name } })),
    ),
    taskList: Object.fromEntries([...named, ...rounds.map((round) => [round.name, () => round.run()] as const)]),
    // completes jobs in batches, since stopping waits only for those; otherwise a finished job could stay in the queue
    preset: { worker: { gracefulShutdownAbortTimeout: 5_000, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const free = async () => {
    const freed = await workerLocks.freeJobsOfDeadWorkers()
    if (freed) log.info({ freed }, 'freed the jobs of killed workers')
  }
  await free()
  const again = setInterval(
    () => void free().catch((error: Error) => log.error({ err: error }, 'freeing jobs failed')),
    60_000,
  )
  return {
    async stop() {
      clearInterval(again)
      await worker.stop()
      await workerLocks.end()
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
