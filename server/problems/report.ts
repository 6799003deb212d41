import { ANSWER_HOURS, PROBLEM_DAYS, type ProblemReason } from '#contract/problem-values.ts'
import { disputeOf, lockOrder } from '#server/checkout/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { tell } from './tell.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** So that nobody sends a seller mails without end. */
const MOST = 3

type Reported = { purchaseId: number; buyerId: number; reason: ProblemReason; text: string }

/** Writes down what is wrong with an own purchase, and asks its seller. Without a seller it is the operator's turn. */
export async function report(app: App, { purchaseId, buyerId, reason, text }: Reported) {
  const { orderId } = await findOwn(app.db, purchaseId, buyerId)
  return app.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const purchase = await findOwn(tx, purchaseId, buyerId)
    const now = app.clock.now()
    await expectOpen(tx, purchase, now)
    const { id } = await tx
      .insertInto('purchaseProblem')
      .values({
        purchaseId,
        buyerId,
        sellerId: purchase.sellerId,
        reason,
        text,
        createdAt: now,
        ...(purchase.hasSeller
          ? { dueAt: new Date(now.getTime() + ANSWER_HOURS * HOUR) }
          : { state: 'escalated', escalatedAt: now }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tell(app, tx, [id], { happened: 'reported', actor: 'buyer' })
    return id
  })
}

/** A deletion of the buyer's account locks the order, too: a deleted account reports nothing. */
async function findOwn(db: Db | Tx, id: number, buyer: number) {
  const purchase = await db
    .selectFrom('purchase')
    .innerJoin('orderLine', 'orderLine.id', 'purchase.lineId')
    .innerJoin('account as buyer', 'buyer.id', 'purchase.buyerId')
    .innerJoin('account as seller', 'seller.id', 'purchase.sellerId')
    .where('purchase.id', '=', id)
    .where('purchase.buyerId', '=', buyer)
    .where('buyer.deletedAt', 'is', null)
    .select((is) => is('seller.deletedAt', 'is', null).as('hasSeller'))
    .select(['purchase.id', 'orderLine.orderId', 'purchase.sellerId', 'purchase.state', 'purchase.grantedAt'])
    .executeTakeFirst()
  if (!purchase) throw notFound('Purchase')
  return purchase
}
type Purchase = Awaited<ReturnType<typeof findOwn>>

async function expectOpen(tx: Tx, { id, orderId, state, grantedAt }: Purchase, now: Date) {
  if (state === 'refunded') throw conflict('refunded', 'This purchase was refunded.')
  if (state === 'superseded') throw conflict('replaced', 'A higher license has replaced this one. Report it there.')
  if (now.getTime() >= grantedAt.getTime() + PROBLEM_DAYS * DAY)
    throw conflict('too_late', `A problem can be reported within ${PROBLEM_DAYS} days of the purchase. Write to us.`)
  const former = await tx
    .selectFrom('purchaseProblem')
    .where('purchaseId', '=', id)
    .select(['state', 'endedAt'])
    .execute()
  if (former.some(({ endedAt }) => endedAt === null))
    throw conflict('reported', 'You have reported a problem with this purchase already.')
  if (former.some(({ state: end }) => end === 'refunded' || end === 'declined'))
    throw conflict(
      'decided',
      'A problem with this purchase was decided already. If something else is wrong, write to us.',
    )
  if (former.length >= MOST)
    throw conflict('too_often', `You have reported ${MOST} problems with this purchase. Write to us.`)
  await expectNoOtherClaim(tx, id, orderId)
}

/** A refund on its way, or a bank that asks for the money, decides already. */
async function expectNoOtherClaim(tx: Tx, purchaseId: number, orderId: number) {
  if (await disputeOf(tx, orderId))
    throw conflict('disputed', 'Your bank is asking for this payment already, so the bank decides.')
  const pending = await tx
    .selectFrom('refund')
    .innerJoin('refundLine', 'refundLine.refundId', 'refund.id')
    .innerJoin('purchase', 'purchase.lineId', 'refundLine.lineId')
    .where('purchase.id', '=', purchaseId)
    .where('refund.state', '=', 'pending')
    .select('refund.id')
    .executeTakeFirst()
  if (pending) throw conflict('refunded', 'A refund of this purchase is on its way.')
}
