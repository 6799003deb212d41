import { Refused } from './paypal-books.ts'
import { newId } from './paypal-values.ts'

type Amount = { currency: string; value: string }
type SentItem = { recipient_type: string; receiver: string; amount: Amount; note: string; sender_item_id: string }
export type BatchBody = { sender_batch_header: { sender_batch_id: string; email_subject: string }; items: SentItem[] }

export type ItemStatus =
  | 'SUCCESS'
  | 'FAILED'
  | 'PENDING'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED'
type Item = {
  payout_item_id: string
  payout_batch_id: string
  transaction_status: ItemStatus
  payout_item_fee?: Amount
  payout_item: SentItem
  errors?: { name: string; message: string; debug_id: string }
}
type Batch = {
  batch_header: {
    payout_batch_id: string
    batch_status: 'DENIED' | 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'CANCELED'
    sender_batch_header: BatchBody['sender_batch_header']
  }
  items: Item[]
}
type Say = (type: string, resourceType: string, resource: object) => void

const SAID: Partial<Record<ItemStatus, string>> = {
  SUCCESS: 'SUCCEEDED',
  ONHOLD: 'HELD',
  REVERSED: 'REFUNDED',
}

/** PayPal's payouts. A batch is made once for its `sender_batch_id`; items end as their address says, or as tests settle them. */
export function createPayoutBooks(say: Say, address: () => URL) {
  const batches = new Map<string, Batch>()
  /** How things go from now on. */
  const ways = { hasFunds: true, namesFormer: true }
  const selfOf = (id: string) => [
    { href: new URL(`/v1/payments/payouts/${id}`, address()).href, rel: 'self', method: 'GET' },
  ]

  function newBatch({ sender_batch_header, items }: BatchBody) {
    const former = [...batches.values()].find(
      ({ batch_header }) => batch_header.sender_batch_header.sender_batch_id === sender_batch_header.sender_batch_id,
    )
    if (former) throw usedBefore(ways.namesFormer ? selfOf(former.batch_header.payout_batch_id) : [])
    if (!ways.hasFunds)
      throw new Refused(422, 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS', 'Sender does not have sufficient funds.')
    const id = newId().slice(0, 13)
    const isDenied = items.some(({ receiver }) => receiver.startsWith('denied'))
    const made: Batch = {
      batch_header: { payout_batch_id: id, batch_status: isDenied ? 'DENIED' : 'PENDING', sender_batch_header },
      items: isDenied
        ? []
        : items.map((payout_item) => ({
            payout_item_id: newId().slice(0, 13),
            payout_batch_id: id,
            transaction_status: 'PENDING' as const,
            payout_item,
          })),
    }
    batches.set(id, made)
    say(`PAYMENT.PAYOUTSBATCH.${isDenied ? 'DENIED' : 'PROCESSING'}`, 'payouts', { batch_header: made.batch_header })
    return { batch_header: made.batch_header, links: selfOf(id) }
  }

  function batch(id: string | undefined) {
    const found = batches.get(id ?? '')
    if (!found)
      throw new Refused(404, 'INVALID_RESOURCE_ID', 'INVALID_RESOURCE_ID', 'Requested resource ID was not found.')
    return found
  }

  function settle(item: Item, status: ItemStatus) {
    item.transaction_status = status
    if (status === 'SUCCESS') item.payout_item_fee = { currency: 'USD', value: '0.25' }
    if (['FAILED', 'UNCLAIMED', 'RETURNED', 'BLOCKED'].includes(status))
      item.errors = {
        name: `RECEIVER_${status}`,
        message: `The receiver is ${status.toLowerCase()}.`,
        debug_id: newId(),
      }
    const its = batch(item.payout_batch_id)
    if (its.items.every(({ transaction_status }) => transaction_status !== 'PENDING'))
      its.batch_header.batch_status = 'SUCCESS'
    say(`PAYMENT.PAYOUTS-ITEM.${SAID[status] ?? status}`, 'payouts_item', item)
  }

  const items = () => [...batches.values()].flatMap((one) => one.items)
  return {
    ways,
    newBatch,
    batch,
    items,
    /** The items that were sent to an address, the newest first. */
    to: (receiver: string) =>
      items()
        .filter(({ payout_item }) => payout_item.receiver === receiver)
        .toReversed(),
    settle,
    /** Ends all that is pending as its address says: `failed@…`. */
    settleAll() {
      for (const item of items().filter(({ transaction_status }) => transaction_status === 'PENDING')) {
        const word = /^(failed|returned|unclaimed|blocked)/.exec(item.payout_item.receiver)?.[1] ?? 'success'
        settle(item, word.toUpperCase() as ItemStatus)
      }
    },
    /** What nobody has claimed comes back. */
    returnUnclaimed() {
      for (const item of items().filter(({ transaction_status }) => transaction_status === 'UNCLAIMED'))
        settle(item, 'RETURNED')
    },
  }
}

function usedBefore(links: object[]) {
  const refused = new Refused(400, 'USER_BUSINESS_ERROR', '', '')
  refused.answer.body = {
    name: 'USER_BUSINESS_ERROR',
    message: 'User business error.',
    debug_id: newId(),
    details: [{ field: 'SENDER_BATCH_ID', location: 'body', issue: 'Batch with given sender_batch_id already exists' }],
    links,
  }
  return refused
}
