import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'

type Count = { totalItems: number; capped: boolean }

const KEPT_MS = 60_000
const MOST_KEPT = 5_000
const LARGE = 100

/** By database: tests have many. */
const keptOf = new WeakMap<object, Map<string, { until: number; count: Count }>>()

/** How many items a condition holds for, no further than `most`. */
export async function countUpTo(db: Db, most: number, where: RawBuilder<unknown>): Promise<Count> {
  const query = sql<{ items: number }>`select ${countOf(where, most)} as items`.compile(db)
  const key = JSON.stringify([query.sql, query.parameters])
  const known = keptCount(db, key)
  if (known) return known
  const { rows } = await db.executeQuery(query)
  return keepCount(db, key, rows[0]?.items ?? 0, most)
}

export const countOf = (where: RawBuilder<unknown>, most: number) =>
  sql<number>`(select count(*) from (select from item_search where ${where} limit ${most + 1}) matches)`

/** What is large is kept for a moment, as all pages of a list ask for it; of a few, each one tells. */
export function keptCount(db: Db, key: string): Count | undefined {
  const known = keptOf.get(db)?.get(key)
  return known && known.until > Date.now() ? known.count : undefined
}

export function keepCount(db: Db, key: string, items: number, most: number): Count {
  const count = { totalItems: Math.min(items, most), capped: items > most }
  if (items <= LARGE) return count
  const kept = keptOf.get(db) ?? new Map<string, { until: number; count: Count }>()
  keptOf.set(db, kept)
  kept.delete(key)
  kept.set(key, { until: Date.now() + KEPT_MS, count })
  const oldest = kept.keys().next().value
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return count
}
