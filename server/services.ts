import type { Config } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import type { Live } from '#server/live/live.ts'
import type { MailPort } from '#server/mail/mail.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

/** The services for all features. The main program makes them once; tests make them with parts of their own. */
export type App = {
  config: Config
  /** Signs access tokens; all nodes of a cluster have the same secret. */
  authSecret: Uint8Array
  db: Db
  storage: FileStorage
  uploads: Uploads
  mail: MailPort
  live: Live
  enqueue: Enqueue
  clock: Clock
  /** True once the process was asked to stop: load balancers then send no new work here. */
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
