import { sql, type Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Dispute } from '#server/db/types.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { leftOf, lineSubject, reverse } from '#server/ledger/index.ts'
import { providerNamed } from '#server/payments/payments.ts'
import { ProviderRefused, type DisputeSeen, type Provider } from '#server/payments/port.ts'
import type { Goods, Shop, Watch, WatchedShop } from './shop.ts'
import { restOfPayment, TAKEN_BY_BANK } from './cut-refund.ts'
import { keptCents } from './kept-cents.ts'
import { linesByKind } from './line-kinds.ts'
import { linesOf, lockOrder } from './orders.ts'
import { findPayment, paymentOf, type PaymentRow } from './payments.ts'
import { givenWith, takeTurns } from './return-lines.ts'
import { settle } from './settle.ts'

const DAY = 24 * 60 * 60_000
/** A payment is booked at the latest so long after a message about its dispute. */
const KEPT = 4 * DAY

/** Looks at open disputes each day. The message of the end of one may get lost, and until then nothing of it can be refunded. */
export const disputeTaker = (goods: Goods, watch: Watch): Taker => ({
  name: 'look at open disputes',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'dispute',
      column: 'due_at',
      retryAfter: DAY,
      act: (id) => look({ app, ...goods, watch }, id),
    }),
})

async function look(shop: WatchedShop, id: number) {
  const { db, payments } = shop.app
  const disputes = db.selectFrom('dispute').where('id', '=', id)
  const { reference, paymentId } = await disputes.select(['reference', 'paymentId']).executeTakeFirstOrThrow()
  const { provider } = await findPayment(db, paymentId)
  await followDispute(shop, providerNamed(payments, provider), reference)
}

/**
 * Follows a dispute between a buyer's bank and the shop. Its money lies with the bank at once, so the sellers' earnings
 * shrink at once; they come back if it is won. If it is lost, the buyer loses what the whole payment was for. A bank that
 * only asks about the payment has taken nothing, so nothing shrinks. False: the shop does not know the payment.
 */
export async function followDispute(shop: WatchedShop, provider: Provider, reference: string) {
  const seen = await provider.findDispute(reference)
  const payment = await paymentOf(shop.app.db, { provider: provider.name, reference: seen.payment })
  if (!payment) return false // of another shop with the same account at the provider
  await settle(shop, payment) // the sale is in the books before it is taken out of them
  await shop.app.db.transaction().execute(async (tx) => {
    await takeTurns(shop, tx, await lockOrder(tx, payment.orderId))
    const dispute = await keep(shop, tx, payment, { reference, seen })
    if (dispute.state !== 'open') {
      if (seen.state !== dispute.state) await compareSoon(shop, tx, payment.id)
      return
    }
    if (seen.state !== 'open') await close(shop, tx, { payment, dispute, seen })
    if (!dispute.isInquiry) await shop.watch.disputed(shop.app, tx, payment.orderId)
  })
  return true
}

/** A bank that changes the end of a dispute gives or takes money, which stands at the desk: people decide what follows. */
const compareSoon = ({ app }: Shop, tx: Tx, paymentId: number) =>
  tx.updateTable('payment').set({ compareAt: app.clock.now() }).where('id', '=', paymentId).execute()

/** Follows disputes that were told before the payment that they are about was booked. Their messages were kept. */
export async function followKept(shop: WatchedShop, provider: Provider, { createdAt }: PaymentRow) {
  const kept = await shop.app.db
    .selectFrom('providerEvent')
    .leftJoin('dispute', 'dispute.reference', 'providerEvent.reference')
    .where('provider', '=', provider.name)
    .where('about', '=', 'dispute')
    .where('receivedAt', '>', new Date(createdAt.getTime() - KEPT))
    .where('dispute.id', 'is', null)
    .select('providerEvent.reference')
    .distinct()
    .execute()
  for (const { reference } of kept)
    await followDispute(shop, provider, reference).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error // nothing would be known an hour later either
    })
}

