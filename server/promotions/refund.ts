import { sql } from 'kysely'
import type { LineKind } from '#server/checkout/index.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { end, returnLess } from './end.ts'
import { lockPromotion, type PromotionRow } from './rows.ts'

/** Locks the promotions of lines, and their reruns. Before the lines are given, there are none. */
export async function lockLines(tx: Tx, lines: readonly { id: number }[]) {
  const ofLines = sql<boolean>`line_id = any(${lines.map(({ id }) => id)}::bigint[])`
  await tx
    .selectFrom('promotion')
    .where((where) =>
      where.or([ofLines, where('rerunOf', 'in', where.selectFrom('promotion').where(ofLines).select('id'))]),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A refunded promotion ends, with a rerun that it brought. What came back as credits before is taken from them. */
export const returnLine: LineKind['revoke'] = async (app, tx, { id: lineId, returnedCents, isWhole }) => {
  const { id } = await tx.selectFrom('promotion').where('lineId', '=', lineId).select('id').executeTakeFirstOrThrow()
  const row = await returnMoney(app, tx, await lockPromotion(tx, id), returnedCents)
  if (row.state !== 'ended' && isWhole) await end(app, tx, row, { why: 'refunded', returns: false })
  if (isWhole) await endRerun(app, tx, id)
}

/** A bank took a part of the money for a promotion. The promotion runs on. */
export const shrink: NonNullable<LineKind['shrink']> = async (app, tx, { id: lineId, lostCents }) => {
  const { id } = await tx.selectFrom('promotion').where('lineId', '=', lineId).select('id').executeTakeFirstOrThrow()
  await returnMoney(app, tx, await lockPromotion(tx, id), lostCents)
}

/** Less was given for it: of credits that came back before, as many go. */
async function returnMoney(app: App, tx: Tx, row: PromotionRow, cents: number) {
  const refundedCents = Math.min(row.refundedCents + cents, row.paidCents)
  await tx.updateTable('promotion').set({ refundedCents }).where('id', '=', row.id).execute()
  const left = { ...row, refundedCents }
  await returnLess(app, tx, left)
  return left
}

/** Its caller has locked the rerun with the promotion. */
async function endRerun(app: App, tx: Tx, id: number) {
  const rerun = await tx
    .selectFrom('promotion')
    .where('rerunOf', '=', id)
    .where('state', '<>', 'ended')
    .select('id')
    .executeTakeFirst()
  if (!rerun) return
  await end(app, tx, await lockPromotion(tx, rerun.id), { why: 'refunded', returns: false })
}
