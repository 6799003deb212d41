import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'

export async function listPayouts(db: Db, accountId: number, { page, limit }: { page: number; limit: number }) {
  const own = db.selectFrom('payout').where('accountId', '=', accountId)
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(page * limit)
      .execute(),
    own.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

export const findPayout = (db: Db, id: number) =>
  db
    .selectFrom('payout')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow(() => notFound('Payout'))
