import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'

export type SplitItem = {
  id: number
  kind: ItemKind
  title: string
  slug: string
  ownerId: number
  ownerName: string
  ownerEmail: string | null
}

/** The owner of an item, as somebody who is told of a step. */
export const ownerOf = ({ ownerId, ownerName, ownerEmail }: SplitItem) => ({
  accountId: ownerId,
  handle: ownerName,
  email: ownerEmail,
})

/** Locks an item whose shares change: all that is decided about them takes turns, and with sales. */
export const lockItem = (tx: Tx, id: number): Promise<SplitItem | undefined> =>
  tx
    .selectFrom('item')
    .innerJoin('account as owner', 'owner.id', 'item.ownerId')
    .where('item.id', '=', id)
    .where('item.deletedAt', 'is', null)
    .select(['item.id', 'item.kind', 'item.title', 'item.slug', 'item.ownerId'])
    .select(['owner.handle as ownerName', 'owner.email as ownerEmail'])
    .forNoKeyUpdate('item')
    .executeTakeFirst()
