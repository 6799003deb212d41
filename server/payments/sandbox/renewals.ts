import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import { DECLINED } from './cards.ts'
import { addMonths } from '#server/months.ts'
import type { Sandboxed } from './sandboxed.ts'
import { changeSubscription, type SubscriptionRow } from './subscription-rows.ts'
import { takeEach } from './take-each.ts'

const DAY = 24 * 60 * 60_000
/** A failed renewal is tried again so many days after its first attempt. */
const TRIES_AFTER = [1, 3, 5]

/** Subscriptions whose next step is due, each at its time: a clock that has jumped over months makes up for all of them. */
export const renewDue = (box: Sandboxed, now: Date) =>
  takeEach(box, {
    due: box.db.selectFrom('sandboxSubscription').where('dueAt', '<=', now).orderBy('dueAt').select('id'),
    lock: (tx, id) =>
      tx
        .selectFrom('sandboxSubscription')
        .where('id', '=', id)
        .where('dueAt', '<=', now)
        .selectAll()
        .forUpdate()
        .skipLocked()
        .executeTakeFirst(),
    act: (tx, subscription) => takeStep(box, tx, subscription),
  })

/** The next step of a locked subscription, as at the time when it is due. */
export async function takeStep(box: Sandboxed, tx: Tx, subscription: SubscriptionRow) {
  const { state, endsWithPeriod, dueAt } = subscription
  if (!dueAt) return
  if (state === 'overdue') await tryAgain(box, tx, subscription, dueAt)
  else if (state === 'active' && !endsWithPeriod) await renew(box, tx, subscription, dueAt)
  else await endSubscription(box, tx, subscription)
}

/** The buyer has agreed: the trial begins, or the first period with its payment. */
export function begin(box: Sandboxed, tx: Tx, subscription: SubscriptionRow) {
  const { trialDays, firstCents: cents } = subscription
  const now = box.clock.now()
  if (trialDays === 0) return beginPeriods(box, tx, subscription, { from: now, cents })
  const end = new Date(now.getTime() + trialDays * DAY)
  return changeSubscription(box, tx, subscription, { ...paidUntil(end), anchor: end })
}

type Beginning = { from: Date; cents: number }

/** Begins a new row of periods with a payment that succeeds. */
export async function beginPeriods(box: Sandboxed, tx: Tx, subscription: SubscriptionRow, { from, cents }: Beginning) {
  const until = addMonths(from, monthsOf(subscription))
  if (cents > 0) await writePayment(tx, subscription, { cents, from, until, at: from, nextTryAt: null })
  await changeSubscription(box, tx, subscription, {
    ...paidUntil(until),
    anchor: from,
    periods: 1,
    endsWithPeriod: false,
  })
}

const monthsOf = ({ every }: SubscriptionRow) => (every === 'month' ? 1 : 12)
const paidUntil = (until: Date) => ({ state: 'active' as const, failure: null, paidUntil: until, dueAt: until })

async function renew(box: Sandboxed, tx: Tx, subscription: SubscriptionRow, at: Date) {
  const { anchor, periods, renewalsFail } = subscription
  const [from, until] = [subscription.paidUntil!, addMonths(anchor!, (periods + 1) * monthsOf(subscription))]
  const cents = periods === 0 ? subscription.firstCents : subscription.cents // the first period after a trial
  const nextTryAt = renewalsFail && cents > 0 ? nextTry(at, at) : null
  if (cents > 0) await writePayment(tx, subscription, { cents, from, until, at, nextTryAt })
  await changeSubscription(
    box,
    tx,
    subscription,
    nextTryAt
      ? { state: 'overdue', failure: DECLINED, dueAt: nextTryAt }
      : { ...paidUntil(until), periods: periods + 1 },
  )
}

async function tryAgain(box: Sandboxed, tx: Tx, subscription: SubscriptionRow, at: Date) {
  const { id, renewalsFail, periods } = subscription
  const payment = await tx
    .selectFrom('sandboxPayment')
    .where('subscriptionId', '=', id)
    .where('state', '=', 'open')
    .select(['id', 'createdAt', 'periodUntil'])
    .executeTakeFirstOrThrow()
  const nextTryAt = renewalsFail ? nextTry(payment.createdAt, at) : null
  if (renewalsFail && nextTryAt) {
    await tx.updateTable('sandboxPayment').set({ nextTryAt }).where('id', '=', payment.id).execute()
    await changeSubscription(box, tx, subscription, { dueAt: nextTryAt })
  } else if (renewalsFail) {
    await endPayment(tx, subscription)
    await changeSubscription(box, tx, subscription, { state: 'paused', dueAt: null })
  } else {
    await tx
      .updateTable('sandboxPayment')
      .set({ state: 'paid', failure: null, nextTryAt: null })
      .where('id', '=', payment.id)
      .execute()
    await changeSubscription(box, tx, subscription, { ...paidUntil(payment.periodUntil!), periods: periods + 1 })
  }
}

/** The next try after one at that time; null after the last. */
function nextTry(first: Date, at: Date) {
  const tries = TRIES_AFTER.map((days) => new Date(first.getTime() + days * DAY))
  return tries.find((next) => next > at) ?? null
}

/** Ends a locked subscription, and the payment for which it still tries. */
export async function endSubscription(box: Sandboxed, tx: Tx, subscription: SubscriptionRow) {
  await endPayment(tx, subscription)
  await changeSubscription(box, tx, subscription, { state: 'ended', dueAt: null })
}

const endPayment = (tx: Tx, { id }: SubscriptionRow) =>
  tx
    .updateTable('sandboxPayment')
    .set({ state: 'canceled', nextTryAt: null })
    .where('subscriptionId', '=', id)
    .where('state', '=', 'open')
    .execute()

type Period = { cents: number; from: Date; until: Date; at: Date; nextTryAt: Date | null }

/** A payment for a period. It has failed if another try follows. */
const writePayment = (tx: Tx, subscription: SubscriptionRow, { cents, from, until, at, nextTryAt }: Period) => {
  const { id, method, orderId, description, returnUrl, cancelUrl, paidWith } = subscription
  const reference = `sb_${randomUUID()}`
  return tx
    .insertInto('sandboxPayment')
    .values({
      method,
      orderId,
      description,
      returnUrl,
      cancelUrl,
      paidWith,
      cents,
      reference,
      nextTryAt,
      key: `of-subscription-${reference}`,
      clientSecret: randomBytes(24).toString('base64url'),
      state: nextTryAt ? 'open' : 'paid',
      failure: nextTryAt ? DECLINED : null,
      subscriptionId: id,
      periodFrom: from,
      periodUntil: until,
      createdAt: at,
    })
    .execute()
}
