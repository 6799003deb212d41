import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'

/** The parts of the sandbox. */
export type Sandboxed = {
  db: Db
  clock: Clock
  enqueue: Enqueue
  /** Signs its events. */
  secret: Uint8Array
}
