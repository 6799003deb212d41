import { payoutNumber, type PayoutKind } from '#contract/payout-values.ts'
import { sameDayFee } from '#contract/payout-fee.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Plan } from '#server/db/types.ts'
import { lockAccount, post, type LedgerLine } from '#server/ledger/index.ts'
import type { App } from '#server/services.ts'
import { looksOf } from './looks.ts'
import { payableOf } from './payable.ts'
import { restsUntil } from './rest.ts'

export type Target = {
  accountId: number
  paypalEmail: string | null
  autoPayout: boolean
  changedAt: Date | null
  emailChangedAt: Date | null
  passwordChangedAt: Date | null
  legalName: string | null
  country: string | null
  plan: Plan
  bannedAt: Date | null
}

/**
 * Locks where a person's earnings go: payouts of one person take turns. Undefined if nothing was ever linked. The account is
 * read after the lock has come, so a ban that came first is seen.
 */
export async function lockTarget(tx: Tx, accountId: number): Promise<Target | undefined> {
  await tx.selectFrom('payoutTarget').where('accountId', '=', accountId).select('accountId').forUpdate().execute()
  return tx
    .selectFrom('payoutTarget as target')
    .innerJoin('account', 'account.id', 'target.accountId')
    .where('target.accountId', '=', accountId)
    .where('account.deletedAt', 'is', null)
    .select(['target.accountId', 'paypalEmail', 'autoPayout', 'changedAt', 'country'])
    .select(['emailChangedAt', 'passwordChangedAt', 'legalName', 'plan', 'bannedAt'])
    .executeTakeFirst()
}

export type Linked = Target & { paypalEmail: string }
/** Whether everything is known that a payout needs. */
export const hasDetails = ({ legalName, country }: Target) => legalName !== null && country !== null

type Wanted =
  | { kind: Extract<PayoutKind, 'same_day'> }
  | { kind: Extract<PayoutKind, 'weekly'>; week: string }
  /** Sends the money of a payout that came back, as an admin has decided. */
  | { kind: Extract<PayoutKind, 'again'>; againOf: number; most: number }

/**
 * Takes all that can be paid out from the balance of a locked target, and writes the payout. Null: there is nothing to pay,
 * or the week was paid already. It is sent after the transaction.
 */
export async function takePayout(app: App, tx: Tx, target: Linked, wanted: Wanted) {
  const now = app.clock.now()
  const { accountId, paypalEmail: address } = target
  await lockAccount(tx, { kind: 'earnings', owner: accountId })
  const { payable } = await payableOf(tx, accountId, now)
  const grossCents = wanted.kind === 'again' ? Math.min(payable, wanted.most) : payable
  if (grossCents <= 0) return null
  const feeCents = wanted.kind === 'same_day' ? sameDayFee(grossCents) : 0
  const looks = wanted.kind === 'again' ? [] : await looksOf(app, tx, { accountId, address, grossCents })
  const payout = await tx
    .insertInto('payout')
    .values({
      accountId,
      kind: wanted.kind,
      week: wanted.kind === 'weekly' ? wanted.week : null,
      againOf: wanted.kind === 'again' ? wanted.againOf : null,
      grossCents,
      feeCents,
      looks,
      dueAt: looks.length ? null : (restsUntil(target, now) ?? now),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['accountId', 'week']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!payout) return null
  await post(tx, { ...entryOf(payout.id), lines: linesOf({ ...payout, accountId, grossCents, feeCents }), at: now })
  return payout.id
}

type Taken = { id: number; accountId: number; grossCents: number; feeCents: number }

/** The entry that took a payout from the balance. */
export const entryOf = (id: number) => ({ kind: 'payout', reference: String(id) })

function linesOf({ id, accountId, grossCents, feeCents }: Taken): LedgerLine[] {
  const memo = `Payout ${payoutNumber(id)}`
  const moved: LedgerLine[] = [
    { account: { kind: 'earnings', owner: accountId }, cents: -grossCents, memo },
    { account: { kind: 'payouts', owner: accountId }, cents: grossCents - feeCents, memo },
  ]
  return feeCents ? [...moved, { account: { kind: 'fees' }, cents: feeCents, memo }] : moved
}
