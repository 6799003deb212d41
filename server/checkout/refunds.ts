import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { lineSubject, leftOf, post, reverse } from '#server/ledger/index.ts'
import type { Refund } from '#server/db/types.ts'
import {
  ProviderDown,
  ProviderRefused,
  type Provider,
  type ProviderName,
  type RefundSeen,
} from '#server/payments/port.ts'
import { providerNamed } from '#server/payments/payments.ts'
import type { App } from '#server/services.ts'
import { cutRefund, TAKEN_BY_BANK } from './cut-refund.ts'
import { keptCents, leftOfLine } from './kept-cents.ts'
import { lockOrder } from './orders.ts'
import { findPayment, isDisputed } from './payments.ts'
import { returnLines, takeTurns } from './return-lines.ts'
import type { Goods, Watch, WatchedShop } from './shop.ts'
import { tellOfRefund } from './tell.ts'

const MINUTE = 60_000
const LONGEST_PAUSE = 6 * 60 * MINUTE
const DISPUTED = 'The buyer’s bank is asking for this money itself.'

type PaidPayment = { id: number; orderId: number; provider: ProviderName }
type Asked = {
  payment: PaidPayment
  lines: { id: number; cents: number }[]
  /** For the buyer. */
  reason: string
  /** The admin or the seller; null: the shop refunds by itself. */
  askedBy: number | null
  /** The refund was made at the provider, which knows it by this. */
  reference?: string
}

/** Promises money back for lines of a paid order, within the caller's transaction. It is sent afterwards. */
export async function askRefund(app: App, tx: Tx, { lines, ...asked }: Asked) {
  const cents = lines.reduce((sum, line) => sum + line.cents, 0)
  await expectLeft(tx, asked.payment.orderId, lines)
  const refund = await write(app, tx, { ...asked, cents })
  await tx
    .insertInto('refundLine')
    .values(lines.map(({ id, cents }) => ({ refundId: refund.id, lineId: id, cents })))
    .execute()
  return refund.id
}

/** Sends money back that no line of an order takes: a whole payment, or a refund that came back. */
export async function returnPayment(
  app: App,
  tx: Tx,
  { payment, cents, reason }: { payment: PaidPayment; cents: number; reason: string },
) {
  const refund = await write(app, tx, { payment, cents, reason, askedBy: null })
  const provider = { kind: 'provider', provider: payment.provider } as const
  await post(tx, {
    kind: 'unclaimed payment',
    reference: String(refund.id),
    lines: [
      { account: provider, cents: -cents, memo: reason },
      { account: { kind: 'house' }, cents, memo: reason },
    ],
    at: app.clock.now(),
  })
}

const write = (app: App, tx: Tx, { payment, ...given }: Omit<Asked, 'lines'> & { cents: number }) => {
  const now = app.clock.now()
  return tx
    .insertInto('refund')
    .values({ paymentId: payment.id, orderId: payment.orderId, ...given, createdAt: now, dueAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** No line gives back more than is left of it. The order is locked. */
async function expectLeft(tx: Tx, orderId: number, lines: Asked['lines']) {
  const rows = await tx
    .selectFrom('orderLine as line')
    .where('line.orderId', '=', orderId)
    .select(['line.id', leftOfLine.as('left')])
    .execute()
  const left = new Map(rows.map((row) => [row.id, row.left]))
  for (const { id, cents } of lines)
    if (cents <= 0 || cents > (left.get(id) ?? 0))
      throw conflict('too_much', 'That is more than is left of this payment.')
}

/** Sends refunds that are due. The provider knows each by its key, so a repetition sends no money twice. */
export const refundTaker = (goods: Goods, watch: Watch): Taker => ({
  name: 'send refunds',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'refund',
      column: 'due_at',
      retryAfter: MINUTE,
      act: (id) => sendRefund({ app, ...goods, watch }, id),
    }),
})

/** Sends one refund, or asks how it stands. */
export async function sendRefund(shop: WatchedShop, id: number) {
  const { app } = shop
  const refund = await app.db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .where('refund.id', '=', id)
    .select(['refund.state', 'refund.cents', 'refund.reference', 'refund.tries', 'refund.paymentId'])
    .select(['payment.provider', 'payment.reference as payment'])
    .$narrowType<{ provider: ProviderName; payment: string }>()
    .executeTakeFirstOrThrow()
  if (refund.state === 'failed') return
  if (refund.state === 'done') {
    const seen = await providerNamed(app.payments, refund.provider).findRefund({ reference: refund.reference! })
    if (seen.state === 'failed') await sendAgain(app, id)
    return
  }
  if (await isDisputed(app.db, refund.paymentId)) return putOff(app, id, new Error(DISPUTED))
  try {
    const provider = providerNamed(app.payments, refund.provider)
    const seen = refund.reference
      ? await findTaken(provider, refund.reference)
      : await provider.refund({
          key: `slide-refund-${id}-${refund.tries}`, // providers keep failures, too: a new try needs a new key
          payment: refund.payment,
          cents: refund.cents,
        })
    await follow(shop, id, seen)
  } catch (error) {
    await putOff(app, id, error as Error)
  }
}

/** A provider that has taken a refund may not find it for a while. That is no refusal: a new key would send it twice. */
const findTaken = (provider: Provider, reference: string) =>
  provider.findRefund({ reference }).catch((error: unknown) => {
    throw error instanceof ProviderRefused ? new ProviderDown(error.message) : error
  })

async function follow(shop: WatchedShop, id: number, seen: RefundSeen) {
  if (seen.state === 'failed') return putOff(shop.app, id, new ProviderRefused('The provider could not send it.'))
  if (seen.state === 'done') return finish(shop, id, seen)
  await keepReference(shop.app.db, id, seen)
}

const keepReference = (db: Db | Tx, id: number, { reference }: RefundSeen) =>
  db
    .updateTable('refund')
    .set({ reference, failure: null })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()

/** A bank may send a refund back weeks after it was done. Rights and earnings stay as they are; the money is sent again. */
export const sendAgain = (app: App, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const refund = await tx
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .where('refund.id', '=', id)
      .select(['refund.paymentId', 'refund.orderId', 'refund.cents', 'refund.failure', 'payment.provider'])
      .$narrowType<{ provider: ProviderName }>()
      .forUpdate('refund')
      .executeTakeFirstOrThrow()
    if (refund.failure !== null) return
    const { paymentId, orderId, provider, cents } = refund
    await tx.updateTable('refund').set({ failure: 'It came back.' }).where('id', '=', id).execute()
    const reason = 'Your refund came back to us, so we are sending it again.'
    await returnPayment(app, tx, { payment: { id: paymentId, orderId, provider }, cents, reason })
  })

