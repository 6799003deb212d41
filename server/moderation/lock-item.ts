import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'

/** Locks an item for an admin's decision, with the address to which its seller gets mail. */
export async function lockItem(tx: Tx, itemId: number) {
  const item = await tx
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .where('item.id', '=', itemId)
    .where('item.deletedAt', 'is', null)
    .select(['item.id', 'item.kind', 'item.slug', 'item.title', 'item.status', 'item.ownerId', 'item.updatedAt'])
    .select('item.statusReason')
    .select(['account.email', 'account.handle'])
    .forNoKeyUpdate('item')
    .executeTakeFirst()
  if (!item) throw notFound('Item')
  return item
}
export type LockedItem = Awaited<ReturnType<typeof lockItem>>
