import { sql } from 'kysely'
import { countTrack } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { indexItems } from '#server/search/index.ts'
import { writeCards } from './cards.ts'

const locked = (tx: Tx, ids: number[]) =>
  tx
    .selectFrom('item')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deletedAt', 'is', null)
    .select(['id', 'kind', 'ownerId', 'slug', 'title', 'status', 'publishedAt'])
    .orderBy('id')
    .forNoKeyUpdate() // likes and comments of the item can still be added
    .execute()
export type LockedItem = Awaited<ReturnType<typeof locked>>[number]

/**
 * Locks an item, changes it, and brings price, index and the owner's counter up to date. A deleted item answers 404.
 */
export async function changeAndIndex<Result>(tx: Tx, id: number, change: (item: LockedItem) => Promise<Result>) {
  const [item] = await locked(tx, [id])
  if (!item) throw notFound('Item')
  const result = await change(item)
  await followChange(tx, [id], item.status === 'published' ? [item.ownerId] : [])
  return result
}

/**
 * The same for many items, with one statement for all of them: a shop has thousands. Deleted ones are left out. The caller
 * has locked the cards of these items.
 */
export async function changeAllAndIndex(tx: Tx, ids: number[], change: (items: LockedItem[]) => Promise<unknown>) {
  const items = await locked(tx, ids)
  if (items.length === 0) return
  await change(items)
  await followChange(
    tx,
    items.map(({ id }) => id),
    items.filter(({ status }) => status === 'published').map(({ ownerId }) => ownerId),
  )
}

/** Brings prices, index, cards and the owners' counts of items on sale up to date after items were written. */
export async function followChange(tx: Tx, ids: number[], ownersBefore: number[] = []) {
  await followOffers(tx, ids)
  await indexItems(tx, ids)
  await writeCards(tx, ids)
  const counts = new Map<number, number>()
  const add = (ownerId: number, by: number) => counts.set(ownerId, (counts.get(ownerId) ?? 0) + by)
  for (const ownerId of ownersBefore) add(ownerId, -1)
  for (const ownerId of await ownersOnSale(tx, ids)) add(ownerId, 1)
  await countTrack(tx, counts)
}

/** A beat or pack costs as much as its cheapest license on offer. Without an offer the last price stays. */
const followOffers = (tx: Tx, ids: number[]) =>
  sql`update item set price_cents = offer.cents
    from (select item_id, min(price_cents) as cents from license_on_offer
      where item_id = any(${ids}::bigint[]) group by item_id) offer
    where item.id = offer.item_id and item.kind <> 'kit' and item.price_cents <> offer.cents`.execute(tx)

const ownersOnSale = async (tx: Tx, ids: number[]) =>
  (
    await tx
      .selectFrom('item')
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .where('status', '=', 'published')
      .where('deletedAt', 'is', null)
      .select('ownerId')
      .execute()
  ).map(({ ownerId }) => ownerId)
