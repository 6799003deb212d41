import type { Config } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import type { Live } from '#server/live/live.ts'
import type { MailPort } from '#server/mail/mail.ts'
import type { FileStorage } from '#server/storage/storage.ts'
import type { Uploads } from '#server/uploads/uploads.ts'

/** What every feature may use. Made once by the main program, and by tests with their own parts. */
export type App = {
  config: Config
  /** Signs access tokens; of a cluster's nodes all have the same. */
  authSecret: Uint8Array
  db: Db
  storage: FileStorage
  uploads: Uploads
  mail: MailPort
  live: Live
  enqueue: Enqueue
  clock: Clock
  /** Set when the process has been asked to stop: no new work is sent here any more. */
  stopping: { value: boolean }
}
