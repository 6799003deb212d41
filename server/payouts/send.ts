import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { payoutNumber } from '#contract/payout-values.ts'
import { stepEach, type Taker } from '#server/jobs/due.ts'
import { holdPayoutSwitch } from '#server/house/house.ts'
import { balanceOf } from '#server/ledger/index.ts'
import { ProviderRefused, type ProviderName } from '#server/payments/port.ts'
import type { NewPayoutBatch, PayoutBatchSeen } from '#server/payments/port-payouts.ts'
import { providerNamed } from '#server/payments/payments.ts'
import type { App } from '#server/services.ts'
import { followPayout } from './follow.ts'
import { giveBack, lockPayout, type PayoutRow } from './give-back.ts'
import { lockTarget } from './request.ts'
import { OF_BANNED } from './target.ts'
import { restsUntil } from './rest.ts'
import { tellOfPayout } from './tell.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LONGEST_PAUSE = 6 * HOUR
/** Providers know a key for 30 days. An unknown outcome is looked up by people some days before. */
const KEY_LASTS = 25 * DAY

/** Sends payouts that are due, and asks how those stand that were sent. */
export const payoutTaker: Taker = {
  name: 'send payouts',
  takeDue: (app, now) =>
    stepEach(app, now, {
      table: 'payout',
      column: 'due_at',
      // requested ones wait for the end of a stop, and go on at once
      ...(app.house.now().stopped.some(({ what }) => what === 'payouts') && { isTaken: sql`state <> 'requested'` }),
      retryAfter: MINUTE,
      isTogether: true,
      act: (id) => stepPayout(app, id),
    }),
}

/** One step of a payout: it is sent, or asked about. A payout that waits for a person stays as it is. */
export async function stepPayout(app: App, id: number) {
  await begin(app, id)
  await askAboutPayout(app, id)
}

/**
 * Every payout leaves the shop by this door. From here on its outcome is unknown until the provider tells it, so what is
 * sent is written down first.
 */
const begin = (app: App, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const provider = app.payments.providers.find(({ payouts }) => payouts)
    const { accountId } = await tx
      .selectFrom('payout')
      .where('id', '=', id)
      .select('accountId')
      .executeTakeFirstOrThrow()
    const target = await lockTarget(tx, accountId)
    const payout = await lockPayout(tx, id)
    if (payout.state !== 'requested' || payout.dueAt === null || !(await holdPayoutSwitch(tx))) return
    if ((await balanceOf(tx, { kind: 'earnings', owner: accountId }, now)).available < 0)
      return giveBack(app, tx, payout, { state: 'canceled', failure: 'A refund came first. Back in your balance.' })
    const { bannedAt } = target!
    if (bannedAt && (payout.approvedAt === null || payout.approvedAt < bannedAt))
      return update(tx, id, { dueAt: null, heldFor: OF_BANNED })
    const rests = restsUntil(target!, now) // who unlinks cancels what waits
    if (rests || !provider) return update(tx, id, { dueAt: rests ?? new Date(now.getTime() + HOUR) })
    const sent = { state: 'processing', address: target!.paypalEmail, provider: provider.name } as const
    return update(tx, id, { ...sent, sentAt: now, dueAt: new Date(now.getTime() + MINUTE) })
  })

const update = (tx: Tx, id: number, columns: Partial<PayoutRow>) =>
  tx.updateTable('payout').set(columns).where('id', '=', id).execute()

/** Sends a payout with its key, or asks about its batch. An answer that was lost changes nothing. */
export async function askAboutPayout(app: App, id: number) {
  const payout = await app.db.selectFrom('payout').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  if (!isSent(payout)) return
  try {
    const seen = await see(app, payout)
    await followPayout(app, id, seen)
  } catch (error) {
    await putOff(app, id, error as Error)
  }
}

const isSent = ({ state }: PayoutRow) => ['processing', 'unclaimed', 'paid'].includes(state)

class Lost extends Error {}

async function see(app: App, payout: PayoutRow): Promise<PayoutBatchSeen> {
  const payouts = providerNamed(app.payments, payout.provider as ProviderName).payouts!
  if (payout.batch !== null) return payouts.find(payout.batch)
  // an admin has settled it as paid: without a batch there is nothing to ask about
  if (payout.state !== 'processing' || app.clock.now().getTime() - payout.sentAt!.getTime() > KEY_LASTS)
    throw new Lost('The provider never answered. Look there whether it was sent.')
  return payouts.send(batchOf(payout))
}

/** The same for each try. Another shop with the same account there has other moments. */
const batchOf = ({ id, address, grossCents, feeCents, createdAt }: PayoutRow): NewPayoutBatch => ({
  key: `slide-payout-${id}-${createdAt.getTime()}`,
  items: [
    {
      key: String(id),
      address: address!,
      cents: grossCents - feeCents,
      note: `Your sales at Slide, ${payoutNumber(id)}`,
    },
  ],
})

/**
 * A definite no to the first try ends a payout that was never sent. After a try without an answer nobody but a person
 * can tell: the money may be on its way. After a silence it is asked again, with longer pauses.
 */
const putOff = (app: App, id: number, error: Error) =>
  app.db.transaction().execute(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!isSent(payout)) return // another answer has ended it meanwhile
    const now = app.clock.now()
    const isRefused = payout.batch === null && error instanceof ProviderRefused
    if (isRefused && isFirstTry(payout, now)) {
      await giveBack(app, tx, payout, { state: 'failed', failure: error.message })
      return tellOfPayout(app, tx, id)
    }
    const isLost = isRefused || error instanceof Lost
    if (payout.state !== 'processing' && isLost) return update(tx, id, { dueAt: null })
    const pause = Math.min(2 ** payout.timesAsked * MINUTE, LONGEST_PAUSE)
    return update(tx, id, {
      failure: isRefused
        ? `${error.message} A former try got no answer. Look there whether it was sent.`
        : error.message,
      askedAt: now,
      timesAsked: payout.timesAsked + 1,
      dueAt: isLost ? null : new Date(now.getTime() + pause),
    })
  })

/** A node that died may have tried before without a trace, but then the next try comes a minute later. */
const isFirstTry = ({ state, timesAsked, sentAt }: PayoutRow, now: Date) =>
  state === 'processing' && timesAsked === 0 && now.getTime() - sentAt!.getTime() < MINUTE