type Disputed = { id: number; orderId: number }
type Seen = { reference: string; seen: DisputeSeen }
type Closed = { payment: Disputed; dispute: Selectable<Dispute>; seen: DisputeSeen }

/**
 * Gives back what the dispute froze, and takes the loss of a lost one of each line. What other open disputes froze comes
 * back before: a line bears its own part, whatever they took of it. Then they freeze what is left.
 */
async function close(shop: Shop, tx: Tx, { payment, dispute, seen }: Closed) {
  const now = shop.app.clock.now()
  const { id } = dispute
  const before = await keptOf(tx, payment.orderId)
  const isLost = seen.state === 'lost'
  const cents = isLost ? Math.min(dispute.cents, seen.cents) : dispute.cents // they may have agreed on a part
  const closed = { state: seen.state, closedAt: now, dueAt: null, cents, frozenCents: 0 }
  await tx.updateTable('dispute').set(closed).where('id', '=', id).execute()
  if (dispute.isInquiry) return // it froze nothing
  const all = await tx.selectFrom('dispute').where('paymentId', '=', payment.id).selectAll().orderBy('id').execute()
  const others = all.filter(({ state, isInquiry }) => state === 'open' && !isInquiry)
  for (const one of [dispute, ...others].filter(({ frozenCents }) => frozenCents > 0))
    for (const reference of [String(one.id), ...all.map((ended) => `${one.id}.${ended.id}`)])
      await giveBack(tx, reference, now)
  if (isLost) {
    await endRefunds(tx, payment.id, now)
    await takeLoss(shop, tx, { id, orderId: payment.orderId }, before)
  }
  for (const one of others) await freeze(tx, payment, { dispute: one, reference: `${one.id}.${id}`, at: now })
}

