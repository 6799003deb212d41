import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import type { Goods } from './shop.ts'
import { findPayment } from './payments.ts'
import { settle } from './settle.ts'

const MINUTE = 60_000
/** An order that is not paid by then has expired. */
const ORDER_LIFE = 24 * 60 * MINUTE
const BATCH = 20

/**
 * Looks at payments that no browser and no event has brought to an end: after two minutes, then again and again, until
 * they are paid, canceled or a day old. An order whose hold has ended is ended at its provider, so that others may buy. So is the
 * payment of an order that another one's hold has ended.
 */
export const paymentTaker = (goods: Goods): Taker => ({
  name: 'look at open payments',
  async takeDue(app, now) {
    const due = await takeSome(app, now)
    const failures: unknown[] = []
    for (const { id, ends } of due)
      await settle({ app, ...goods }, await findPayment(app.db, id), ends ? { ends } : {}).catch((error: unknown) =>
        failures.push(error),
      )
    if (failures.length) throw failures[0]
    return due.length
  },
})

const takeSome = ({ db }: App, now: Date) =>
  db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('payment')
      .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
      .where('payment.dueAt', '<=', now)
      .select(['payment.id', 'shopOrder.createdAt', 'shopOrder.state'])
      .select((all) =>
        all
          .exists(
            all
              .selectFrom('hold')
              .whereRef('hold.orderId', '=', 'shopOrder.id')
              .where('hold.until', '<=', now)
              .select('itemId'),
          )
          .as('holdEnded'),
      )
      .orderBy('payment.dueAt') // what failed was put off, so it keeps nothing else waiting
      .limit(BATCH)
      .execute()
    if (due.length === 0) return []
    const taken = await tx
      .updateTable('payment')
      .set({ dueAt: new Date(now.getTime() + MINUTE) }) // what fails is taken again by the next round
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .where('dueAt', '<=', now)
      .returning('id')
      .execute()
    const ids = new Set(taken.map(({ id }) => id))
    return due
      .filter(({ id }) => ids.has(id))
      .map(({ id, createdAt, state, holdEnded }) => ({
        id,
        ends:
          holdEnded || state !== 'open' || now.getTime() - createdAt.getTime() >= ORDER_LIFE
            ? ('expired' as const)
            : null,
      }))
  })
