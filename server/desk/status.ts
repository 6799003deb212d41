import { sql } from 'kysely'
import type { HouseStatus } from '#contract/overview.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'

/** More are not counted: the number would say the same. */
const MOST = 100

type Row = { lastEventAt: Date | null; running: number; waiting: number; mailsWaiting: number; mailsFailed: number }

/** How the parts of the house do. Every number comes from an index of unfinished rows. */
export async function statusOf(app: App): Promise<HouseStatus> {
  const [[row], works, freeBytes] = await Promise.all([
    readNumbers(app.db, {}),
    app.storage.check().then(
      () => true,
      () => false,
    ),
    app.uploads.freeBytes().catch(() => 0),
  ])
  const { config, house } = app
  return {
    payments: { mode: config.paymentsMode, lastEventAt: row!.lastEventAt?.toISOString() ?? null },
    sounds: { running: row!.running, waiting: row!.waiting },
    mail: { delivers: config.smtpUrl !== undefined, waiting: row!.mailsWaiting, failed: row!.mailsFailed },
    storage: { works, freeBytes },
    stopped: house.now().stopped.map(({ what }) => what),
  }
}

const readNumbers = builtOnce(() => {
  const most = sql.lit(MOST)
  // steps that rest behind a failed one have no time at which they are lost
  const jobs = (state: string) => sql`(select count(*)::int from (select 1 from media_job
    where state in ('waiting', 'running') and lost_at is not null and state = ${state} limit ${most}) job)`
  return sql<Row>`select (select max(received_at) from provider_event) as last_event_at,
    ${jobs('running')} as running, ${jobs('waiting')} as waiting,
    (select count(*)::int from (select 1 from mail where due_at is not null limit ${most}) later) as mails_waiting,
    (select count(*)::int from (select 1 from mail where failure is not null and due_at is null limit ${most}) failed)
      as mails_failed ${plannedOnce}`
})
