import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { kinds, setState } from '#server/items/index.ts'
import { isStillSold } from '#server/library/index.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { closeReports } from './close-reports.ts'
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
    .values({ itemId, statusBefore: item.status, reason, takenBy: adminId, takenAt: now })
    .execute()
  await closeReports(app, tx, { itemId }, { adminId, outcome: 'item taken down' })
  await record(app, tx, adminId, { action: 'take item down', subject: { kind: 'item', id: itemId }, reason })
  await app.mail.send(tx, takenDownMail, item.email, { ...item, reason })
  await tell(app, tx, item, { topic: 'rejected', title: `${item.title} was taken down`, message: reason })
}

/**
 * Lifts a takedown. The item is on sale, paused or sold again, as it was. One whose exclusive sale was refunded meanwhile
 * is a draft.
 */
export const putBack = (app: App, adminId: number, itemId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const item = await lockItem(tx, itemId)
    if (item.status !== 'taken_down') throw conflict('wrong_state', 'This is not taken down.')
    const takedown = await tx
      .updateTable('takedown')
      .set({ liftedBy: adminId, liftedAt: now })
      .where('itemId', '=', itemId)
      .where('liftedAt', 'is', null)
      .returning('statusBefore')
      .executeTakeFirstOrThrow()
    const wasRefunded = takedown.statusBefore === 'sold' && !(await isStillSold(tx, itemId))
    await setState(tx, itemId, wasRefunded ? 'draft' : takedown.statusBefore, { now })
    await record(app, tx, adminId, { action: 'put item back', subject: { kind: 'item', id: itemId } })
    await app.mail.send(tx, putBackMail, item.email, { ...item, wasRefunded })
    await tell(app, tx, item, {
      topic: 'approved',
      title: `${item.title} is back`,
      message: wasRefunded ? 'It is a draft: its exclusive sale was refunded.' : 'It is as it was before.',
    })
  })

const tell = (
  app: App,
  tx: Tx,
  { ownerId, kind, slug }: LockedItem,
  news: { topic: 'approved' | 'rejected'; title: string; message: string },
) => notify(app, tx, { accountId: ownerId, relatedType: kinds[kind], slug, ...news })
