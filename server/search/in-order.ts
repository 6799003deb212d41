import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { countMatches, type Guess, type Reader } from './counts.ts'
import { gather } from './gather.ts'
import { countedAs, FOUND, type Listed, type Show, type Shown } from './show.ts'

/** At most this many items are fetched or passed, even if the guess of matches is higher. */
const MOST_GUESSED = 10_000

type Walk = Guess & {
  offset: number
  limit: number
  show: Show
  /** The part of the filter that an order's index contains. */
  walked: RawBuilder<unknown>
  /** The number of items that the index of words may find before other filters, and the number of all items. */
  candidates: number
  items: number
}

/**
 * Walks through the order until the page is full, or fetches all matches and sorts them. It begins with the way that
 * probably reads fewer items. If that goes too far it tries the other way, and finally fetches all matches.
 */
export async function inOrder<Row extends Shown>(
  app: Reader,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  asked: Walk,
): Promise<Listed<Row>> {
  const { offset, limit, expected, candidates, items } = asked
  if (limit === 0) return { rows: [], ...(await countMatches(app, where, asked)) }
  const fetched = async (most = sql``) => {
    const found = sql`found as materialized (select ${FOUND} from item_search where ${where} ${most})`
    return gather<Row>(app.db, { found, order, ...asked })
  }
  const steps = ((offset + limit) * items) / expected
  if (steps > Math.min(candidates, MOST_GUESSED)) {
    const { rows, matches } = await fetched(sql`limit ${MOST_GUESSED + 1}`)
    if (matches <= MOST_GUESSED) return { rows, ...countedAs(matches) }
  }
  const walked = await walk<Row>(app.db, where, order, asked)
  if (walked.length === limit) return { rows: walked, ...(await countMatches(app, where, asked)) }
  const { rows, matches } = await fetched()
  return { rows, ...countedAs(matches) }
}

/** A page of matches among the first items of an order. It is shorter than a page if they don't suffice. */
async function walk<Row>(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { walked, offset, limit, show }: Walk,
) {
  const { rows } = await sql<Row>`
    select ${show.columns} from (
      select ${FOUND} from (select * from item_search where ${walked} order by ${order} limit ${MOST_GUESSED}) first
      where ${where} order by ${order} limit ${limit} offset ${offset}) found ${show.joins}
    order by ${order}`.execute(db)
  return rows
}
