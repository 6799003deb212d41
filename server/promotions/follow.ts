import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { end } from './end.ts'
import { letRun, stopTime } from './pause.ts'
import { isWaiting, lockPromotion, type PromotionRow } from './rows.ts'

const BATCH = 50

/** Follows promotions whose time is over, and those whose items went off sale or came back. */
export const promotionTaker: Taker = {
  name: 'follow promotions',
  async takeDue(app, now) {
    const ids = await toFollow(app.db, now)
    const failures: unknown[] = []
    for (const id of ids) await followOne(app, id).catch((error: unknown) => failures.push(error))
    if (failures.length) throw failures[0] // the others went on
    return ids.length
  },
}

const followOne = (app: App, id: number) =>
  app.db.transaction().execute(async (tx) => follow(app, tx, await lockPromotion(tx, id)))

const onSaleOrPaused = sql`item.status in ('published', 'paused') and item.deleted_at is null and account.banned_at is null`

const toFollow = async (db: Db, now: Date) =>
  (
    await db
      .selectFrom('promotion')
      .innerJoin('item', 'item.id', 'promotion.itemId')
      .innerJoin('account', 'account.id', 'promotion.accountId')
      .where('promotion.state', '<>', 'ended')
      .where(
        sql<boolean>`(promotion.due_at <= ${now} or not (${onSaleOrPaused})
          or promotion.state = 'active' and (item.status = 'paused' or promotion.held_at is not null or ${isWaiting})
          or promotion.state = 'paused' and item.status = 'published' and promotion.held_at is null
            and not ${isWaiting})`,
      )
      .select('promotion.id')
      .orderBy('promotion.id')
      .limit(BATCH)
      .execute()
  ).map(({ id }) => id)

/** Brings a locked promotion to what its time and its item ask for. Another node may have done so meanwhile. */
export async function follow(app: App, tx: Tx, row: PromotionRow) {
  if (row.state === 'ended') return
  const item = await itemOf(tx, row)
  if (item.isBanned) return end(app, tx, row, { why: 'account', returns: true })
  if (item.isDeleted) return end(app, tx, row, { why: 'item', returns: false }) // its seller has ended it
  if (item.status !== 'published' && item.status !== 'paused') return end(app, tx, row, { why: 'item', returns: true })
  const isStopped = item.status === 'paused' || item.isWaiting || row.heldAt !== null
  if (isStopped && row.state === 'active') return stopTime(app, tx, row)
  if (!isStopped && row.state === 'paused') return letRun(app, tx, row)
  if (row.state === 'active') await followTime(app, tx, row)
}

async function followTime(app: App, tx: Tx, row: PromotionRow) {
  const now = app.clock.now()
  if (row.endsAt > now) return
  if (row.delivered >= row.guaranteed) return end(app, tx, row, { why: 'delivered', returns: false })
  if (row.lastsUntil <= now) return end(app, tx, row, { why: 'short', returns: true })
  await tx.updateTable('promotion').set({ dueAt: row.lastsUntil }).where('id', '=', row.id).execute()
}

type ItemFacts = { status: ItemStatus; isDeleted: boolean; isBanned: boolean; isWaiting: boolean }
const itemOf = (tx: Tx, { itemId }: PromotionRow): Promise<ItemFacts> =>
  tx
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .where('item.id', '=', itemId)
    .select(['item.status', sql<boolean>`item.deleted_at is not null`.as('isDeleted'), isWaiting.as('isWaiting')])
    .select(sql<boolean>`account.banned_at is not null`.as('isBanned'))
    .executeTakeFirstOrThrow()
