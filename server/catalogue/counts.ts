import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'

type Count = { totalItems: number; capped: boolean }

const KEPT_MS = 60_000
const MOST_KEPT = 5_000
const LARGE = 100

/** By database: tests have many. */
const keptOf = new WeakMap<object, Map<string, { until: number; count: Count }>>()

/**
 * How many items a condition holds for, no further than `most`. What is large is kept for a moment, as all pages of a
 * list ask for it; of a few, each one tells.
 */
export async function countUpTo(db: Db, most: number, where: RawBuilder<unknown>): Promise<Count> {
  const query = sql<{ items: number }>`select count(*) as items from
    (select from item_search where ${where} limit ${most + 1}) matches`.compile(db)
  const kept = keptOf.get(db) ?? new Map<string, { until: number; count: Count }>()
  keptOf.set(db, kept)
  const key = JSON.stringify([query.sql, query.parameters])
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.count

  const count = await countNow(db, query, most)
  if (count.totalItems > LARGE) keep(kept, key, count)
  return count
}

async function countNow(db: Db, query: CompiledQuery<{ items: number }>, most: number) {
  const { rows } = await db.executeQuery(query)
  const items = rows[0]?.items ?? 0
  return { totalItems: Math.min(items, most), capped: items > most }
}

function keep(kept: Map<string, { until: number; count: Count }>, key: string, count: Count) {
  kept.delete(key)
  kept.set(key, { until: Date.now() + KEPT_MS, count })
  const oldest = kept.keys().next().value
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}
