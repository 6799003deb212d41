import type { BanCategory } from '#contract/ban-values.ts'
import type { OwnBan } from '#contract/bans.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** The ban that holds. */
export const findPresent = (db: Db | Tx, accountId: number) =>
  db
    .selectFrom('ban')
    .where('accountId', '=', accountId)
    .where('liftedAt', 'is', null)
    .selectAll()
    .$narrowType<{ category: BanCategory }>()
    .executeTakeFirst()
type BanRow = NonNullable<Awaited<ReturnType<typeof findPresent>>>

/** A ban as the banned person sees it: without the names of admins. */
export const presentOwnBan = (row: BanRow): OwnBan => ({
  category: row.category,
  reason: row.reason,
  bannedAt: row.bannedAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  appeal:
    row.appeal === null
      ? null
      : {
          text: row.appeal,
          at: row.appealedAt!.toISOString(),
          answer: row.answer,
          answeredAt: row.answeredAt?.toISOString() ?? null,
        },
})
