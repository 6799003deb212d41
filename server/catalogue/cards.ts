import { sql, type CompiledQuery } from 'kysely'
import { plannedOnce, type Db } from '#server/db/connect.ts'
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
export async function cardsOf(db: Db, ids: number[], { waves }: { waves: boolean }): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const query = compiled(db, waves)
  const { rows } = await db.executeQuery<CardRow>({ ...query, parameters: [ids] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Query = CompiledQuery<CardRow>
const queries = new WeakMap<object, { plain: Query; withWaves: Query }>()

/** The most frequent statement is built once, and planned once for each connection. */
function compiled(db: Db, waves: boolean) {
  const cards = () =>
    selectCards(db)
      .where(sql<boolean>`item.id = any(${[]}::bigint[])`)
      .modifyEnd(plannedOnce)
  const made = queries.get(db) ?? { plain: cards().compile(), withWaves: cards().select('item.miniWave').compile() }
  queries.set(db, made)
  return waves ? made.withWaves : made.plain
}
