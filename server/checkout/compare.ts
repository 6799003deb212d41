import type { Tx } from '#server/db/connect.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { postAll } from '#server/ledger/index.ts'
import { dollarWords } from '#server/money.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { ProviderRefused, type PaymentSeen, type Provider } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import type { Goods, Watch, WatchedShop } from './shop.ts'
import { followKept } from './disputes.ts'
import { feeEntries } from './fee-entry.ts'
import { noteForeign } from './foreign-refunds.ts'
import { linesOf, lockOrder } from './orders.ts'
import { compareAfter, findPayment, lockPayment, type PaymentRow } from './payments.ts'
import { sendAgain } from './refunds.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/**
 * Compares payments and their refunds with their provider. Differences stand at the desk until they are gone or settled by
 * an admin.
 */
export const compareTaker = (goods: Goods, watch: Watch): Taker => ({
  name: 'compare payments with their providers',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'payment',
      column: 'compare_at',
      retryAfter: HOUR,
      act: (id) => compare({ app, ...goods, watch }, id),
    }),
})

async function compare(shop: WatchedShop, id: number) {
  const { app } = shop
  const payment = await findPayment(app.db, id)
  const provider = providerNamed(app.payments, payment.provider)
  await followKept(shop, provider, payment)
  const seen = await provider.findPayment(payment.reference!).catch(refusal)
  const found = [
    ...(seen instanceof ProviderRefused
      ? [`The provider says of this payment: ${seen.message}`]
      : await paymentDifferences(app, provider, { payment, seen })),
    ...(await refundDifferences(app, provider, id)),
    ...(await disputeDifferences(app, provider, id)),
  ].filter((one) => one !== false)
  const feeCents = seen instanceof ProviderRefused ? null : seen.feeCents
  const text = found.join(' ') || null
  await app.db.transaction().execute(async (tx) => {
    await lockOrder(tx, payment.orderId)
    const { settledDifference, compareAt } = await lockPayment(tx, id)
    const isNew = text !== null && text !== settledDifference
    await tx
      .updateTable('payment')
      .set({
        difference: isNew ? text : null,
        settledDifference: isNew ? null : text,
        // a message that came meanwhile has asked for another comparison
        ...(sameTime(compareAt, payment.compareAt) && {
          compareAt: isNew ? new Date(app.clock.now().getTime() + DAY) : firstAfter(payment, app.clock.now()),
        }),
        ...(payment.feeCents === null && { feeCents }),
      })
      .where('id', '=', id)
      .execute()
    if (payment.feeCents === null && feeCents) await bookLateFee(app, tx, { ...payment, feeCents })
  })
}

const sameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** A provider that answers without knowing the thing won't know it an hour later either. */
function refusal(error: unknown) {
  if (error instanceof ProviderRefused) return error
  throw error
}

type Compared = { payment: PaymentRow; seen: PaymentSeen }

const paymentDifferences = async (app: App, provider: Provider, { payment, seen }: Compared) => [
  seen.state !== 'paid' && `The provider tells “${seen.state}” of this payment.`,
  seen.cents !== payment.cents &&
    `The provider took ${dollarWords(seen.cents)} instead of ${dollarWords(payment.cents)}.`,
  seen.state === 'paid' && (await noteForeign(app, provider, payment)),
]

/** A message had the payment compared before the provider's books were closed. */
function firstAfter({ paidAt }: PaymentRow, now: Date) {
  const first = compareAfter(paidAt!)
  return first > now ? first : null
}

/** A refund that came back without a message is sent again: the difference is told once. */
async function refundDifferences(app: App, provider: Provider, paymentId: number) {
  const done = await app.db
    .selectFrom('refund')
    .where('paymentId', '=', paymentId)
    .where('state', '=', 'done')
    .where('failure', 'is', null)
    .select(['id', 'reference', 'cents'])
    .orderBy('id') // a settled text is known by its words
    .execute()
  return Promise.all(
    done.map(async ({ id, reference, cents }) => {
      const seen = await provider.findRefund({ reference: reference! }).catch(refusal)
      if (seen instanceof ProviderRefused)
        return `The provider says of a refund of ${dollarWords(cents)}: ${seen.message}`
      if (seen.state === 'failed') await sendAgain(app, id)
      return (
        (seen.state !== 'done' || seen.cents !== cents) &&
        `A refund of ${dollarWords(cents)} is ${seen.state} there, with ${dollarWords(seen.cents)}.`
      )
    }),
  )
}

async function disputeDifferences(app: App, provider: Provider, paymentId: number) {
  const ended = await app.db
    .selectFrom('dispute')
    .where('paymentId', '=', paymentId)
    .where('state', '<>', 'open')
    .select(['reference', 'state', 'cents'])
    .orderBy('id')
    .execute()
  return Promise.all(
    ended.map(async ({ reference, state, cents }) => {
      const seen = await provider.findDispute(reference).catch(refusal)
      if (seen instanceof ProviderRefused)
        return `The provider says of a dispute over ${dollarWords(cents)}: ${seen.message}`
      return seen.state !== state && `A dispute over ${dollarWords(cents)} is ${seen.state} there, and ${state} here.`
    }),
  )
}

/** Some providers tell their fee days after the payment. */
async function bookLateFee(app: App, tx: Tx, payment: PaymentRow) {
  await postAll(tx, feeEntries(payment, await linesOf(tx, payment.orderId), app.clock.now()))
}
