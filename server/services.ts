import type { Config } from '#server/config.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/connect.ts'
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
