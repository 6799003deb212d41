import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'

/** The parts of the sandbox. */
export type Sandboxed = {
  db: Db
  clock: Clock
  /** Signs its events. */
  secret: Uint8Array
  /** Sends no events: the shop learns everything by asking. */
  isSilent?: boolean
}
