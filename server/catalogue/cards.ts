import { sql } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { cardColumns } from '#server/items/index.ts'

/** The columns of a card, and what is counted. */
const columns = [
  ...cardColumns,
  'itemStat.likes',
  'itemStat.comments',
  'itemStat.plays',
  'itemSearch.isPopular',
  'itemSearch.isTrending',
] as const

/** Includes items that are off sale: the caller chooses the ids. */
export const selectCards = (db: Db) =>
  db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .innerJoin('itemStat', 'itemStat.itemId', 'item.id')
    .leftJoin('itemSearch', 'itemSearch.itemId', 'item.id')
    .leftJoin('style', 'style.id', 'item.styleId')
    .select(columns)

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['execute']>>[number] & {
  miniWave?: Buffer | null
}

/** The cards of these items, in the order of the ids. */
export async function cardsOf(db: Db, ids: number[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows: CardRow[] = await selectSome(db, { ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const selectSome = builtOnce((db, { ids }: { ids: number[] }) =>
  selectCards(db)
    .where(sql<boolean>`item.id = any(${listed(ids)})`)
    .modifyEnd(plannedOnce),
)
