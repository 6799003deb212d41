import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { selectAccount } from './queries.ts'

/** The facts of an account that its profile shows. Undefined for an unknown, deleted or banned one. */
export const findProfile = (db: Db, id: number, viewer: number | null) =>
  selectAccount(db, id)
    .where('account.deletedAt', 'is', null)
    .where('account.bannedAt', 'is', null)
    .select((select) => [
      onSale('beat').as('beats'),
      onSale('pack').as('packs'),
      onSale('kit').as('kits'),
      select
        .exists(
          select
            .selectFrom('follow')
            .whereRef('followeeId', '=', 'account.id')
            .where('followerId', '=', viewer)
            .select('followerId'),
        )
        .as('following'),
    ])
    .executeTakeFirst()
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

const onSale = (kind: ItemKind) =>
  sql<number>`(select count(*) from item_search where owner_id = account.id and kind = ${sql.lit(kind)})`

/** Why an account has no profile any more. Undefined for one that never was. */
export async function whyGone(db: Db, id: number): Promise<'deleted' | 'banned' | undefined> {
  const row = await db.selectFrom('account').where('id', '=', id).select(['deletedAt', 'bannedAt']).executeTakeFirst()
  if (row?.deletedAt) return 'deleted'
  return row?.bannedAt ? 'banned' : undefined
}

/** The styles of what a producer has on sale, with the numbers of items. */
export async function listLines(db: Db, ownerId: number) {
  const { rows } = await sql<{ slug: string; title: string; code: string; line: string; tracks: number }>`
    select slug, title, code, line, tracks
    from (select style_id, count(*) as tracks from item_search where owner_id = ${ownerId} group by style_id) of_owner
    join style on style.id = style_id
    order by tracks desc, slug`.execute(db)
  return rows
}
