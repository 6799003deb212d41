import type { Config } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import type { Live } from '#server/live/live.ts'
import type { MailPort } from '#server/mail/mail.ts'
import type { FileStorage } from '#server/storage/storage.ts'

/** What every feature may use. Made once by the main program, and by tests with their own parts. */
export type App = {
  config: Config
  /** Signs access tokens; of a cluster's nodes all have the same. */
  authSecret: Uint8Array
  db: Db
  storage: FileStorage
  mail: MailPort
  live: Live
  enqueue: Enqueue
  clock: Clock
  /** Set when the process has been asked to stop: no new work is sent here any more. */
  stopping: { value: boolean }
}

/** One person, for the rooms that hold data about people. */
export type Person = { id: number; email: string; emailIsConfirmed: boolean; since: Date }

/** What a room does with the data of one person. `server/personal-data.ts` lists all rooms. */
export type PersonalData = {
  /** Each table that the room names, with what becomes of a person's rows. */
  tables: Partial<Record<keyof DB, string>>
  /** Everything that the room holds about the person and may show to them. */
  exportOf: (db: Db, person: Person) => Promise<Record<string, unknown>>
  /** Removes the person's rows, or what in them tells who it was. */
  forget: (tx: Tx, person: Person, now: Date) => Promise<void>
}
