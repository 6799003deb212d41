import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App } from '#server/services.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'set-turns': { sellerId: number }
  }
}

/** The place of a review in the queue: those of Pro first, then those of Growth. The queue's index knows no accounts. */
const turnOf = sql<number>`case account.plan when 'pro' then 0 when 'growth' then 1 else 2 end`

export async function turnNow(tx: Tx, itemId: number) {
  const { turn } = await tx
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .where('item.id', '=', itemId)
    .select(turnOf.as('turn'))
    .executeTakeFirstOrThrow()
  return turn
}

/** The plan of a seller has changed: what waits for a review takes its new place. */
export const turnTasks = ({ db }: App): Pick<Tasks, 'set-turns'> => ({
  'set-turns': ({ sellerId }) =>
    db.transaction().execute(async (tx) => {
      // all others write a review under the lock of its item
      await sql`select from item where owner_id = ${sellerId}
        and id in (select item_id from review where decided_at is null) order by id for no key update`.execute(tx)
      await sql`update review set turn = ${turnOf} from item join account on account.id = item.owner_id
        where account.id = ${sellerId} and item.id = review.item_id and review.decided_at is null`.execute(tx)
    }),
})
