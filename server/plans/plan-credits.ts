import { CYCLES, PLANS, type PaidPlan } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import { grantCredits } from '#server/credits/index.ts'
import type { App } from '#server/services.ts'
import { addMonths } from '#server/months.ts'
import { periodsOf, type SubscriptionRow } from './rows.ts'

/**
 * Gives the promo credits of a plan that are due: once for an account, and for each month that is paid, when it begins.
 * Its caller holds the subscription’s lock.
 */
export async function giveCredits({ clock }: App, tx: Tx, { id, accountId, plan, cycle }: SubscriptionRow) {
  const now = clock.now()
  await giveFirst(tx, accountId, plan, now)
  const cents = PLANS[plan].credits.monthly
  for (const { beginsAt, creditedMonths } of await periodsOf(tx, [id])) {
    const due = Array.from({ length: CYCLES[cycle].months }, (_, month) => addMonths(beginsAt, month))
    const months = due.filter((at) => at <= now).length
    for (let month = creditedMonths; month < months; month++) {
      const reference = `${id} ${beginsAt.toISOString()} ${month}`
      const reason = `A month of ${PLANS[plan].name}`
      await grantCredits(tx, {
        owner: accountId,
        unit: 'promo',
        cents,
        kind: 'plan credit',
        reference,
        reason,
        at: now,
      })
    }
    if (months > creditedMonths)
      await tx
        .updateTable('subscriptionPeriod')
        .set({ creditedMonths: months })
        .where('subscriptionId', '=', id)
        .where('beginsAt', '=', beginsAt)
        .execute()
  }
}

const FIRST = 'first plan credit'

/** A higher plan adds what the lower one has not given. */
async function giveFirst(tx: Tx, owner: number, plan: PaidPlan, at: Date) {
  const given = await tx
    .selectFrom('ledgerEntry')
    .where('kind', '=', FIRST)
    .where('reference', 'in', [`${owner} growth`, `${owner} pro`])
    .select('reference')
    .execute()
  const before = Math.max(0, ...given.map(({ reference }) => PLANS[reference.split(' ')[1] as PaidPlan].credits.first))
  const cents = PLANS[plan].credits.first - before
  if (cents <= 0) return
  const reason = `First time on ${PLANS[plan].name}`
  await grantCredits(tx, { owner, unit: 'promo', cents, kind: FIRST, reference: `${owner} ${plan}`, reason, at })
}

/** When the next credits of a subscription are due; null if none are left. */
export function nextCreditsAt(periods: readonly { beginsAt: Date; creditedMonths: number }[], months: number) {
  const open = periods.find(({ creditedMonths }) => creditedMonths < months)
  return open ? addMonths(open.beginsAt, open.creditedMonths) : null
}
