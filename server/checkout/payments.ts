import type { Selectable } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db, type Tx } from '#server/db/connect.ts'
import type { Payment } from '#server/db/types.ts'
import type { SubscriptionPrice } from '#server/payments/port-subscriptions.ts'
import type { ProviderName } from '#server/payments/port.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The shop asks by itself when the buyer's browser has had time to tell. */
export const FIRST_LOOK = 2 * MINUTE

/** The first comparison: by then the provider's own books are closed for the day. */
export const compareAfter = (paidAt: Date) => new Date(paidAt.getTime() + DAY)

/** Columns whose types the database can’t tell. */
type Known = { provider: ProviderName; renews: SubscriptionPrice | null }
export type PaymentRow = Omit<Selectable<Payment>, keyof Known> & Known

export const findPayment = (db: Db | Tx, id: number) =>
  db.selectFrom('payment').where('id', '=', id).selectAll().$narrowType<Known>().executeTakeFirstOrThrow()

/** The payment that a provider knows by a reference. */
export const paymentOf = (db: Db | Tx, { provider, reference }: { provider: ProviderName; reference: string }) =>
  db
    .selectFrom('payment')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .selectAll()
    .$narrowType<Known>()
    .executeTakeFirst()

export const lockPayment = async (tx: Tx, id: number) => (await selectLocked(tx, { id }))[0]!
const selectLocked = builtOnce((db, { id }: { id: number }) =>
  db.selectFrom('payment').where('id', '=', id).selectAll().forUpdate().$narrowType<Known>().modifyEnd(plannedOnce),
)

/** The first payment of a subscription. */
export const paymentOfSubscription = (
  db: Db | Tx,
  { provider, subscription }: { provider: string; subscription: string },
) =>
  db
    .selectFrom('payment')
    .where('provider', '=', provider)
    .where('subscription', '=', subscription)
    .selectAll()
    .$narrowType<Known>()
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** A subscription of the provider is being started: the shop does not know it by a reference yet. */
export const startsSubscription = async (db: Db, provider: ProviderName) =>
  (await db
    .selectFrom('payment')
    .where('dueAt', 'is not', null)
    .where('provider', '=', provider)
    .where('state', '=', 'starting')
    .where('renews', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The payment that an order waits for. */
export const livePayment = (db: Db | Tx, orderId: number) =>
  db
    .selectFrom('payment')
    .where('orderId', '=', orderId)
    .where('state', 'in', ['starting', 'open', 'processing'])
    .selectAll()
    .$narrowType<Known>()
    .executeTakeFirst()

/** Open disputes in which a bank takes money. One that only asks has taken none. */
const openDisputes = (db: Db | Tx) =>
  db.selectFrom('dispute').where('dispute.state', '=', 'open').where('dispute.isInquiry', '=', false)

/** An open dispute about a payment of an order. */
export const disputeOf = (db: Db | Tx, orderId: number) =>
  openDisputes(db)
    .innerJoin('payment', 'payment.id', 'dispute.paymentId')
    .where('payment.orderId', '=', orderId)
    .select('dispute.id')
    .executeTakeFirst()

/** While a bank takes a payment itself, the shop sends nothing of it. */
export const isDisputed = async (db: Db | Tx, paymentId: number) =>
  (await openDisputes(db).where('paymentId', '=', paymentId).select('id').executeTakeFirst()) !== undefined

/** The provider knows a payment by this key, however often it is asked. */
export const keyOf = ({ id }: Pick<PaymentRow, 'id'>, act: 'start' | 'end' | `capture-${number}`) =>
  `slide-payment-${id}-${act}`
