import { sql, type RawBuilder } from 'kysely'
import { lockCards } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueForCharts } from '#server/search/index.ts'

/**
 * Locks what a change of all items of a person touches, in the order of docs/architecture.md, 'Locks'. Nothing of other
 * people is among it: their plays and likes go on.
 */
export async function lockItemsOf(tx: Tx, ownerId: number) {
  const lock = (rows: RawBuilder<unknown>) => sql`select from ${rows} for no key update`.execute(tx)
  const items = await tx
    .selectFrom('item')
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = items.map(({ id }) => id)
  await lockCards(tx, ownerId)
  await queueForCharts(tx, ids)
  await lock(sql`item_search where item_id = any(${ids}::bigint[]) order by item_id`)
  await lock(sql`producer_beats where owner_id = ${ownerId}`)
  await lock(sql`account_stat where account_id = ${ownerId}`)
}
