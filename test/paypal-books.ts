import type { Answer } from './emulator.ts'
import { centsOf, newId, usd, type Money } from './paypal-values.ts'

type Link = { href: string; rel: string; method: string }
type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED'
type Capture = {
  id: string
  status: CaptureStatus
  status_details?: { reason: string }
  amount: Money
  custom_id: string
  final_capture: boolean
  seller_receivable_breakdown?: { gross_amount: Money; paypal_fee: Money; net_amount: Money }
  create_time: string
  update_time: string
  links: Link[]
}
type OrderStatus = 'CREATED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
type Unit = {
  reference_id: string
  amount: Money
  custom_id: string
  description: string
  payments?: { captures: Capture[]; refunds?: Refund[] }
}
export type Order = {
  id: string
  intent: 'CAPTURE'
  status: OrderStatus
  purchase_units: [Unit]
  payment_source: { paypal: Record<string, never> }
  create_time: string
  links: Link[]
}
export type Refund = {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  amount: Money
  create_time: string
  update_time: string
  links: Link[]
}
type DisputeStatus = 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
export type Dispute = {
  dispute_id: string
  create_time: string
  update_time: string
  disputed_transactions: { seller_transaction_id: string; gross_amount: Money }[]
  reason: string
  status: DisputeStatus
  dispute_amount: Money
  dispute_outcome?: { outcome_code: string; amount_refunded?: Money }
}
export type OrderBody = {
  purchase_units: [Omit<Unit, 'reference_id'>]
  payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string } } }
}
type Say = (type: string, resourceType: string, resource: object) => void

const now = () => new Date().toISOString().replace(/\.\d+/, '')

