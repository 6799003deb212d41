import { expectItems } from '#server/payments/payout-items.ts'
import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import type { NewPayout, NewPayoutBatch, PayoutBatchSeen, Payouts, PayoutSeen } from '#server/payments/port-payouts.ts'
import { centsOf, usd } from './amounts.ts'
import { PayPalRefused, type Ask } from './calls.ts'
import { wordsOf } from './seen.ts'

/** Payouts name the currency in another way than orders. */
type Amount = { currency: string; value: string }
type Header = { payout_batch_id: string; batch_status: string }
type Item = {
  payout_item_id: string
  transaction_status?: string
  payout_item_fee?: Amount
  payout_item: { sender_item_id?: string; receiver: string; amount: Amount }
  errors?: { message: string }
}
type Batch = { batch_header: Header; items?: Item[] }

const PATH = '/v1/payments/payouts'

/** Another call with the same key came before, and its batch may be too new to be named. */
const IS_KNOWN = /sender_batch_id already exists/

/**
 * PayPal Payouts. `sender_batch_id` is the key: PayPal makes one batch of it within 30 days. It gets no request id, since
 * PayPal would repeat a failure with it, too.
 */
export const paypalPayouts = (ask: Ask): Payouts => ({
  send: (batch) => send(ask, batch),
  find: async (reference) => seen(await find(ask, reference)),
})

const find = (ask: Ask, reference: string) =>
  ask<Batch>({ method: 'GET', path: `${PATH}/${encodeURIComponent(reference)}?page_size=1000` })

async function send(ask: Ask, { key, items }: NewPayoutBatch) {
  expectItems(items)
  try {
    return seen(await ask<Batch>({ method: 'POST', path: PATH, body: bodyOf(key, items) }))
  } catch (error) {
    if (!(error instanceof PayPalRefused)) throw error
    // the operator can mend it, and nothing was decided
    if (error.kind === 'INSUFFICIENT_FUNDS') throw new ProviderDown('There is not enough money at PayPal')
    const former = error.links.map(({ href }) => /\/payouts\/([\w-]+)$/.exec(href)?.[1]).find(Boolean)
    if (!former && IS_KNOWN.test(error.issue))
      throw new ProviderDown('PayPal has this payout already, but does not name it')
    if (!former) throw error
    return same(await find(ask, former), items)
  }
}

const bodyOf = (key: string, items: readonly NewPayout[]) => ({
  sender_batch_header: { sender_batch_id: key, email_subject: 'Your sales at Slide' },
  items: items.map(({ key: item, address, cents, note }) => ({
    recipient_type: 'EMAIL',
    receiver: address,
    amount: amountOf(cents),
    note,
    sender_item_id: item,
  })),
})

const amountOf = (cents: number): Amount => ({ currency: 'USD', value: usd(cents).value })

/** A key that was used before gives the batch of then. PayPal doesn't compare, so the shop does. */
function same(batch: Batch, items: readonly NewPayout[]) {
  for (const { payout_item: there } of batch.items ?? []) {
    const here = items.find(({ key }) => key === there.sender_item_id)
    if (here?.address !== there.receiver || here.cents !== centsIn(there.amount))
      throw new ProviderRefused('This key was used for another request.')
  }
  return seen(batch)
}

const STATES: Record<string, PayoutSeen['state']> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  UNCLAIMED: 'unclaimed',
  RETURNED: 'returned',
  BLOCKED: 'blocked',
  REFUNDED: 'refunded',
  REVERSED: 'refunded',
}
const BATCH_STATES: Record<string, PayoutBatchSeen['state']> = { SUCCESS: 'done', DENIED: 'denied', CANCELED: 'denied' }

const seen = ({ batch_header: { payout_batch_id, batch_status }, items = [] }: Batch): PayoutBatchSeen => ({
  reference: payout_batch_id,
  state: BATCH_STATES[batch_status] ?? 'processing',
  items: items.map(itemSeen),
})

/** PENDING and ONHOLD may still become anything. */
function itemSeen(item: Item): PayoutSeen {
  const { payout_item_id, transaction_status: status = '', payout_item_fee: fee, payout_item, errors } = item
  const state = STATES[status] ?? 'pending'
  return {
    key: payout_item.sender_item_id ?? '',
    reference: payout_item_id,
    state,
    cents: centsIn(payout_item.amount),
    currency: payout_item.amount.currency,
    feeCents: state === 'paid' && fee?.currency === 'USD' ? centsIn(fee) : null,
    failure: state === 'paid' || state === 'pending' ? null : (errors?.message ?? `PayPal says: ${wordsOf(status)}.`),
  }
}

const centsIn = ({ currency, value }: Amount) => centsOf({ currency_code: currency, value })
