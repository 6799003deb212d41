import { sql, type Selectable } from 'kysely'
import { builtOnce } from '#server/db/built-once.ts'
import { listed, plannedOnce, type Tx } from '#server/db/connect.ts'
import type { Refund } from '#server/db/types.ts'
import { kinds } from '#server/items/index.ts'
import { earnersOf, lineSubject } from '#server/ledger/index.ts'
import { mailOf } from '#server/mail/mail.ts'
import { dollarWords } from '#server/money.ts'
import { notify, type NewNotice } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import type { Part } from './credit.ts'
import { receiptMail, refundMail, saleMail } from './mails.ts'
import { adjustmentsOf, type LockedOrder, type OrderLineRow } from './orders.ts'

type Sale = {
  order: LockedOrder
  lines: OrderLineRow[]
  parts: ReadonlyMap<number, readonly Part[]>
  /** The next period of a subscription, which nobody has pressed a button for. */
  isRenewal: boolean
  /** Notices of the rooms that sell the lines. */
  others: NewNotice[]
}

/** Writes the buyer's receipt, and tells each seller and those who share their earnings. Notices come last. */
export async function tellOfSale(app: App, tx: Tx, { order, lines, parts, isRenewal, others }: Sale) {
  const granted = lines.filter(isItemSold)
  const earned = granted.flatMap((line) => [
    { line, accountId: line.sellerId, cents: line.sellerCents, isShare: false },
    ...parts
      .get(line.id)!
      .filter(({ cents }) => cents > 0)
      .map(({ accountId, cents }) => ({ line, accountId, cents, isShare: true })),
  ])
  const people = await peopleOf(tx, [order.buyerId, ...earned.map(({ accountId }) => accountId)])
  const buyer = people.get(order.buyerId)!
  const mails = []
  if (buyer.email) {
    const { number, id: orderId, totalCents } = order
    const taken = totalCents < order.subtotalCents ? await adjustmentsOf(tx, orderId) : []
    const priced = lines.map((line) => ({ ...line, adjustments: taken.filter(({ lineId }) => lineId === line.id) }))
    const facts = { handle: buyer.handle, number, orderId, totalCents, lines: priced, isRenewal }
    mails.push(mailOf(receiptMail, buyer.email, facts, { dedupeKey: `receipt ${order.id}` }))
  }
  for (const [accountId, own] of Map.groupBy(earned, ({ accountId }) => accountId)) {
    const { email, handle } = people.get(accountId)!
    const sold = own.map(({ line, cents, isShare }) => ({ ...line, earnedCents: cents, isShare }))
    if (email)
      mails.push(mailOf(saleMail, email, { handle, lines: sold }, { dedupeKey: `sale ${order.id} ${accountId}` }))
  }
  await app.mail.sendAll(tx, mails)
  const notices = [
    ...earned.map(({ line, accountId, cents, isShare }) => ({
      accountId,
      topic: 'sale' as const,
      title: isShare ? 'You earned a share' : 'You made a sale',
      message: `${line.label} of “${line.title}” was sold.`,
      amountCents: cents,
      line,
    })),
    ...granted.map((line) => ({
      accountId: order.buyerId,
      topic: 'purchase' as const,
      title: 'Your purchase is ready',
      message: `“${line.title}” is in your library.`,
      line,
    })),
  ]
  const told = notices.filter(({ accountId }) => people.get(accountId)!.email !== null)
  await notify(app, tx, ...others, ...told.map(({ line, ...news }) => ({ ...news, ...itemOf(line) })))
}

type ReturnedLine = OrderLineRow & { returnedCents: number; isWhole: boolean }
type Returned = {
  order: LockedOrder
  refund: Selectable<Refund>
  lines: ReturnedLine[]
  /** Free lines of a deal: they went back with the lines that were paid. */
  given: OrderLineRow[]
  /** Notices of other rooms about the same. */
  others: NewNotice[]
}

/** Tells the buyer, and all that had been credited for the lines. */
export async function tellOfRefund(app: App, tx: Tx, { order, refund, lines, given, others }: Returned) {
  const earners = await earnersOf(tx, { kind: 'sale', reference: String(order.id) })
  const sellers = [...lines.map(({ sellerId }) => sellerId), ...earners.map(({ accountId }) => accountId)]
  const people = await peopleOf(tx, [order.buyerId, ...sellers])
  const { email, handle } = people.get(order.buyerId)!
  const facts = { handle, number: order.number, cents: refund.cents, reason: refund.reason, lines, given }
  if (email) await app.mail.send(tx, refundMail, email, facts, { dedupeKey: `refund ${refund.id}` })
  const notices = lines.flatMap((line) => {
    const about = {
      topic: 'purchase' as const,
      ...(isOfItem(line) ? itemOf(line) : { relatedType: 'SYSTEM' as const }),
    }
    const told = [
      {
        accountId: order.buyerId,
        ...about,
        title: 'Refund sent',
        message: `${line.isWhole ? 'Your payment' : `${dollarWords(line.returnedCents)} of your payment`} for “${line.title}” is on its way back.`,
      },
    ]
    if (!isItemSold(line)) return told
    const message = line.isWhole
      ? `A sale of “${line.title}” was refunded. Its earnings were taken back.`
      : `${dollarWords(line.returnedCents)} of a sale of “${line.title}” was refunded, and your earnings of that part were taken back.`
    const sharers = earners.filter((one) => one.subject === lineSubject(line) && one.accountId !== line.sellerId)
    return [
      ...told,
      ...[line.sellerId, ...sharers.map(({ accountId }) => accountId)].map((accountId) => ({
        accountId,
        ...about,
        topic: 'sale' as const,
        title: line.isWhole ? 'A sale was refunded' : 'A part of a sale was refunded',
        message,
      })),
    ]
  })
  const gone = given.filter(isItemSold).map((line) => ({
    accountId: order.buyerId,
    topic: 'purchase' as const,
    ...itemOf(line),
    title: 'Given back with a refund',
    message: `${line.label} of “${line.title}” was free with what was refunded, so it went back, too.`,
  }))
  const told = [...notices, ...gone].filter(({ accountId }) => people.get(accountId)!.email !== null)
  await notify(app, tx, ...others, ...told)
}

type ItemKind = keyof typeof kinds
type ItemLine = OrderLineRow & { kind: ItemKind; slug: string }
const isOfItem = (line: OrderLineRow): line is ItemLine => line.slug !== null
const itemOf = ({ kind, slug }: ItemLine) => ({ relatedType: kinds[kind], slug })

/** News of other lines come from their own rooms. */
const isItemSold = (line: OrderLineRow): line is ItemLine => line.state === 'granted' && isOfItem(line)

const selectPeople = builtOnce((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('account')
    .where(sql<boolean>`id = any(${listed(ids)})`)
    .select(['id', 'handle', 'email', 'deletedAt'])
    .modifyEnd(plannedOnce),
)

/** Names and addresses of accounts. */
async function peopleOf(tx: Tx, ids: readonly number[]) {
  const rows = await selectPeople(tx, { ids })
  return new Map(rows.map((row) => [row.id, addressed(row)]))
}

type Named = { handle: string; email: string | null; deletedAt: Date | null }
/** Deleted accounts have no mail address. */
const addressed = ({ handle, email, deletedAt }: Named) => ({ handle, email: deletedAt === null ? email : null })
