import { sql, type RawBuilder } from 'kysely'
import type { App } from '#server/services.ts'

export type Reader = Pick<App, 'db' | 'clock'>

type Count = { totalItems: number; capped: boolean }

const KEPT_MS = 60_000
const MOST_KEPT = 5_000
const LARGE = 100

/** One cache for each database, because tests have many. */
const keptOf = new WeakMap<object, Map<string, { until: number; count: Count }>>()

/** Counts the items that meet a condition, up to `most`. */
export async function countUpTo(app: Reader, most: number, where: RawBuilder<unknown>): Promise<Count> {
  const query = sql<{ items: number }>`select ${countOf(where, most)} as items`.compile(app.db)
  const key = JSON.stringify([query.sql, query.parameters])
  const known = keptCount(app, key)
  if (known) return known
  const { rows } = await app.db.executeQuery(query)
  return keepCount(app, key, rows[0]?.items ?? 0, most)
}

export const countOf = (where: RawBuilder<unknown>, most: number) =>
  sql<number>`(select count(*) from (select from item_search where ${where} limit ${sql.lit(most + 1)}) matches)`

/** Large counts are cached for a minute, because each page of a list asks for them. Small counts are never cached. */
export function keptCount({ db, clock }: Reader, key: string): Count | undefined {
  const known = keptOf.get(db)?.get(key)
  return known && known.until > clock.now().getTime() ? known.count : undefined
}

export function keepCount({ db, clock }: Reader, key: string, items: number, most: number): Count {
  const count = { totalItems: Math.min(items, most), capped: items > most }
  if (items <= LARGE) return count
  const kept = keptOf.get(db) ?? new Map<string, { until: number; count: Count }>()
  keptOf.set(db, kept)
  kept.delete(key)
  kept.set(key, { until: clock.now().getTime() + KEPT_MS, count })
  const oldest = kept.keys().next().value
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return count
}
