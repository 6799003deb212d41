import { sql } from 'kysely'
import { PLANS } from '#contract/plans.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { conflict, notFound } from '#server/errors.ts'
import { kinds } from '#server/items/index.ts'

/** Waits for other uploads of the account: they count together. Its deletion takes the lock, too, and finds all of them. */
export const lockRoom = (tx: Tx, accountId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('room'), ${accountId}::int)`.execute(tx)

/** Everything that is neither deleted nor sold counts, whatever its state. */
export async function roomOf(db: Db | Tx, accountId: number, kind: ItemKind) {
  const { plan, used } = await db
    .selectFrom('account')
    .where('account.id', '=', accountId)
    .where('account.deletedAt', 'is', null)
    .select((account) => [
      'plan',
      account
        .selectFrom('item')
        .where('item.ownerId', '=', accountId)
        .where('item.kind', '=', kind)
        .where('item.deletedAt', 'is', null)
        .where('item.status', '<>', 'sold')
        .select((item) => item.fn.countAll<number>().as('used'))
        .as('used'),
    ])
    .executeTakeFirstOrThrow(() => notFound('Account'))
  return { kind: kinds[kind], used: used ?? 0, most: PLANS[plan].room[kinds[kind]] }
}

/** Refuses one more item than the plan has room for; two uploads at once wait for each other. */
export async function takeRoom(tx: Tx, accountId: number, kind: ItemKind) {
  await lockRoom(tx, accountId)
  const { used, most } = await roomOf(tx, accountId, kind)
  if (most !== null && used >= most)
    throw conflict(
      'no_room',
      `Your plan has room for ${most} ${most === 1 ? kind : `${kind}s`}. Delete one, or choose a plan with more room.`,
    )
}
