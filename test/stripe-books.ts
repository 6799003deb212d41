import type Stripe from 'stripe'
import type { Answer } from './emulator.ts'
import * as make from './stripe-objects.ts'
import type { Charge, Dispute, Intent, Refund, Session, SessionBody, Thing } from './stripe-objects.ts'

/** Stripe's no. */
export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, error: { type: string; message: string; [more: string]: unknown }) {
    super(error.message)
    this.answer = { status, body: { error } }
  }
}
export const invalid = (message: string, code?: string, status = 400) =>
  new Refused(status, { type: 'invalid_request_error', message, ...(code && { code }) })

export const declined = () =>
  new Refused(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })

type Say = (type: string, thing: Thing) => void

/** Stripe's payments, and their next steps. */
export function createBooks(say: Say, page: () => URL) {
  const things = new Map<string, Thing>()
  const intentBodies = new Map<string, SessionBody['payment_intent_data']>()
  /** How things go from now on. */
  const ways = { refunds: 'succeeded', payments: 'succeeded', tellsFee: true, leavesDrafts: false }

  /** Those who are told of each intent that is paid. */
  const whenPaid: ((paid: Intent) => void)[] = []

  function keep<Kept extends Thing>(thing: Kept) {
    things.set(thing.id, thing)
    return thing
  }
  function get<Kind extends Thing>(kind: Kind['object'], id: string | undefined | null) {
    const thing = things.get(id ?? '')
    if (thing?.object !== kind) throw invalid(`No such ${kind}: '${id}'`, 'resource_missing', 404)
    return thing as Kind
  }
  const all = <Kind extends Thing>(kind: Kind['object']) =>
    [...things.values()].filter((thing): thing is Kind => thing.object === kind)
  const intent = (id: string | undefined | null) => get<Intent>('payment_intent', id)
  const session = (id: string | undefined) => get<Session>('checkout.session', id)

  /** A copy in which the ids at these paths are replaced by the things themselves. */
  function expanded(thing: Thing, paths: string[]): Record<string, unknown> {
    const copy = { ...thing } as unknown as Record<string, unknown>
    for (const path of paths) {
      const [first = '', ...rest] = path.split('.')
      const inner = things.get(copy[first] as string)
      if (inner) copy[first] = expanded(inner, rest.length ? [rest.join('.')] : [])
    }
    return copy
  }

  function newIntent(body: Parameters<typeof make.newIntent>[0]) {
    const made = keep(make.newIntent(body))
    say('payment_intent.created', made)
    return made
  }

  /** One attempt to pay, with one of Stripe's test cards. */
  function attempt(paid: Intent, card: string) {
    if (paid.status !== 'requires_payment_method')
      throw invalid(`This PaymentIntent's status is ${paid.status}.`, 'payment_intent_unexpected_state')
    if (card === 'pm_card_chargeDeclined') {
      fail(paid, 'card_declined', 'Your card was declined.')
      throw declined()
    }
    if (card === 'pm_card_authenticationRequired') {
      paid.status = 'requires_action'
      say('payment_intent.requires_action', paid)
    } else if (ways.payments === 'processing') {
      paid.status = 'processing'
      say('payment_intent.processing', paid)
    } else succeed(paid)
    return paid
  }

  function fail(paid: Intent, code: string, message: string) {
    paid.status = 'requires_payment_method'
    paid.last_payment_error = { type: 'card_error', code, message }
    say('payment_intent.payment_failed', paid)
  }

  function succeed(paid: Intent) {
    const transaction = keep(make.newTransaction(paid))
    const charge = keep(make.newCharge(paid, ways.tellsFee ? transaction.id : null))
    paid.status = 'succeeded'
    paid.amount_received = paid.amount
    paid.latest_charge = charge.id
    paid.last_payment_error = null
    say('charge.succeeded', charge)
    say('payment_intent.succeeded', paid)
    for (const tell of whenPaid) tell(paid)
    const started = all<Session>('checkout.session').find((one) => one.payment_intent === paid.id)
    if (!started) return
    Object.assign(started, { status: 'complete', payment_status: 'paid', url: null })
    say('checkout.session.completed', started)
  }

  function cancel(open: Intent) {
    if (['succeeded', 'canceled', 'processing'].includes(open.status))
      throw invalid(
        `You cannot cancel this PaymentIntent because it has a status of ${open.status}.`,
        'payment_intent_unexpected_state',
      )
    open.status = 'canceled'
    say('payment_intent.canceled', open)
    return open
  }

  function newSession(body: SessionBody) {
    const made = keep(make.newSession(body, page()))
    intentBodies.set(made.id, body.payment_intent_data)
    return made
  }

  /** An attempt on the session's page. The first one makes the intent. */
  function paySession(open: Session, card: string) {
    if (open.status !== 'open') throw invalid(`The session is ${open.status}.`)
    const { amount_total: amount, currency } = open
    open.payment_intent ??= newIntent({ amount: amount!, currency: currency!, ...intentBodies.get(open.id) }).id
    const paid = attempt(intent(open.payment_intent), card)
    if (paid.status === 'processing') open.status = 'complete'
    return open
  }

  function expire(open: Session) {
    if (open.status !== 'open')
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. It is ${open.status}.`)
    Object.assign(open, { status: 'expired', url: null })
    if (open.payment_intent) cancel(intent(open.payment_intent))
    say('checkout.session.expired', open)
    return open
  }

  function newRefund(intentId: string, amount: number, metadata: Record<string, string>) {
    const { latest_charge } = intent(intentId)
    if (!latest_charge) throw invalid('This PaymentIntent does not have a successful charge to refund.')
    const charge = get<Charge>('charge', latest_charge)
    if (charge.refunded) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
    if (amount > charge.amount - charge.amount_refunded)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge.`, 'amount_too_large')
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    const refund = keep(make.newRefund(charge, amount, metadata, ways.refunds))
    say('refund.created', refund)
    say('charge.refunded', charge)
    return refund
  }

  function settleRefund(id: string, status: 'succeeded' | 'failed') {
    const refund = get<Refund>('refund', id)
    refund.status = status
    if (status === 'failed') {
      const charge = get<Charge>('charge', refund.charge as string)
      charge.amount_refunded -= refund.amount
      charge.refunded = false
    }
    say(status === 'failed' ? 'refund.failed' : 'charge.refund.updated', refund)
  }

  function newDispute(intentId: string) {
    const dispute = keep(make.newDispute(intent(intentId)))
    say('charge.dispute.created', dispute)
    return dispute.id
  }

  /** A bank's claim is stopped before it becomes a dispute, or a rule of the account refunds it. */
  function preventDispute(intentId: string, by: 'block' | 'resolution') {
    const its = intent(intentId)
    const balance_transactions = by === 'resolution' ? [make.newWithdrawal(its)] : []
    say('charge.dispute.created', keep<Dispute>({ ...make.newDispute(its), status: 'prevented', balance_transactions }))
  }

  function changeDispute(id: string, status: Stripe.Dispute.Status) {
    const dispute = get<Dispute>('dispute', id)
    dispute.status = status
    say(status === 'won' || status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute)
  }

  const refund = (id: string | undefined) => get<Refund>('refund', id)
  const dispute = (id: string | undefined) => get<Dispute>('dispute', id)
  const changes = { newIntent, attempt, fail, succeed, cancel, newSession, paySession, expire, newRefund, settleRefund }
  return {
    ways,
    whenPaid,
    keep,
    get,
    all,
    expanded,
    intent,
    session,
    refund,
    dispute,
    ...changes,
    newDispute,
    preventDispute,
    changeDispute,
  }
}
