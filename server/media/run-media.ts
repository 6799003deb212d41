import { TaskPool } from './pool.ts'
import type { mediaTasks } from './tasks.ts'

type Tasks = typeof mediaTasks

let pool: TaskPool<Tasks> | null = null

/** Does media work in a worker: `await runMedia('inspect', { source })`. */
export function runMedia<Name extends keyof Tasks>(name: Name, args: Parameters<Tasks[Name]>[0]) {
  pool ??= new TaskPool<Tasks>(new URL('./worker.ts', import.meta.url))
  return pool.run(name, args)
}

export async function closeMedia() {
  await pool?.close()
  pool = null
}