/** PayPal's no. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, name: string, issue: string, description: string) {
    super(description)
    const message =
      'The requested action could not be performed, semantically incorrect, or failed business validation.'
    this.answer = { status, body: { name, message, debug_id: newId(), details: [{ issue, description }], links: [] } }
  }
}
export const unprocessable = (issue: string, description: string) =>
  new Refused(422, 'UNPROCESSABLE_ENTITY', issue, description)
export const unknown = () =>
  new Refused(
    404,
    'RESOURCE_NOT_FOUND',
    'INVALID_RESOURCE_ID',
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  )

/** PayPal's orders and captures, and their next steps. */
export function createBooks(say: Say, address: () => URL) {
  const orders = new Map<string, Order>()
  const pages = new Map<string, { return_url: string; cancel_url: string; isDeclined: boolean }>()
  const sales = new Map<string, Capture>()
  const refunds = new Map<string, Refund>()
  const refundsOf = new Map<string, Refund[]>()
  const refundedOf = (captureId: string) =>
    (refundsOf.get(captureId) ?? [])
      .filter(({ status }) => status !== 'FAILED')
      .reduce((sum, { amount }) => sum + centsOf(amount), 0)
  const disputes = new Map<string, Dispute>()
  /** How things go from now on. */
  const ways: { captures: CaptureStatus; refunds: Refund['status'] } = { captures: 'COMPLETED', refunds: 'COMPLETED' }

  const link = (rel: string, path: string, method = 'GET') => ({ href: new URL(path, address()).href, rel, method })
  function found<Thing>(things: Map<string, Thing>, id: string | undefined) {
    const thing = things.get(id ?? '')
    if (!thing) throw unknown()
    return thing
  }
  const order = (id: string | undefined) => found(orders, id)
  const orderOfCapture = (id: string | undefined) => {
    const its = [...orders.values()].find((one) => one.purchase_units[0].payments?.captures[0]?.id === id)
    if (!its) throw unknown()
    return its
  }
  const captureOf = (its: Order) => its.purchase_units[0].payments!.captures[0]!
  /** A capture that is asked for by itself, or told, names its order. */
  const withOrder = (its: Order) => ({
    ...captureOf(its),
    supplementary_data: { related_ids: { order_id: its.id } },
  })
  const capture = (id: string | undefined) => sales.get(id ?? '') ?? withOrder(orderOfCapture(id))

  /** A capture without an order: the payment of a subscription. */
  function newSale({ cents, fee, at, customId }: { cents: number; fee: number; at: string; customId: string }) {
    const id = newId()
    const made: Capture = {
      id,
      status: 'COMPLETED',
      amount: usd(cents),
      custom_id: customId,
      final_capture: true,
      seller_receivable_breakdown: { gross_amount: usd(cents), paypal_fee: usd(fee), net_amount: usd(cents - fee) },
      create_time: at,
      update_time: at,
      links: [link('self', `/v2/payments/captures/${id}`)],
    }
    sales.set(id, made)
    return made
  }

  function newOrder({ purchase_units, payment_source }: OrderBody) {
    const id = newId()
    const made: Order = {
      id,
      intent: 'CAPTURE',
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: [{ reference_id: 'default', ...purchase_units[0] }],
      payment_source: { paypal: {} },
      create_time: now(),
      links: [link('self', `/v2/checkout/orders/${id}`), link('payer-action', `/checkoutnow?token=${id}`)],
    }
    orders.set(id, made)
    pages.set(id, { ...payment_source.paypal.experience_context, isDeclined: false })
    return made
  }

  /** The buyer's choice on PayPal's page, and the way back. */
  function choose(id: string, choice: 'approve' | 'decline' | 'cancel') {
    const its = order(id)
    const page = pages.get(id)!
    if (choice === 'cancel') return page.cancel_url
    page.isDeclined = choice === 'decline' // which shows when the shop captures
    its.status = 'APPROVED'
    say('CHECKOUT.ORDER.APPROVED', 'checkout-order', its)
    const back = new URL(page.return_url)
    back.searchParams.set('token', id)
    back.searchParams.set('PayerID', newId().slice(0, 13))
    return back.href
  }

  function captureOrder(its: Order) {
    const page = pages.get(its.id)!
    if (its.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
    if (its.status !== 'APPROVED')
      throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.')
    if (page.isDeclined) {
      its.status = 'PAYER_ACTION_REQUIRED'
      throw unprocessable(
        'INSTRUMENT_DECLINED',
        'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
      )
    }
    const [unit] = its.purchase_units
    const id = newId()
    const made: Capture = {
      id,
      status: ways.captures,
      amount: unit.amount,
      custom_id: unit.custom_id,
      final_capture: true,
      create_time: now(),
      update_time: now(),
      links: [link('self', `/v2/payments/captures/${id}`), link('up', `/v2/checkout/orders/${its.id}`)],
    }
    unit.payments = { captures: [made] }
    its.status = 'COMPLETED'
    settle(its, ways.captures)
    return its
  }

  function settle(its: Order, status: CaptureStatus) {
    const captured = captureOf(its)
    captured.status = status
    delete captured.status_details
    if (status === 'PENDING') captured.status_details = { reason: 'PENDING_REVIEW' }
    if (status === 'COMPLETED') {
      const gross = centsOf(captured.amount)
      const fee = Math.round(gross * 0.0349) + 49
      captured.seller_receivable_breakdown = {
        gross_amount: usd(gross),
        paypal_fee: usd(fee),
        net_amount: usd(gross - fee),
      }
    }
    say(`PAYMENT.CAPTURE.${status}`, 'capture', withOrder(its))
  }

  function newRefund(captureId: string | undefined, amount: Money, tell: Say = say) {
    const sale = sales.get(captureId ?? '')
    const its = sale ?? captureOf(orderOfCapture(captureId))
    const before = refundedOf(its.id)
    const left = centsOf(its.amount) - before - centsOf(amount)
    if (before === centsOf(its.amount))
      throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
    if (left < 0)
      throw unprocessable(
        'REFUND_AMOUNT_EXCEEDED',
        'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
      )
    its.status = left === 0 ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    const id = newId()
    const made: Refund = {
      id,
      status: ways.refunds,
      amount,
      create_time: now(),
      update_time: now(),
      links: [link('self', `/v2/payments/refunds/${id}`), link('up', `/v2/payments/captures/${its.id}`)],
    }
    refunds.set(id, made)
    refundsOf.set(its.id, [...(refundsOf.get(its.id) ?? []), made])
    if (!sale) orderOfCapture(its.id).purchase_units[0].payments!.refunds = refundsOf.get(its.id)!
    if (sale) tell('PAYMENT.SALE.REFUNDED', 'sale', { ...made, sale_id: its.id })
    else tell('PAYMENT.CAPTURE.REFUNDED', 'refund', made)
    return made
  }

  function settleRefund(id: string, status: 'COMPLETED' | 'FAILED') {
    const refund = found(refunds, id)
    refund.status = status
    say(status === 'FAILED' ? 'PAYMENT.REFUND.FAILED' : 'PAYMENT.CAPTURE.REFUNDED', 'refund', refund)
  }

  /** About an order, or a capture without one. */
  function newDispute(about: string) {
    const { id, amount } = sales.get(about) ?? captureOf(order(about))
    const made: Dispute = {
      dispute_id: `PP-D-${newId()}`,
      create_time: new Date().toISOString(),
      update_time: new Date().toISOString(),
      disputed_transactions: [{ seller_transaction_id: id, gross_amount: amount }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status: 'OPEN',
      dispute_amount: amount,
    }
    disputes.set(made.dispute_id, made)
    say('CUSTOMER.DISPUTE.CREATED', 'dispute', made)
    return made.dispute_id
  }

  /** `refunded`: the cents that its buyer gets, if the two have agreed on a part. */
  function changeDispute(id: string, status: DisputeStatus, outcome_code?: string, refunded?: number) {
    const dispute = found(disputes, id)
    dispute.status = status
    const amount_refunded = refunded === undefined ? undefined : usd(refunded)
    if (outcome_code) dispute.dispute_outcome = { outcome_code, ...(amount_refunded && { amount_refunded }) }
    say(`CUSTOMER.DISPUTE.${status === 'RESOLVED' ? 'RESOLVED' : 'UPDATED'}`, 'dispute', dispute)
  }

  return {
    ways,
    orders,
    refunds,
    order,
    capture,
    refund: (id: string | undefined) => found(refunds, id),
    dispute: (id: string | undefined) => found(disputes, id),
    newSale,
    newOrder,
    choose,
    captureOrder,
    settle,
    newRefund,
    /** PayPal takes the money of a plan's payment back itself. Its message is about the refund, and names no sale. */
    reverseSale: (id: string) =>
      newRefund(id, found(sales, id).amount, (_type, kind, refund) =>
        say('PAYMENT.SALE.REVERSED', kind, { id: (refund as Refund).id, state: 'completed' }),
      ),
    settleRefund,
    newDispute,
    changeDispute,
    /** Drops an order that nobody approved, as PayPal does after some hours. */
    forget: (id: string) => orders.delete(id),
  }
}
