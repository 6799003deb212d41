import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { SandboxPayment } from '#server/db/types.ts'
import {
  ProviderRefused,
  type NewPayment,
  type NewRefund,
  type PaymentSeen,
  type Provider,
} from '#server/payments/port.ts'
import type { Sandboxed } from './sandboxed.ts'
import { emit } from './events.ts'
import { down, expectUp } from './expect-up.ts'

type Row = Selectable<SandboxPayment>

type Calls = Omit<Provider, 'name' | 'methods' | 'subscriptions' | 'payouts' | 'readEvent'>

export const sandboxPayments = (box: Sandboxed): Calls => ({
  async startPayment(payment) {
    const { reference, clientSecret, method, returnUrl } = await open(box, payment)
    const isCard = method === 'credit'
    return {
      reference,
      clientSecret: isCard ? clientSecret : null,
      approvalUrl: isCard ? null : new URL(`/sandbox/approve/${reference}`, returnUrl).href,
    }
  },

  findPayment: async (reference) => seen(await expectPayment(box.db, reference, { locks: false })),

  capturePayment: async ({ reference }) =>
    seen(
      await change(box, reference, (payment) => {
        if (payment.state === 'paid') return null
        if (payment.state !== 'approved') throw new ProviderRefused('The buyer has not approved this payment.')
        return { state: 'paid' }
      }),
    ),

  cancelPayment: async (reference) =>
    seen(
      await change(box, reference, ({ state }) =>
        state === 'paid' || state === 'canceled' ? null : { state: 'canceled' },
      ),
    ),

  async refund(refund) {
    const { refundsFail } = await expectUp(box)
    return writeRefund(box, refund, refundsFail)
  },

  async findRefund({ reference }) {
    await expectUp(box)
    return box.db
      .selectFrom('sandboxRefund')
      .where('reference', '=', reference)
      .select(['reference', 'state', 'cents'])
      .executeTakeFirstOrThrow(() => new ProviderRefused('No such refund.'))
  },

  async listRefunds(payment) {
    await expectUp(box)
    const refunds = box.db.selectFrom('sandboxRefund').innerJoin('sandboxPayment', 'sandboxPayment.id', 'paymentId')
    return refunds
      .where('sandboxPayment.reference', '=', payment)
      .select(['sandboxRefund.reference', 'sandboxRefund.state', 'sandboxRefund.cents'])
      .execute()
  },

  async findRefundedPayment({ reference }) {
    await expectUp(box)
    const payment = await box.db
      .selectFrom('sandboxRefund')
      .innerJoin('sandboxPayment', 'sandboxPayment.id', 'paymentId')
      .where('sandboxRefund.reference', '=', reference)
      .select('sandboxPayment.reference')
      .executeTakeFirstOrThrow(() => new ProviderRefused('No such refund.'))
    return payment.reference
  },

  async findDispute(reference) {
    await expectUp(box)
    const seen = await box.db
      .selectFrom('sandboxDispute')
      .innerJoin('sandboxPayment', 'sandboxPayment.id', 'paymentId')
      .where('sandboxDispute.reference', '=', reference)
      .select(['sandboxPayment.reference as payment', 'sandboxDispute.state', 'sandboxDispute.cents', 'reason'])
      .executeTakeFirstOrThrow(() => new ProviderRefused('No such dispute.'))
    return { ...seen, isInquiry: false }
  },
})

async function open({ db, clock }: Sandboxed, { key, ...payment }: NewPayment): Promise<Row> {
  const values = {
    ...payment,
    key,
    reference: `sb_${randomUUID()}`,
    clientSecret: randomBytes(24).toString('base64url'),
    createdAt: clock.now(),
  }
  const names = Object.keys(values) as (keyof typeof values)[]
  const row = await db
    .insertInto('sandboxPayment')
    .columns(names)
    .expression((one) =>
      one
        .selectFrom('sandboxSetting')
        .where('isDown', '=', false)
        .select(names.map((name) => one.val(values[name]).as(name))),
    )
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key })) // the same, so that the row is returned
    .returningAll()
    .executeTakeFirst()
  if (!row) throw down()
  if (row.cents !== payment.cents || row.method !== payment.method)
    throw new ProviderRefused('This key was used for another payment.')
  return row
}

