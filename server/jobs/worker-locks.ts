import { keepConnection, type Line } from '#server/db/keep-connection.ts'

const LOCK_CLASS = 511 // the first key of these advisory locks

/**
 * Frees the jobs of dead workers. A killed worker would keep its jobs locked for four hours. So one connection of each
 * node holds an advisory lock with the name of each of its pools of workers. If another connection can take that lock,
 * the workers are dead. A lost connection is replaced, and takes the locks again.
 */
export async function holdWorkerLocks(connectionString: string) {
  const living = new Set<string>()
  const held = new WeakMap<Line, Set<string>>()
  const connection = await keepConnection(connectionString, {
    begin: takeMissing,
    beat: (line) => takeMissing(line).then(() => line.ask('select')),
  })

  /** Looks again each second: a lost connection may keep its locks a little longer than we know of it. */
  async function takeMissing(line: Line) {
    const ours = held.get(line) ?? new Set()
    held.set(line, ours)
    for (const pool of living) {
      if (ours.has(pool)) continue
      ours.add(pool)
      const { rows } = await line.ask<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
        LOCK_CLASS,
        pool,
      ])
      if (!rows[0]?.taken) ours.delete(pool)
    }
  }

  return {
    up: connection.up,
    down: connection.down,
    end: () => connection.close(),
    /** Says that the workers of this pool live. */
    async hold(pool: string) {
      living.add(pool)
      await takeMissing(connection.line())
    },
    /** Says that they have ended, and frees what they have left. */
    async release(pool: string) {
      living.delete(pool)
      const line = connection.line()
      await line.ask('select graphile_worker.force_unlock_workers($1)', [[pool]])
      if (held.get(line)?.delete(pool))
        await line.ask('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, pool])
    },
    async freeJobsOfDeadWorkers() {
      const line = connection.line()
      const { rows } = await line.ask<{ worker: string; dead: boolean }>(
        `select worker, pg_try_advisory_lock($1, hashtext(worker)) as dead
         from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) as busy
         where worker <> all($2) and not exists (select from pg_locks where locktype = 'advisory' and classid = $1
           and objid = hashtext(worker)::bigint & 4294967295)`,
        [LOCK_CLASS, [...living]],
      )
      const dead = rows.filter((row) => row.dead).map((row) => row.worker)
      if (dead.length === 0) return 0
      await line.ask('select graphile_worker.force_unlock_workers($1)', [dead])
      for (const worker of dead) await line.ask('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, worker])
      return dead.length
    },
  }
}
