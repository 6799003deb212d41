import { sql, type RawBuilder } from 'kysely'
import { KeptAMinute } from '#server/db/kept-a-minute.ts'
import type { App } from '#server/services.ts'

export type Reader = Pick<App, 'db' | 'clock'>

type Count = { totalItems: number; capped: boolean }

const LARGE = 100

const kept = new KeptAMinute<Count>()

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
export const keptCount = ({ db, clock }: Reader, key: string) => kept.of(db, key, clock.now().getTime())

export function keepCount({ db, clock }: Reader, key: string, items: number, most: number): Count {
  const count = { totalItems: Math.min(items, most), capped: items > most }
  if (items > LARGE) kept.keep(db, key, count, clock.now().getTime())
  return count
}
