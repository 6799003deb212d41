import type { Audience } from '#contract/announcement-values.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { PEOPLE } from './audience.ts'

const BATCH = 500

/**
 * Tells the next people of the announcement that is being sent, in the order of their ids. The place that is reached is
 * written with their notices, so each account is told once, whenever a node stops.
 */
export const announcementTaker: Taker = {
  name: 'send announcements',
  takeDue: (app, now) => app.db.transaction().execute((tx) => tellSome(app, tx, now)),
}

async function tellSome(app: App, tx: Tx, now: Date) {
  const row = await tx
    .selectFrom('announcement')
    .where('dueAt', '<=', now)
    .selectAll()
    .$narrowType<{ audience: Audience }>()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return 0
  const people = await tx
    .selectFrom('account')
    .where('id', '>', row.toldUpTo)
    .where('id', '<=', row.lastAccountId)
    .where(PEOPLE[row.audience])
    .select('id')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const last = people.at(-1)
  await tx
    .updateTable('announcement')
    .set(
      last ? ({ eb }) => ({ toldUpTo: last.id, told: eb('told', '+', people.length) }) : { dueAt: null, endedAt: now },
    )
    .where('id', '=', row.id)
    .execute()
  const { title, message, path } = row
  const news = { topic: 'announcement', relatedType: 'SYSTEM', title, message, path } as const
  await notify(app, tx, ...people.map(({ id: accountId }) => ({ ...news, accountId })))
  return 1
}
