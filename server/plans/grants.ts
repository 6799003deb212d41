import { PLANS, type PaidPlan } from '#contract/plans.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { expectNoSide, isKept, lockAccount, lockCards, takePeopleTurn } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import { lastMomentOf } from '#server/last-moment.ts'
import type { App } from '#server/services.ts'
import { rankOf } from './plan-at.ts'
import { presentOf } from './rows.ts'
import { setPlanNow, setPlanSoon } from './set-plan.ts'
import { tellOfGrant, tellOfGrantEnds } from './tell.ts'

const BATCH = 50

type Grant = { adminId: number; id: number; plan: PaidPlan; until: string; reason: string }

/** Gives a plan for a time. A subscription goes on beside it, and the higher plan of both counts. */
export const grantPlan = (app: App, { adminId, id, plan, until, reason }: Grant) =>
  app.db.transaction().execute(async (tx) => {
    await takePeopleTurn(tx)
    const now = app.clock.now()
    const endsAt = lastMomentOf(until, now)
    if (id === HOUSE || id === SUPPORT || !(await isKept(tx, id))) throw notFound('Person')
    await expectNoSide(tx, adminId, [id], 'This plan would be yours: another admin gives it.')
    const paid = await presentOf(tx, id)
    if (paid && paid.state !== 'paused' && rankOf(paid.plan) >= rankOf(plan))
      throw conflict('has_plan', `This person pays for ${PLANS[paid.plan].name} already.`)
    // before the grant, which refers to the account: its deletion may have come before
    await lockCards(tx, id)
    await lockAccount(tx, id)
    const grant = await tx
      .insertInto('planGrant')
      .values({ accountId: id, plan, reason, grantedBy: adminId, beginsAt: now, endsAt })
      .onConflict((before) => before.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!grant) throw conflict('has_grant', 'This person was given a plan already. End it first.')
    await setPlanNow(app, tx, id)
    await record(app, tx, adminId, { action: 'grant plan', subject: { kind: 'account', id }, reason })
    await tellOfGrant(app, tx, { accountId: id, plan, endsAt })
  })

export const endGrant = (app: App, { adminId, id, reason }: { adminId: number; id: number; reason: string }) =>
  app.db.transaction().execute(async (tx) => {
    await takePeopleTurn(tx)
    const ended = await tx
      .updateTable('planGrant')
      .set({ endedAt: app.clock.now(), endedBy: adminId, endedFor: reason })
      .where('accountId', '=', id)
      .where('endedAt', 'is', null)
      .returning('plan')
      .$narrowType<{ plan: PaidPlan }>()
      .executeTakeFirst()
    if (!ended) throw conflict('no_grant', 'This person has no plan that was given.')
    await setPlanNow(app, tx, id)
    await record(app, tx, adminId, { action: 'end granted plan', subject: { kind: 'account', id }, reason })
    await tellOfGrantEnds(app, tx, [{ accountId: id, ...ended }])
  })

/** Ends plans whose time is over. */
export const grantTaker: Taker = {
  name: 'end granted plans',
  takeDue: (app, now) =>
    app.db.transaction().execute(async (tx) => {
      const due = await tx
        .updateTable('planGrant')
        .set({ endedAt: now })
        .where('id', 'in', (grants) =>
          grants
            .selectFrom('planGrant')
            .where('endedAt', 'is', null)
            .where('endsAt', '<=', now)
            .orderBy('endsAt')
            .limit(BATCH)
            .forUpdate()
            .skipLocked()
            .select('id'),
        )
        .returning(['accountId', 'plan'])
        .$narrowType<{ plan: PaidPlan }>()
        .execute()
      for (const { accountId } of due) await setPlanSoon(app, tx, accountId) // several accounts are locked by their own jobs
      await tellOfGrantEnds(app, tx, due)
      return due.length
    }),
}
