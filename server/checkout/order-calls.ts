import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ConfirmedOrder } from '#contract/checkout.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce } from '#server/db/connect.ts'
import { ApiError, conflict, notFound } from '#server/errors.ts'
import { ProviderDown } from '#server/payments/port.ts'
import { stillAsking } from './begin-payment.ts'
import type { OrderLineRow } from './orders.ts'
import type { PaymentRow } from './payments.ts'
import type { Shop } from './shop.ts'
import { settle } from './settle.ts'
import { endOpenOrder } from './start.ts'

type Asked = { buyer: number; reference: string; orderId: number | undefined }

const paymentsOf = builtOnce((db, { buyer, reference, orderId }: Asked, { hasOrder }: { hasOrder: boolean }) =>
  db
    .selectFrom('payment')
    .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
    .where((where) =>
      where.or([where('payment.reference', '=', reference), where('payment.subscription', '=', reference)]),
    )
    .where('shopOrder.buyerId', '=', buyer)
    .$if(hasOrder, (payments) => payments.where(sql<boolean>`payment.order_id = ${orderId}`)) // found by an index
    .selectAll('payment')
    .$narrowType<Pick<PaymentRow, 'provider' | 'renews'>>()
    .orderBy('payment.id')
    .modifyEnd(plannedOnce),
)

/** The browser may have another account by now than the one that pays. */
const UNKNOWN = 'Payment not found. If another account of yours began it, sign in with that one before you pay again.'

/** Asks the provider how a payment stands. The order is found by the payment and its buyer alone. */
export async function confirmPayment(shop: Shop, { buyer, reference, orderId }: Asked): Promise<ConfirmedOrder> {
  const { db } = shop.app
  const [payment] = await paymentsOf(db, { buyer, reference, orderId }, { hasOrder: orderId !== undefined })
  if (!payment) throw new ApiError(404, 'not_found', UNKNOWN)
  const completed = await settle(shop, payment).catch((error: unknown) => {
    throw error instanceof ProviderDown ? stillAsking() : error
  })
  if (completed) return { orderId: payment.orderId, state: 'paid', refused: refusedOf(completed) }
  const { state, paymentState, failure, refused } = await db
    .selectFrom('payment')
    .innerJoin('shopOrder', 'shopOrder.id', 'payment.orderId')
    .where('payment.id', '=', payment.id)
    .select(['shopOrder.state', 'payment.state as paymentState', 'payment.failure'])
    .select((one) =>
      jsonArrayFrom(
        one
          .selectFrom('orderLine')
          .whereRef('orderLine.orderId', '=', 'shopOrder.id')
          .where('refusal', 'is not', null)
          .select(['title', 'refusal as reason'])
          .$narrowType<{ reason: string }>()
          .orderBy('position'),
      ).as('refused'),
    )
    .executeTakeFirstOrThrow()
  if (state === 'paid') return { orderId: payment.orderId, state, refused }
  if (paymentState === 'paid')
    throw conflict('paid_too_late', 'Your payment arrived after this order had ended. It is on its way back to you.')
  if (paymentState === 'canceled') throw conflict('payment_ended', 'This payment was ended. Nothing was charged.')
  if (failure) throw new ApiError(402, 'payment_failed', `${failure} Nothing was charged.`)
  return { orderId: payment.orderId, state: paymentState === 'processing' ? 'processing' : 'open', refused: [] }
}

const refusedOf = (lines: readonly OrderLineRow[]) =>
  lines.flatMap(({ title, refusal }) => (refusal === null ? [] : [{ title, reason: refusal }]))

/** Ends an own order that is not paid. One that was paid meanwhile is complete, and the answer says so. */
export async function cancelOrder(shop: Shop, buyer: number, orderId: number) {
  const find = () =>
    shop.app.db
      .selectFrom('shopOrder')
      .where('id', '=', orderId)
      .where('buyerId', '=', buyer)
      .select('state')
      .executeTakeFirst()
  const order = await find()
  if (!order) throw notFound('Order')
  if (order.state === 'open') await endOpenOrder(shop, orderId, 'canceled')
  const { state } = (await find())!
  if (state === 'open') throw conflict('still_paying', 'This payment is being processed. Wait a moment.')
  return { state }
}
