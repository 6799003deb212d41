import { PLANS } from '#contract/plans.ts'
import type { ReferralState } from '#contract/referral-states.ts'
import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import { dollars } from '#server/money.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { grantCredits } from './grant.ts'
import { referralMail } from './mails.ts'
import { suspicionOf } from './suspicion.ts'
import { takeCreditsTurn } from './turn.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'credit-referral': { accountId: number }
  }
}

export const creditTasks = (app: App): Pick<Tasks, 'credit-referral'> => ({
  'credit-referral': ({ accountId }) => creditReferral(app, accountId),
})

/** Credits whoever brought an account that has confirmed its email, once, or leaves that to an admin. */
async function creditReferral(app: App, id: number) {
  await app.db.transaction().execute(async (tx) => {
    const friend = tx.selectFrom('account').where('id', '=', id)
    const { referredBy: referrerId } = await friend.select('referredBy').executeTakeFirstOrThrow()
    if (referrerId === null) return
    // Before all that is read: a deletion of the referrer that runs now would not be seen, nor friends of the same moment.
    await takeCreditsTurn(tx, referrerId)
    const found = await tx
      .selectFrom('account')
      .innerJoin('account as referrer', 'referrer.id', 'account.referredBy')
      .where('account.id', '=', id)
      .where('account.emailVerifiedAt', 'is not', null)
      .where('referrer.deletedAt', 'is', null)
      .select(['account.email', 'referrer.plan'])
      .executeTakeFirst()
    if (!found) return
    const { email, plan } = found
    const now = app.clock.now()
    const heldBecause = await suspicionOf(tx, { id, email, referrer: referrerId, now })
    const cents = PLANS[plan].credits.referral
    const referral = await tx
      .insertInto('referral')
      .values({
        accountId: id,
        referrerId,
        state: heldBecause === null ? 'credited' : 'held',
        cents,
        heldBecause,
        confirmedAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['accountId', 'referrerId', 'cents', 'state'])
      .executeTakeFirst()
    if (referral?.state === 'credited') await give(app, tx, referral)
  })
}

type Given = { accountId: number; referrerId: number; cents: number }

async function give(app: App, tx: Tx, { accountId, referrerId, cents }: Given) {
  await grantCredits(tx, {
    owner: referrerId,
    unit: 'referral',
    cents,
    kind: 'referral',
    reference: String(accountId),
    reason: 'A friend joined by your link',
    at: app.clock.now(),
  })
  const referrer = tx.selectFrom('account').where('id', '=', referrerId)
  const { email, handle } = await referrer.select(['email', 'handle']).executeTakeFirstOrThrow()
  await app.mail.send(tx, referralMail, email, { handle, cents }, { dedupeKey: `referral of ${accountId}` })
  await notify(app, tx, {
    accountId: referrerId,
    topic: 'referral',
    relatedType: 'SYSTEM',
    title: 'You earned referral credits',
    message: `A friend joined by your link and confirmed their email. You got $${dollars(cents).toFixed(2)} of credits.`,
    amountCents: cents,
  })
}

/** Credits of somebody who has left would be nobody's. */
async function expectHere(tx: Tx, id: number) {
  await takeCreditsTurn(tx, id)
  const found = tx.selectFrom('account').where('id', '=', id).where('deletedAt', 'is', null)
  if (!(await found.select('id').executeTakeFirst()))
    throw conflict('left', 'The person to be credited has deleted their account. You can refuse this referral.')
}

/** An admin's word about a referral that waits. */
export const decide = (app: App, id: number, state: Exclude<ReferralState, 'held'>, by: number) =>
  app.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('referral').where('accountId', '=', id).selectAll().forUpdate().executeTakeFirst()
    if (!row) throw notFound('Referral')
    if (row.state !== 'held') throw conflict('decided', 'This referral is decided already.')
    await expectNoSide(tx, by, [row.referrerId], 'These credits are yours: another admin decides about them.')
    if (state === 'credited') await expectHere(tx, row.referrerId)
    await tx
      .updateTable('referral')
      .set({ state, decidedAt: app.clock.now(), decidedBy: by })
      .where('accountId', '=', id)
      .execute()
    await record(app, tx, by, {
      action: state === 'credited' ? 'release referral' : 'refuse referral',
      subject: { kind: 'account', id },
      reason: row.heldBecause!,
    })
    if (state === 'credited') await give(app, tx, row)
    return referralsOf(tx).where('accountId', '=', id).executeTakeFirstOrThrow()
  })

export const referralsOf = (db: Db | Tx) =>
  db
    .selectFrom('referral')
    .innerJoin('account', 'account.id', 'referral.accountId')
    .innerJoin('account as referrer', 'referrer.id', 'referral.referrerId')
    .select(['referral.accountId', 'referral.referrerId', 'account.handle', 'account.email'])
    .select(['referrer.handle as referrerHandle', 'referrer.email as referrerEmail'])
    .select(['referral.cents', 'referral.state', 'heldBecause', 'confirmedAt'])
    .$narrowType<{ state: ReferralState }>()
export type ReferralRow = Awaited<ReturnType<ReturnType<typeof referralsOf>['executeTakeFirstOrThrow']>>
