import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

const LOCK_CLASS = 511 // the first key of these advisory locks

/**
 * Frees the jobs of dead workers. A killed worker would keep its jobs locked for four hours. So one connection of each
 * node holds an advisory lock with the name of its pool of workers. If another connection can take that lock, the
 * workers are dead.
 */
export async function holdWorkerLocks(connectionString: string, onLost: (error: Error) => void) {
  const db = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, keepAlive: true }) // one connection
  db.on('error', onLost)
  const events: WorkerEvents = new EventEmitter()
  // jobs are locked in the name of the node's pool of workers
  events.on('pool:create', ({ workerPool }) => {
    db.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, workerPool.id]).catch(onLost)
  })
  return {
    events,
    async freeJobsOfDeadWorkers() {
      const { rows } = await db.query<{ worker: string; dead: boolean }>(
        `select worker, pg_try_advisory_lock($1, hashtext(worker)) as dead
         from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as busy
         where not exists (select from pg_locks where locktype = 'advisory' and classid = $1
           and objid = hashtext(worker)::bigint & 4294967295)`,
        [LOCK_CLASS],
      )
      const dead = rows.filter((row) => row.dead).map((row) => row.worker)
      if (dead.length === 0) return 0
      await db.query('select graphile_worker.force_unlock_workers($1)', [dead])
      for (const worker of dead) await db.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, worker])
      return dead.length
    },
    end: () => db.end(),
  }
}
