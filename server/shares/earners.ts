import { sql } from 'kysely'
import type { Earner, PaidLine } from '#server/checkout/index.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db, type Tx } from '#server/db/connect.ts'

/**
 * The people who share the earnings of items now, by the item. An item without a version that counts has none. The shares
 * of people who have left are the owner's.
 */
async function sharesOf(db: Db | Tx, itemIds: readonly number[]): Promise<ReadonlyMap<number | null, Earner[]>> {
  return Map.groupBy(await selectShares(db, { itemIds }), ({ itemId }) => itemId)
}

const selectShares = builtOnce((db, { itemIds }: { itemIds: readonly number[] }) =>
  db
    .selectFrom('shareVersion as version')
    .innerJoin('share', 'share.versionId', 'version.id')
    .where(sql<boolean>`version.item_id = any(${listed(itemIds)})`)
    .where('version.state', '=', 'active')
    .where('share.state', '=', 'accepted')
    .select(['version.itemId', 'share.accountId', 'share.points'])
    .orderBy('share.accountId')
    .modifyEnd(plannedOnce),
)

/** The people who share the earnings of an order's lines, by the line. A pack has shares of its own: those of its beats don't count in it. */
export async function earnersOfLines(tx: Tx, lines: readonly PaidLine[]) {
  const shares = await sharesOf(
    tx,
    lines.flatMap(({ itemId }) => itemId ?? []),
  )
  return new Map(lines.map(({ id, itemId }) => [id, shares.get(itemId) ?? []]))
}
