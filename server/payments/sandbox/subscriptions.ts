import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import { ProviderRefused, type StartedPayment } from '#server/payments/port.ts'
import type {
  NewSubscription,
  SubscriptionRequest,
  Subscriptions,
  SubscriptionSeen,
} from '#server/payments/port-subscriptions.ts'
import { DECLINED, findCard, type SavedCard } from './cards.ts'
import { once } from './once.ts'
import { begin, beginPeriods, endSubscription } from './renewals.ts'
import { expectUp } from './expect-up.ts'
import { seen as paymentSeen } from './payments.ts'
import type { Sandboxed } from './sandboxed.ts'
import { changeSubscription, findSubscription, lockSubscription, type SubscriptionRow } from './subscription-rows.ts'

/** A buyer who has not agreed by then does not come any more. */
const PATIENCE = 23 * 60 * 60_000

export const sandboxSubscriptions = (box: Sandboxed): Subscriptions => ({
  start: (request) => begun(box, 'start', request, (tx) => start(box, tx, request)),

  async find(reference) {
    await expectUp(box)
    return seen(await findSubscription(box, reference))
  },

  async findPayments({ reference, since }) {
    await expectUp(box)
    const { id } = await findSubscription(box, reference)
    const rows = await box.db
      .selectFrom('sandboxPayment')
      .where('subscriptionId', '=', id)
      .where('createdAt', '>=', since)
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...paymentSeen(row),
      reference: row.reference,
      from: row.periodFrom!,
      until: row.periodUntil!,
      nextTryAt: row.nextTryAt,
    }))
  },

  cancel: (request) =>
    changed(box, 'cancel', request, async (tx, subscription) => {
      const { state, endsWithPeriod } = subscription
      if (state !== 'active') await end(box, tx, subscription)
      else if (!endsWithPeriod) await changeSubscription(box, tx, subscription, { endsWithPeriod: true })
    }),

  resume: (request) => begun(box, 'resume', request, (tx) => resume(box, tx, request)),

  end: (request) => changed(box, 'end', request, (tx, subscription) => end(box, tx, subscription)),
})

type Begun = { key: string; returnUrl?: string; cancelUrl?: string }

/** A repetition may come from another address of the shop: the pages to return to are no part of what is asked. */
async function begun(box: Sandboxed, name: string, request: Begun, act: (tx: Tx) => Promise<string>) {
  const { returnUrl: _, cancelUrl: _other, ...asked } = request
  const reference = await once(box, name, asked, act)
  return started(await findSubscription(box, reference))
}

/** The buyer’s part, as long as it is left to do. */
const started = ({ reference, state, clientSecret, returnUrl }: SubscriptionRow): StartedPayment => ({
  reference,
  clientSecret: state === 'challenged' ? clientSecret : null,
  approvalUrl: state === 'open' ? new URL(`/sandbox/subscribe/${reference}`, returnUrl).href : null,
})

async function changed(
  box: Sandboxed,
  name: string,
  request: SubscriptionRequest,
  act: (tx: Tx, subscription: SubscriptionRow) => Promise<void>,
) {
  const reference = await once(box, name, request, async (tx) => {
    await act(tx, await lockSubscription(tx, request.reference))
    return request.reference
  })
  return seen(await findSubscription(box, reference))
}

async function start(box: Sandboxed, tx: Tx, { card: given, ...request }: NewSubscription) {
  const card = request.method === 'credit' ? await findCard(tx, given) : null
  if (card?.outcome === 'declined') throw new ProviderRefused(DECLINED)
  const subscription = await open(box, tx, request, card)
  if (card?.outcome === 'paid') await begin(box, tx, subscription)
  return subscription.reference
}

type Opening = Omit<NewSubscription, 'card'>

function open({ clock }: Sandboxed, tx: Tx, request: Opening, card: SavedCard | null): Promise<SubscriptionRow> {
  const { method, cents: firstCents, price, trialDays, orderId, description, returnUrl, cancelUrl } = request
  expectAmounts(firstCents, price)
  const now = clock.now()
  return tx
    .insertInto('sandboxSubscription')
    .values({
      ...price,
      method,
      firstCents,
      trialDays,
      orderId,
      description,
      returnUrl,
      cancelUrl,
      reference: `sbs_${randomUUID()}`,
      clientSecret: randomBytes(24).toString('base64url'),
      state: card?.outcome === 'challenged' ? 'challenged' : 'open',
      paidWith: card?.paidWith ?? (method === 'paypal' ? 'PayPal' : 'Google Pay'),
      renewalsFail: card?.renewalsFail ?? false,
      dueAt: new Date(now.getTime() + PATIENCE),
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function expectAmounts(cents: number, price: NewSubscription['price']) {
  if (cents < 0 || price.cents <= 0) throw new ProviderRefused('A subscription needs a price.')
}

async function resume(box: Sandboxed, tx: Tx, { reference }: SubscriptionRequest) {
  const subscription = await lockSubscription(tx, reference)
  const { state, endsWithPeriod, renewalsFail, cents, paidUntil } = subscription
  if (state === 'ended') throw new ProviderRefused('This subscription has ended.')
  if (state === 'paused' && renewalsFail) throw new ProviderRefused(DECLINED)
  const now = box.clock.now()
  const from = paidUntil && paidUntil > now ? paidUntil : now // steps may have paused it before its time
  if (state === 'paused') await beginPeriods(box, tx, subscription, { from, cents })
  else if (endsWithPeriod) await changeSubscription(box, tx, subscription, { endsWithPeriod: false })
  return reference
}

async function end(box: Sandboxed, tx: Tx, subscription: SubscriptionRow) {
  if (subscription.state !== 'ended') await endSubscription(box, tx, subscription)
}

const seen = (row: SubscriptionRow): SubscriptionSeen => {
  const { state, plan, cents, every, paidUntil, endsWithPeriod, paidWith, failure } = row
  return {
    state: state === 'challenged' ? 'open' : state,
    price: { plan, cents, every },
    currency: 'USD',
    paidUntil,
    endsWithPeriod,
    paidWith: paidUntil && paidWith,
    failure,
  }
}
