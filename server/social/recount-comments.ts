import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { lockCounters, setComments } from '#server/items/index.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'
import { visibleComments } from './comments.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'recount-comments': { accountId: number }
  }
}

const BATCH = 100 // items

/** Comments of banned people are hidden and don't count: what somebody commented on is counted anew after a ban and its end. */
export const socialTasks = ({ db }: App): Pick<Tasks, 'recount-comments'> => ({
  async 'recount-comments'({ accountId }) {
    // waits for comments that were let in before the ban and refer to the account already
    await sql`select from account where id = ${accountId} for update`.execute(db)
    const items = await commentedBy(db, accountId)
    for (let from = 0; from < items.length; from += BATCH)
      await db.transaction().execute((tx) => recount(tx, items.slice(from, from + BATCH)))
  },
})

/** Also where each comment is deleted by now: its deletion may have found a counter that was not counted anew yet. */
async function commentedBy(db: Db, accountId: number) {
  const rows = await db
    .selectFrom('comment')
    .where('accountId', '=', accountId)
    .distinct()
    .select('itemId')
    .orderBy('itemId')
    .execute()
  return rows.map(({ itemId }) => itemId)
}

/** A comment that comes or goes meanwhile waits for the counter, or is waited for. */
async function recount(tx: Tx, items: number[]) {
  await lockCounters(tx, items)
  const visible = await visibleComments(tx)
    .clearSelect()
    .where('itemId', 'in', items)
    .groupBy('itemId')
    .select((all) => ['itemId', all.fn.countAll<number>().as('total')])
    .execute()
  const totals = new Map(visible.map(({ itemId, total }) => [itemId, total]))
  await setComments(
    tx,
    items.map((itemId) => ({ itemId, total: totals.get(itemId) ?? 0 })),
  )
}
