import type { Config } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { DB } from '#server/db/types.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import type { House } from '#server/house/house.ts'
import type { Live } from '#server/live/live.ts'
import type { MailPort } from '#server/mail/mail.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

/** The services for all features. The main program makes them; tests make them with replaced parts. */
export type App = {
  config: Config
  /** Signs access tokens. All nodes of a cluster have the same secret. */
  authSecret: Uint8Array
  db: Db
  storage: FileStorage
  uploads: Uploads
  mail: MailPort
  payments: Payments
  live: Live
  /** What the operator changes while the shop runs, kept in memory. */
  house: House
  enqueue: Enqueue
  clock: Clock
  /** True when the process is about to stop, so that load balancers send no new requests. */
  stopping: { value: boolean }
}

/** A person, as rooms with personal data look it up. */
export type Person = {
  id: number
  handle: string
  /** The name and earlier ones. */
  handles: string[]
  email: string
  since: Date
  addresses: PersonAddress[]
  /** Only while the person is being forgotten. */
  mails?: FoundMails
}

/** The mails about a person that were there at a time, by their ids. */
export type FoundMails = {
  /** The names and addresses that were sought. */
  sought: string
  at: Date
  gone: number[]
  naming: number[]
}

/** An address of a person, or one that they asked for, and the time of mails that are theirs. */
export type PersonAddress = {
  email: string
  isConfirmed: boolean
  /** They had it, and did not only ask for it. */
  isTheirs: boolean
  from: Date
  until: Date | null
}

/** How a room handles the data of a person. `server/personal-data.ts` lists all rooms. */
export type PersonalData = {
  /** The tables of the room, each with what happens to a person's rows. */
  tables: Partial<Record<keyof DB, string>>
  /** Everything in the room about the person that they may see. */
  exportOf: (db: Db, person: Person) => Promise<Record<string, unknown>>
  /** Removes the person's rows, or everything in them that identifies the person. */
  forget: (tx: Tx, person: Person, now: Date) => Promise<void>
}
