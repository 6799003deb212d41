import { CYCLES, PLANS, type PaidPlan } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import { grantCredits, takeCreditsBack } from '#server/credits/index.ts'
import { addMonths } from '#server/months.ts'
import type { App } from '#server/services.ts'
import { periodsOf, type SubscriptionRow } from './rows.ts'

/**
 * Gives the promo credits of a plan that are due: once for an account, and for each month that is paid, when it begins.
 * Its caller holds the subscription’s lock.
 */
export async function giveCredits({ clock }: App, tx: Tx, { id, accountId, plan, cycle }: SubscriptionRow) {
  const now = clock.now()
  await giveFirst(tx, accountId, plan, now)
  for (const { beginsAt, creditedMonths } of await periodsOf(tx, [id])) {
    const due = Array.from({ length: CYCLES[cycle].months }, (_, month) => addMonths(beginsAt, month))
    const months = due.filter((at) => at <= now).length
    for (let month = creditedMonths; month < months; month++) {
      const cents = PLANS[plan].credits.monthly
      const reason = `A month of ${PLANS[plan].name}`
      const entry = { kind: MONTHLY, reference: monthOf({ id, beginsAt }, month), reason, at: now }
      await grantCredits(tx, { owner: accountId, unit: 'promo', cents, ...entry })
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

const MONTHLY = 'plan credit'
const monthOf = ({ id, beginsAt }: { id: number; beginsAt: Date }, month: number) =>
  `${id} ${beginsAt.toISOString()} ${month}`

/**
 * Takes back what is left of the credits that a lost period gave: those of its months, and the first ones if it began the
 * first subscription to its plan. Its caller has the turn of their owner.
 */
export async function takeCredits(
  { clock }: App,
  tx: Tx,
  { id, accountId: owner, plan, cycle }: SubscriptionRow,
  { beginsAt }: { beginsAt: Date },
) {
  const months = Array.from({ length: CYCLES[cycle].months }, (_, month) => monthOf({ id, beginsAt }, month))
  const first = (await beganWith(tx, { owner, plan, beginsAt })) ? [`${owner} ${plan}`] : []
  const given = await tx
    .selectFrom('ledgerEntry')
    .innerJoin('ledgerLine', 'ledgerLine.entryId', 'ledgerEntry.id')
    .where('ledgerLine.cents', '>', 0)
    .where('kind', 'in', [MONTHLY, FIRST])
    .where('reference', 'in', [...months, ...first])
    .select(['kind', 'reference', 'ledgerLine.cents'])
    .orderBy('ledgerEntry.id')
    .execute()
  for (const { cents, ...of } of given)
    await takeCreditsBack(tx, { owner, unit: 'promo', cents, of, reference: of.reference, at: clock.now() })
}

/** Whether the first period of a plan that an account ever had began at this time. */
async function beganWith(tx: Tx, { owner, plan, beginsAt }: { owner: number; plan: PaidPlan; beginsAt: Date }) {
  const first = await tx
    .selectFrom('subscriptionPeriod as period')
    .innerJoin('subscription', 'subscription.id', 'period.subscriptionId')
    .where('accountId', '=', owner)
    .where('plan', '=', plan)
    .select('beginsAt')
    .orderBy('subscription.id')
    .orderBy('beginsAt')
    .limit(1)
    .executeTakeFirst()
  return first?.beginsAt.getTime() === beginsAt.getTime()
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
