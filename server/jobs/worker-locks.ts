import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

const VOUCHING = 511 // the class of our advisory locks

/**
 * A worker killed by -9 would keep its jobs locked for four hours. The name of each living pool of workers is an advisory
 * lock held by one connection of its node; whoever can take such a lock knows that its workers are dead.
 */
export async function vouchForWorkers(connectionString: string, onLost: (error: Error) => void) {
  const db = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, keepAlive: true }) // one session, queries in turn
  db.on('error', onLost)
  const events: WorkerEvents = new EventEmitter()
  // it is the pool of a node's workers that locks jobs, under its own name
  events.on('pool:create', ({ workerPool }) => {
    db.query('select pg_advisory_lock($1, hashtext($2))', [VOUCHING, workerPool.id]).catch(onLost)
  })
  return {
    events,
    async freeJobsOfTheDead() {
      const { rows } = await db.query<{ worker: string; dead: boolean }>(
        `select worker, pg_try_advisory_lock($1, hashtext(worker)) as dead
         from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as busy
         where not exists (select from pg_locks where locktype = 'advisory' and classid = $1
           and objid = hashtext(worker)::bigint & 4294967295)`,
        [VOUCHING],
      )
      const dead = rows.filter((row) => row.dead).map((row) => row.worker)
      if (dead.length === 0) return 0
      await db.query('select graphile_worker.force_unlock_workers($1)', [dead])
      for (const worker of dead) await db.query('select pg_advisory_unlock($1, hashtext($2))', [VOUCHING, worker])
      return dead.length
    },
    end: () => db.end(),
  }
}
