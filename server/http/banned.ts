import { BAN_CATEGORIES, type BanCategory } from '#contract/ban-values.ts'
import type { Db } from '#server/db/connect.ts'
import { ApiError } from '#server/errors.ts'

const SHORT = 200

/** The answer to a banned person's calls: that they are banned, and why. */
export async function banned(db: Db, accountId: number) {
  const row = await db
    .selectFrom('ban')
    .where('accountId', '=', accountId)
    .where('liftedAt', 'is', null)
    .select(['category', 'reason'])
    .$narrowType<{ category: BanCategory }>()
    .executeTakeFirst()
  const why = row ? ` ${BAN_CATEGORIES[row.category]}: ${shortened(row.reason)}` : ''
  return new ApiError(403, 'banned', `Your account is banned.${why}`)
}

const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT).trimEnd()}…` : text)
