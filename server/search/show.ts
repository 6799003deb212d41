import { sql, type RawBuilder } from 'kysely'

/**
 * Columns that a page shows beside those of the index, which every page has (`found`). The joins may not change the
 * number of rows.
 */
export type Show = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }
export type Shown = { itemId: number }
/** Nothing but their ids. */
export const IDS: Show = { columns: sql`item_id`, joins: sql`` }

/** Columns of the index that a page shows. The words of an item are left out: they are many. */
export const MARKS = sql`item_id, is_popular, is_trending, published_at`
/** These, and the columns that orders use. */
export const FOUND = sql`${MARKS}, is_promoted, popularity, trend, price_cents, bpm_high`

/** The number of items that pages can reach. No query counts or skips further. */
export const REACH = 1_000

export type Counted = { totalItems: number; capped: boolean }
export type Listed<Row> = Counted & { rows: Row[] }

export const countedAs = (matches: number): Counted => ({
  totalItems: Math.min(matches, REACH),
  capped: matches > REACH,
})