/** The cents of each line that neither refunds nor lost disputes took. */
async function keptOf(tx: Tx, orderId: number) {
  const rows = await tx
    .selectFrom('orderLine')
    .where('orderId', '=', orderId)
    .select(['id', keptCents('order_line').as('cents')])
    .execute()
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

/** Takes back each line of which nothing is kept any more, and tells the others how much of them is lost. */
async function takeLoss({ app, kinds }: Shop, tx: Tx, { id, orderId }: Disputed, before: ReadonlyMap<number, number>) {
  const after = await keptOf(tx, orderId)
  const lines = (await linesOf(tx, orderId)).map((line) => ({
    ...line,
    kept: after.get(line.id)!,
    lostCents: before.get(line.id)! - after.get(line.id)!,
  }))
  for (const line of lines) await bookLoss(tx, { ...line, orderId }, `${id}.${line.id}`, app.clock.now())
  const paid = lines.filter(({ refundedCents, totalCents }) => refundedCents < totalCents)
  const [gone, left] = [paid.filter(({ kept }) => kept === 0), paid.filter(({ kept }) => kept > 0)]
  const without = gone.filter(({ sellerId }) => !left.some((line) => line.sellerId === sellerId))
  const taken = [...gone, ...(await givenWith(tx, orderId, lines, without))].filter(({ state }) => state === 'granted')
  const shrunk = left.filter(({ state }) => state === 'granted')
  for (const [kind, ofKind] of linesByKind(kinds, [...taken, ...shrunk])) await kind.lock(tx, ofKind)
  const returned = taken.map((line) => ({
    ...line,
    returnedCents: line.totalCents - line.refundedCents,
    sellerReturnedCents: line.sellerCents,
    isWhole: true,
    isLost: true,
  }))
  for (const line of returned) {
    const all = { refundedCents: line.totalCents, sellerCents: 0 }
    await tx.updateTable('orderLine').set(all).where('id', '=', line.id).execute()
    await kinds[line.kind].revoke(app, tx, line)
  }
  for (const [kind, ofKind] of linesByKind(kinds, returned)) await kind.revoked?.(app, tx, ofKind)
  for (const line of shrunk) await kinds[line.kind].shrink?.(app, tx, line)
}

type Lost = { id: number; orderId: number; lostCents: number }

/** Those who earned a line lose what was lost of it, whatever others lost before. */
async function bookLoss(tx: Tx, { id, orderId, lostCents }: Lost, reference: string, at: Date) {
  const [of, subject] = [{ kind: 'sale', reference: String(orderId) }, lineSubject({ id })]
  const cents = Math.min(lostCents, await leftOf(tx, of, subject))
  if (cents > 0) await reverse(tx, { kind: 'lost in dispute', reference, of, cents, subject, at })
}

async function keep({ app }: Shop, tx: Tx, { id, orderId }: Disputed, { reference, seen }: Seen) {
  const former = await tx
    .selectFrom('dispute')
    .where('paymentId', '=', id)
    .where('reference', '=', reference)
    .selectAll()
    .executeTakeFirst()
  const { isInquiry, cents, reason } = seen
  const isGrown = former?.isInquiry && !isInquiry // also one that was settled before
  if (former && !isGrown) return former
  const at = app.clock.now()
  const open = { state: 'open' as const, closedAt: null, dueAt: new Date(at.getTime() + DAY) }
  const given = { ...open, isInquiry, cents, reason, frozenCents: 0 }
  const kept = former
    ? tx.updateTable('dispute').set(given).where('id', '=', former.id)
    : tx.insertInto('dispute').values({ paymentId: id, reference, openedAt: at, ...given })
  const dispute = await kept.returningAll().executeTakeFirstOrThrow()
  if (isInquiry) return dispute
  const frozenCents = await freeze(tx, { orderId }, { dispute, reference: String(dispute.id), at })
  return { ...dispute, frozenCents } // it may be over already, and gives them back then
}

type Freeze = { dispute: Selectable<Dispute>; reference: string; at: Date }

/** Freezes the earnings of a sale, and tells how much. Of a payment that no order took, there are none. */
async function freeze(
  tx: Tx,
  { orderId }: Pick<Disputed, 'orderId'>,
  { dispute: { id, cents }, reference, at }: Freeze,
) {
  const of = { kind: 'sale', reference: String(orderId) }
  const frozenCents = Math.min(cents, await leftOf(tx, of))
  await tx.updateTable('dispute').set({ frozenCents }).where('id', '=', id).execute()
  if (frozenCents > 0) await reverse(tx, { kind: 'dispute', reference, of, cents: frozenCents, at })
  return frozenCents
}

/** Gives back what is left of one freeze, if there was one. */
async function giveBack(tx: Tx, reference: string, at: Date) {
  const of = { kind: 'dispute', reference }
  const cents = await leftOf(tx, of)
  if (cents > 0) await reverse(tx, { kind: 'dispute closed', reference, of, cents, at })
}

/**
 * Lost disputes have taken the whole payment, and with it what the shop was about to send. Refunds that the provider has
 * begun go on.
 */
async function endRefunds(tx: Tx, paymentId: number, at: Date) {
  const ended = await tx
    .updateTable('refund')
    .from('payment')
    .set({ state: 'failed', dueAt: null, failure: TAKEN_BY_BANK })
    .whereRef('payment.id', '=', 'paymentId')
    .where('payment.id', '=', paymentId)
    .where('refund.state', '=', 'pending')
    .where('refund.reference', 'is', null)
    .where(restOfPayment(sql.ref('refund.cents')), '<=', 0)
    .returning(['refund.id', 'refund.cents'])
    .execute()
  for (const { id, cents } of ended) {
    const [kind, reference] = ['unclaimed payment', String(id)]
    if (await leftOf(tx, { kind, reference }))
      await reverse(tx, { kind: 'dispute lost', reference, of: { kind, reference }, cents, at })
  }
}
