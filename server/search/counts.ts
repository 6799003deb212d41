import { sql, type RawBuilder } from 'kysely'
import { KeptAMinute } from '#server/db/kept-a-minute.ts'
import { plannedOnce } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { REACH, type Counted } from './show.ts'

export type Reader = Pick<App, 'db' | 'clock'>

const LARGE = 100

const kept = new KeptAMinute<Counted>()

/** Counts the items that meet a condition, up to `most`. */
export async function countUpTo(
  app: Reader,
  most: number,
  where: RawBuilder<unknown>,
  isPlain = false,
): Promise<Counted> {
  const plan = isPlain ? plannedOnce : sql``
  const query = sql<{ items: number }>`select ${countOf(where, most)} as items ${plan}`.compile(app.db)
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

export function keepCount({ db, clock }: Reader, key: string, items: number, most: number): Counted {
  const count = { totalItems: Math.min(items, most), capped: items > most }
  if (items > LARGE) kept.keep(db, key, count, clock.now().getTime())
  return count
}

export type Guess = {
  /** The likely number of matches. */
  expected: number
  /** The number of matches at the last count; 0 if it was guessed. */
  surely: number
  /** There are no filters: words alone have few forms of statements, and one plan serves all values. */
  isPlain: boolean
}

/**
 * A single word that had two thousand at the last count has a thousand. Common words mostly have a thousand among the
 * popular tenth, which is checked: two common words may never occur together.
 */
export async function countMatches(app: Reader, where: RawBuilder<unknown>, { expected, surely, isPlain }: Guess) {
  if (surely > 2 * REACH) return BEYOND
  if (expected > 20 * REACH && (await countUpTo(app, REACH, sql`tier <= 2 and ${where}`, isPlain)).capped) return BEYOND
  return countUpTo(app, REACH, where, isPlain)
}
export const BEYOND = { totalItems: REACH, capped: true }
