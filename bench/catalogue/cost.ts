import { readFile } from 'node:fs/promises'
import type pg from 'pg'

export type Cost = { server: number; database: number; wall: number }

/**
 * Measures processor time in milliseconds, of this process and of all its database connections. Waiting costs nothing.
 */
export function costOf(backends: () => Promise<number[]>) {
  const onProcessor = async (pids: number[]) => {
    const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')))
    return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6
  }
  return async function cost(act: () => Promise<unknown>, times = 1): Promise<Cost> {
    const pids = await backends()
    const databaseBefore = await onProcessor(pids)
    const began = performance.now()
    const serverBefore = process.cpuUsage()
    for (let time = 0; time < times; time++) await act()
    const { user, system } = process.cpuUsage(serverBefore)
    const wall = performance.now() - began
    const database = (await onProcessor(pids)) - databaseBefore
    return { server: (user + system) / 1000 / times, database: database / times, wall: wall / times }
  }
}

export const backendsOf = (pool: pg.Pool) => async () => {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'bench' and backend_type = 'client backend'",
  )
  return rows.map(({ pid }) => pid)
}

export function quantile(values: number[], part: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
