import { sql } from 'kysely'
import type { Audience } from '#contract/announcement-values.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'

const THERE = sql<boolean>`account.deleted_at is null and account.banned_at is null
  and account.id not in (${sql.lit(HOUSE)}, ${sql.lit(SUPPORT)})`

/** The people of each audience. */
export const PEOPLE: Record<Audience, ReturnType<typeof sql<boolean>>> = {
  all: THERE,
  sellers: sql<boolean>`${THERE} and account.is_producer`,
  plans: sql<boolean>`${THERE} and account.plan <> 'free'`,
}
