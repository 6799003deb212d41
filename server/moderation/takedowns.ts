import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { conflict } from '#server/errors.ts'
import { isHidden, isSoldNow, kinds, SALE_REFUNDED, setState, whyOff } from '#server/items/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { closeReports } from './close-reports.ts'
import { expectOtherAdmin } from './own-item.ts'
import { lockItem, type LockedItem } from './lock-item.ts'
import { putBackMail, takenDownMail } from './mails.ts'

/** Takes an item out of the shop. Its seller gets a notice and a mail with the reason. */
export const takeDown = (app: App, adminId: number, itemId: number, reason: string) =>
  app.db.transaction().execute((tx) => takeDownIn(app, tx, { adminId, itemId, reason }))

type Asked = { adminId: number; itemId: number; reason: string }

export async function takeDownIn(app: App, tx: Tx, { adminId, itemId, reason }: Asked) {
  const now = app.clock.now()
  const item = await lockItem(tx, itemId)
  await setState(tx, itemId, 'taken_down', { now, reason })
  await tx
    .insertInto('takedown')
    .values({
      itemId,
      statusBefore: isHidden(item) ? 'published' : item.status,
      reason,
      takenBy: adminId,
      takenAt: now,
    })
    .execute()
  await closeReports(app, tx, { itemId }, { adminId, outcome: 'item taken down' })
  await record(app, tx, adminId, { action: 'take item down', subject: { kind: 'item', id: itemId }, reason })
  await app.mail.send(tx, takenDownMail, item.email, { ...item, reason })
  await tell(app, tx, item, { topic: 'rejected', title: `${item.title} was taken down`, message: reason })
}

/** Lifts a takedown. The item is on sale, paused or sold again, as it was, unless something happened to it meanwhile. */
export const putBack = (app: App, adminId: number, itemId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const item = await lockItem(tx, itemId)
    if (item.status !== 'taken_down') throw conflict('wrong_state', 'This is not taken down.')
    const reason = await expectOtherAdmin(tx, item, adminId)
    const takedown = await tx
      .updateTable('takedown')
      .set({ liftedBy: adminId, liftedAt: now })
      .where('itemId', '=', itemId)
      .where('liftedAt', 'is', null)
      .returning('statusBefore')
      .executeTakeFirstOrThrow()
    const { status, note, ...why } = await stateAfter(tx, itemId, takedown.statusBefore)
    await setState(tx, itemId, status, { now, ...why })
    await record(app, tx, adminId, { action: 'put item back', subject: { kind: 'item', id: itemId }, reason })
    await app.mail.send(tx, putBackMail, item.email, { ...item, note })
    await tell(app, tx, item, { topic: 'approved', title: `${item.title} is back`, message: note })
  })

type Next = { status: ItemStatus; reason?: string; note: string }

async function stateAfter(tx: Tx, itemId: number, before: ItemStatus): Promise<Next> {
  const isSold = await isSoldNow(tx, itemId)
  if (before === 'sold' && !isSold)
    return { status: 'draft', reason: SALE_REFUNDED, note: `It is a draft. ${SALE_REFUNDED}` }
  if (before !== 'sold' && isSold) return { status: 'sold', note: 'It was sold exclusively in a pack meanwhile.' }
  const reason = before === 'published' ? await whyOff(tx, itemId) : null
  if (reason) return { status: 'paused', reason, note: `It is paused. ${reason}` }
  return { status: before, note: 'It is as it was before.' }
}

const tell = (
  app: App,
  tx: Tx,
  { ownerId, kind, slug }: LockedItem,
  news: { topic: 'approved' | 'rejected'; title: string; message: string },
) => notify(app, tx, { accountId: ownerId, relatedType: kinds[kind], slug, ...news })
