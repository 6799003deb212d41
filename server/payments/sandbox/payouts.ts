import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { SandboxPayout, SandboxPayoutState } from '#server/db/types.ts'
import { expectItems } from '#server/payments/payout-items.ts'
import { ProviderRefused } from '#server/payments/port.ts'
import type { NewPayoutBatch, PayoutBatchSeen, Payouts } from '#server/payments/port-payouts.ts'
import { emit } from './events.ts'
import { once } from './once.ts'
import { expectUp } from './expect-up.ts'
import type { Sandboxed } from './sandboxed.ts'
import { takeEach } from './take-each.ts'

type State = SandboxPayoutState
type Row = Selectable<SandboxPayout>

const MINUTE = 60_000
const FEE = 25 // cents
/** Money that nobody claims comes back after 30 days. */
const CLAIM_WITHIN = 30 * 24 * 60 * MINUTE

const FAILURES: Partial<Record<State, string>> = {
  unclaimed: 'Nobody with this address has an account yet.',
  failed: 'The receiver can’t take money.',
  returned: 'The money came back.',
  blocked: 'The payment is blocked.',
  refunded: 'The receiver sent the money back.',
}

const NEXT: Partial<Record<State, State[]>> = {
  pending: ['paid', 'unclaimed', 'failed', 'returned', 'blocked'],
  unclaimed: ['paid', 'returned'],
  paid: ['returned', 'refunded'],
}
/** The states that may follow. Most are for good. */
export const nextStates = (state: State) => NEXT[state] ?? []

export const sandboxPayouts = (box: Sandboxed): Payouts => ({
  async send(batch) {
    return find(box, await once(box, 'send payouts', batch, (tx) => send(box, tx, batch)))
  },
  async find(reference) {
    await expectUp(box)
    return find(box, reference)
  },
})

async function send(box: Sandboxed, tx: Tx, { items }: NewPayoutBatch) {
  expectItems(items)
  const now = box.clock.now()
  const isDenied = items.some(({ address }) => beginsWith(address, 'denied'))
  const batch = await tx
    .insertInto('sandboxPayoutBatch')
    .values({ reference: `sbb_${randomUUID()}`, isDenied, createdAt: now })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('sandboxPayout')
    .values(
      items.map(({ key, address, cents, note }) => ({
        key,
        address,
        cents,
        note,
        batchId: batch.id,
        reference: `sbp_${randomUUID()}`,
        createdAt: now,
        ...(isDenied
          ? { state: 'failed' as const, failure: 'The batch was denied.', dueAt: null }
          : { state: 'pending' as const, dueAt: new Date(now.getTime() + MINUTE) }),
      })),
    )
    .execute()
  await emit(box, tx, { about: 'payout', reference: batch.reference })
  return batch.reference
}

async function find({ db }: Sandboxed, reference: string): Promise<PayoutBatchSeen> {
  const { id, isDenied } = await db
    .selectFrom('sandboxPayoutBatch')
    .where('reference', '=', reference)
    .select(['id', 'isDenied'])
    .executeTakeFirstOrThrow(() => new ProviderRefused('No such batch.'))
  const items = await db.selectFrom('sandboxPayout').where('batchId', '=', id).selectAll().orderBy('id').execute()
  const isOver = items.every(({ state }) => state !== 'pending')
  return {
    reference,
    state: isDenied ? 'denied' : isOver ? 'done' : 'processing',
    items: items.map((item) => ({
      key: item.key,
      reference: item.reference,
      state: item.state,
      cents: item.cents,
      currency: 'USD',
      feeCents: item.state === 'paid' ? FEE : null,
      failure: item.failure,
    })),
  }
}

/** Payouts whose state changes by itself: pending ones as their address says, and unclaimed ones after 30 days. */
export const payDue = (box: Sandboxed, now: Date) =>
  takeEach(box, {
    due: box.db.selectFrom('sandboxPayout').where('dueAt', '<=', now).orderBy('dueAt').select('id'),
    lock: (tx, id) =>
      tx
        .selectFrom('sandboxPayout')
        .where('id', '=', id)
        .where('dueAt', '<=', now)
        .selectAll()
        .forUpdate()
        .skipLocked()
        .executeTakeFirst(),
    act: (tx, payout) => settle(box, tx, payout, payout.state === 'unclaimed' ? 'returned' : outcomeOf(payout.address)),
  })

/** Like test cards, some addresses have an outcome of their own: `failed@…`, `failed+2@…`. */
const outcomeOf = (address: string): State =>
  (['unclaimed', 'failed', 'returned', 'blocked'] as const).find((state) => beginsWith(address, state)) ?? 'paid'

const beginsWith = (address: string, word: string) => new RegExp(`^${word}[@+.-]`, 'i').test(address)

async function settle(box: Sandboxed, tx: Tx, { id, batchId, dueAt }: Row, state: State) {
  const { reference } = await tx
    .selectFrom('sandboxPayoutBatch')
    .where('id', '=', batchId)
    .select('reference')
    .executeTakeFirstOrThrow()
  const since = dueAt ?? box.clock.now()
  await tx
    .updateTable('sandboxPayout')
    .set({
      state,
      failure: FAILURES[state] ?? null,
      dueAt: state === 'unclaimed' ? new Date(since.getTime() + CLAIM_WITHIN) : null,
    })
    .where('id', '=', id)
    .execute()
  await emit(box, tx, { about: 'payout', reference })
}

/** Brings a payout into another state, as its receiver or the provider might. */
export const settlePayout = (box: Sandboxed, reference: string, state: State) =>
  box.db.transaction().execute(async (tx) => {
    const payout = await tx
      .selectFrom('sandboxPayout')
      .where('reference', '=', reference)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ProviderRefused('No such payout.'))
    if (payout.state === state) return
    if (!nextStates(payout.state).includes(state))
      throw new ProviderRefused(`This payout is ${payout.state} and can’t become ${state}.`)
    await settle(box, tx, payout, state)
  })
