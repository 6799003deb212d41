import type { Tx } from '#server/db/connect.ts'
import type { ProviderName } from '#server/payments/port.ts'
import type { PayoutBatchSeen, PayoutSeen } from '#server/payments/port-payouts.ts'
import type { App } from '#server/services.ts'
import { bookFee, bookSent } from './books.ts'
import { giveBack, lockPayout, type PayoutRow } from './give-back.ts'
import { tellOfPayout } from './tell.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LONGEST_PAUSE = 6 * HOUR
/** Money may come back for some weeks after it was paid. */
const ASK_FOR = 60 * DAY

type End = 'failed' | 'returned'
const ENDS: Partial<Record<PayoutSeen['state'], End>> = {
  failed: 'failed',
  blocked: 'failed',
  returned: 'returned',
  refunded: 'returned',
}

/** Brings a payout to where its provider sees it. Money that is back stays back. */
export const followPayout = (app: App, id: number, batch: PayoutBatchSeen) =>
  app.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (['failed', 'returned', 'canceled'].includes(payout.state)) return
    const item = batch.items.find(({ key }) => key === String(id))
    expectSame(payout, item)
    await keep(app, tx, payout, { batch, item })
    const seen = batch.state === 'denied' ? 'failed' : (item?.state ?? 'pending')
    const end = ENDS[seen]
    if (end) await comeBack(app, tx, payout, end, item)
    else if (seen === 'paid') await pay(app, tx, payout, item?.feeCents ?? null)
    else if (seen === 'unclaimed' && payout.state === 'processing') await wait(app, tx, id)
  })

function expectSame({ grossCents, feeCents }: PayoutRow, item: PayoutSeen | undefined) {
  if (item && (item.cents !== grossCents - feeCents || item.currency !== 'USD'))
    throw new Error(`The provider tells ${item.cents / 100} ${item.currency} of this payout.`)
}

type Seen = { batch: PayoutBatchSeen; item: PayoutSeen | undefined }

const keep = ({ clock }: App, tx: Tx, payout: PayoutRow, { batch, item }: Seen) =>
  tx
    .updateTable('payout')
    .set({
      batch: batch.reference,
      reference: item?.reference ?? null,
      failure: item?.failure ?? null,
      askedAt: clock.now(),
      timesAsked: payout.timesAsked + 1,
      dueAt: nextAsk(payout, clock.now()),
    })
    .where('id', '=', payout.id)
    .execute()

/** Often at first, then seldom, in case messages get lost. */
function nextAsk({ state, endedAt, timesAsked }: PayoutRow, now: Date) {
  const age = endedAt ? now.getTime() - endedAt.getTime() : 0
  if (age > ASK_FOR) return null
  const pause = state === 'processing' ? Math.min(2 ** timesAsked * MINUTE, LONGEST_PAUSE) : Math.max(DAY, age)
  return new Date(now.getTime() + pause)
}

/** Books that a locked payout has arrived. Its provider's fee may be told later. */
export async function pay(app: App, tx: Tx, payout: PayoutRow, fee: number | null) {
  const { id, accountId, grossCents, feeCents } = payout
  const at = app.clock.now()
  const provider = payout.provider as ProviderName
  if (fee && payout.providerFeeCents === null) {
    await tx.updateTable('payout').set({ providerFeeCents: fee }).where('id', '=', id).execute()
    await bookFee(tx, { id, provider, cents: fee, at })
  }
  if (payout.state === 'paid') return
  await bookSent(tx, { id, accountId, provider, cents: grossCents - feeCents, at })
  const paid = { state: 'paid', endedAt: at, failure: null, dueAt: new Date(at.getTime() + DAY) } as const
  await tx.updateTable('payout').set(paid).where('id', '=', id).execute()
  await tellOfPayout(app, tx, id)
}

async function wait(app: App, tx: Tx, id: number) {
  const dueAt = new Date(app.clock.now().getTime() + DAY)
  await tx.updateTable('payout').set({ state: 'unclaimed', dueAt }).where('id', '=', id).execute()
  await tellOfPayout(app, tx, id)
}

async function comeBack(app: App, tx: Tx, payout: PayoutRow, state: End, item: PayoutSeen | undefined) {
  const failure = item?.failure ?? 'PayPal refused it.'
  await giveBack(app, tx, payout, { state, failure })
  await tellOfPayout(app, tx, payout.id)
}