/** A payment of the sandbox, as its own pages look it up. */
export const find = ({ db }: Pick<Sandboxed, 'db'>, reference: string): Promise<Row> =>
  db
    .selectFrom('sandboxPayment')
    .where('reference', '=', reference)
    .selectAll()
    .executeTakeFirstOrThrow(() => new ProviderRefused('No such payment.'))

/** A payment, and whether the sandbox plays dead. */
const selectPayment = builtOnce((db, { reference }: { reference: string }, { locks }: { locks: boolean }) =>
  db
    .selectFrom('sandboxPayment')
    .innerJoin('sandboxSetting', (join) => join.onTrue())
    .where('reference', '=', reference)
    .selectAll('sandboxPayment')
    .select('isDown')
    .$if(locks, (payments) => payments.forUpdate('sandboxPayment'))
    .modifyEnd(plannedOnce),
)

async function expectPayment(db: Db | Tx, reference: string, how: { locks: boolean }): Promise<Row> {
  const [payment] = await selectPayment(db, { reference }, how)
  if (!payment) throw new ProviderRefused('No such payment.')
  if (payment.isDown) throw down()
  return payment
}

/** Changes a payment under its lock and tells the shop by an event. Null: nothing changes. */
export const change = (
  box: Sandboxed,
  reference: string,
  next: (payment: Row) => Updateable<SandboxPayment> | null,
): Promise<Row> =>
  box.db.transaction().execute(async (tx) => {
    const payment = await expectPayment(tx, reference, { locks: true })
    const values = next(payment)
    if (!values) return payment
    if (payment.subscriptionId) throw new ProviderRefused('This payment belongs to a subscription.')
    const changed = await tx
      .updateTable('sandboxPayment')
      .set(values)
      .where('id', '=', payment.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (changed.state !== payment.state || changed.failure !== payment.failure)
      await emit(box, tx, { about: 'payment', reference })
    return changed
  })

export const seen = ({ state, cents, paidWith, failure }: Row): PaymentSeen => ({
  state: state === 'challenged' ? 'open' : state,
  cents,
  currency: 'USD',
  feeCents: state === 'paid' ? feeOf(cents) : null,
  paidWith: state === 'paid' ? paidWith : null,
  failure,
})

/** Card companies take about 2.9 % and 30 cents. */
const feeOf = (cents: number) => Math.round(cents * 0.029) + 30

const writeRefund = (box: Sandboxed, { key, payment: reference, cents }: NewRefund, fails: boolean) =>
  box.db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('sandboxPayment')
      .where('reference', '=', reference)
      .selectAll()
      .forUpdate() // two refunds at once could return more than was paid
      .executeTakeFirstOrThrow(() => new ProviderRefused('No such payment.'))
    const former = await tx
      .selectFrom('sandboxRefund')
      .where('key', '=', key)
      .select(['reference', 'state', 'cents', 'paymentId'])
      .executeTakeFirst()
    if (former) {
      const { paymentId, ...same } = former
      if (paymentId !== payment.id || same.cents !== cents)
        throw new ProviderRefused('This key was used for another refund.')
      return same
    }
    if (payment.state !== 'paid') throw new ProviderRefused('This payment was not paid.')
    if (cents > payment.cents - (await refunded(tx, payment.id)))
      throw new ProviderRefused('More can’t be refunded than was paid.')
    const refund = {
      reference: `sbr_${randomUUID()}`,
      state: fails ? ('failed' as const) : ('done' as const),
      cents,
    }
    await tx
      .insertInto('sandboxRefund')
      .values({ ...refund, key, paymentId: payment.id, createdAt: box.clock.now() })
      .execute()
    await emit(box, tx, { about: 'refund', reference: refund.reference })
    return refund
  })

const refunded = async (tx: Tx, paymentId: number) => {
  const rows = await tx
    .selectFrom('sandboxRefund')
    .where('paymentId', '=', paymentId)
    .where('state', '=', 'done')
    .select('cents')
    .execute()
  return rows.reduce((sum, { cents }) => sum + cents, 0)
}