/**
 * The refund stays pending. A definite no gets a new key; a silence is asked again with the same one. After a no, less is
 * asked for if a dispute was lost meanwhile.
 */
const putOff = ({ db, clock }: App, id: number, error: Error) =>
  db.transaction().execute(async (tx) => {
    const { orderId } = await tx.selectFrom('refund').where('id', '=', id).select('orderId').executeTakeFirstOrThrow()
    await lockOrder(tx, orderId)
    const refund = await tx.selectFrom('refund').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
    if (refund.state !== 'pending') return
    const now = clock.now()
    const isRefused = error instanceof ProviderRefused
    const cents = isRefused ? await cutRefund(tx, refund, now) : refund.cents
    await tx
      .updateTable('refund')
      .set({
        failure: error.message,
        dueAt: new Date(now.getTime() + Math.min(2 ** refund.tries * MINUTE, LONGEST_PAUSE)),
        ...(isRefused && { tries: refund.tries + 1, reference: null }),
        ...(cents > 0 ? { cents } : { state: 'failed', dueAt: null, failure: TAKEN_BY_BANK }),
      })
      .where('id', '=', id)
      .execute()
  })

/** The money is on its way: books, rights and counters follow, once. */
const finish = (shop: WatchedShop, id: number, seen: RefundSeen) =>
  shop.app.db.transaction().execute(async (tx) => {
    const { app } = shop
    const now = app.clock.now()
    const { orderId } = await tx.selectFrom('refund').where('id', '=', id).select('orderId').executeTakeFirstOrThrow()
    const order = await lockOrder(tx, orderId)
    const refund = await tx.selectFrom('refund').where('id', '=', id).selectAll().forUpdate().executeTakeFirstOrThrow()
    if (refund.state !== 'pending') return
    if (await isDisputed(tx, refund.paymentId)) return keepReference(tx, id, seen) // the end of the dispute says who bears it
    if (await isTaken(tx, refund, seen))
      throw new ProviderRefused('This money stands for another refund of the same sum.')
    const returned = await tx
      .selectFrom('refundLine')
      .innerJoin('orderLine', 'orderLine.id', 'lineId')
      .where('refundId', '=', id)
      .select(['lineId', 'refundLine.cents', keptCents('order_line').as('keptCents')]) // before it counts as sent
      .orderBy('lineId')
      .execute()
    await tx
      .updateTable('refund')
      .set({ state: 'done', reference: seen.reference, doneAt: now, dueAt: null, failure: null })
      .where('id', '=', id)
      .execute()
    await takeTurns(shop, tx, order)
    const { lines, given } = await returnLines(shop, tx, { id, orderId, now }, returned)
    for (const { lineId, cents } of returned) await bookReturn(tx, { refund, lineId, cents, now })
    if (returned.length === 0)
      await reverse(tx, {
        kind: 'refund',
        reference: String(id),
        of: { kind: 'unclaimed payment', reference: String(id) },
        cents: refund.cents,
        at: now,
      })
    const lineIds = [...lines, ...given].flatMap((line) => (line.isWhole ? line.id : []))
    const others = await shop.watch.returned(app, tx, { id, orderId, reason: refund.reason, lineIds })
    await tellOfRefund(app, tx, { order, refund, lines, given, others })
  })

/** While the answer was missing, what the provider had sent was taken for another refund of the same sum. */
const isTaken = async (tx: Tx, { id, paymentId }: Selectable<Refund>, { reference }: RefundSeen) =>
  (await tx
    .selectFrom('refund')
    .where('paymentId', '=', paymentId)
    .where('reference', '=', reference)
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()) !== undefined

type Return = { refund: Selectable<Refund>; lineId: number; cents: number; now: Date }

/** The seller gives back what is left of the sale. What a lost dispute has taken before is the operator's loss. */
async function bookReturn(tx: Tx, { refund: { id, orderId, paymentId }, lineId, cents, now: at }: Return) {
  const [of, subject] = [{ kind: 'sale', reference: String(orderId) }, lineSubject({ id: lineId })]
  const left = Math.min(cents, await leftOf(tx, of, subject))
  const reference = `${id}.${lineId}`
  if (left > 0) await reverse(tx, { kind: 'refund', reference, of, cents: left, subject, at })
  if (left === cents) return
  const { provider } = await findPayment(tx, paymentId)
  await post(tx, {
    kind: 'refund of disputed money',
    reference,
    lines: [
      { account: { kind: 'provider', provider }, cents: cents - left, subject },
      { account: { kind: 'house' }, cents: left - cents, subject },
    ],
    at,
  })
}
