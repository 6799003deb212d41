import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import { promiseRefund, sendRefund, type Watch, type WatchedShop } from '#server/checkout/index.ts'
import { conflict, invalid } from '#server/errors.ts'
import { cents, dollarWords } from '#server/money.ts'
import { isCovered } from './is-covered.ts'
import { step, unfinishedOf } from './rows.ts'
import { agree, end, ENDED, endWithNotices, expectSide } from './steps.ts'

/**
 * The seller sends back all that is left, at any time before the problem's end. If the earners' balances don't cover it,
 * nothing moves, and the operator decides: seller and buyer may be one person, and the house would pay.
 */
export async function refundBySeller(shop: WatchedShop, id: number, account: number, reason: string) {
  const { app } = shop
  const refundId = await step(app, id, async (tx, problem) => {
    expectSide(problem, account, 'seller')
    if (problem.endedAt) throw conflict('ended', ENDED)
    if (!(await isCovered(tx, problem))) {
      await agree(app, tx, problem, reason)
      return null
    }
    const lines = [{ id: problem.lineId, cents: problem.leftCents }]
    const refundId = await promiseRefund(app, tx, problem.orderId, { lines, reason, askedBy: account })
    const decision = { decision: reason, decidedBy: account, refundId }
    await end(app, tx, [id], { state: 'refunded', actor: 'seller', decision })
    return refundId
  })
  if (refundId !== null) await sendRefund(shop, refundId)
}

type Decided = { amount: number; reason: string }

/** The operator decides what is escalated: all, a part or nothing goes back. */
export async function decide(shop: WatchedShop, id: number, adminId: number, { amount, reason }: Decided) {
  const { app } = shop
  const refundId = await step(app, id, async (tx, problem) => {
    if (problem.endedAt) throw conflict('ended', ENDED)
    if (problem.state !== 'escalated') throw conflict('too_early', 'Seller and buyer are still talking about it.')
    const sides = [problem.buyerId, problem.sellerId]
    await expectNoSide(tx, adminId, sides, 'You are a side of this problem: another admin decides it.')
    const asked = cents(amount)
    if (asked > problem.leftCents)
      throw invalid({ amount: `At most ${dollarWords(problem.leftCents)} is left of this payment.` })
    await record(app, tx, adminId, { action: 'decide problem', subject: { kind: 'problem', id }, reason })
    const refundId =
      asked === 0
        ? null
        : await promiseRefund(app, tx, problem.orderId, {
            lines: [{ id: problem.lineId, cents: asked }],
            reason,
            askedBy: adminId,
          })
    const decision = { decision: reason, decidedBy: adminId, refundId }
    await end(app, tx, [id], { state: refundId === null ? 'declined' : 'refunded', decision })
    return refundId
  })
  if (refundId !== null) await sendRefund(shop, refundId)
}

/** Money that goes back by another way ends the problems of what it was paid for. */
export const problemWatch: Watch = {
  async refunded(app, tx, { id: refundId, orderId, reason, by: decidedBy }) {
    const paidBack = (await unfinishedOf(tx, orderId)).filter(({ cents, leftCents }) => cents > 0 && leftCents === 0)
    const decision = { decision: reason, decidedBy, refundId }
    await end(app, tx, idsOf(paidBack), { state: 'refunded', decision })
  },
  async returned(app, tx, { id: refundId, orderId, reason, lineIds }) {
    const returned = (await unfinishedOf(tx, orderId)).filter(({ lineId }) => lineIds.includes(lineId))
    const decision = { decision: reason, decidedBy: null, refundId }
    return endWithNotices(app, tx, idsOf(returned), { state: 'refunded', decision })
  },
  async disputed(app, tx, orderId) {
    await end(app, tx, idsOf(await unfinishedOf(tx, orderId)), { state: 'disputed' })
  },
}

const idsOf = (problems: readonly { id: number }[]) => problems.map(({ id }) => id)
