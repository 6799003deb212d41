import { sql } from 'kysely'
import type { DeskReferral, referrals } from '#contract/referrals.ts'
import { listPages } from '#server/db/list-pages.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { decide, referralsOf, type ReferralRow } from './referrals.ts'

export const referralRoutes = (app: App): Handlers<typeof referrals> => ({
  async list({ query: { state, page, limit } }) {
    const { rows, total, capped } = await pageOfReferrals(app.db, { given: {}, shape: { state }, page, limit })
    return { ...pageOf(rows.map(presentReferral), { page, limit, total }), capped }
  },
  release: async ({ params: { id }, viewer }) => presentReferral(await decide(app, id, 'credited', viewer.id)),
  refuse: async ({ params: { id }, viewer }) => presentReferral(await decide(app, id, 'refused', viewer.id)),
})

/** The newest first; of those that wait, the oldest first. */
const pageOfReferrals = listPages((db, _given, { state }: { state: 'held' | 'all' }) => {
  const direction = state === 'held' ? 'asc' : 'desc'
  return {
    found: db
      .selectFrom('referral')
      .$if(state === 'held', (all) => all.where(sql<boolean>`state = 'held'`))
      .select('accountId as id')
      .orderBy('confirmedAt', direction)
      .orderBy('accountId', direction),
    rowOf: (id) => referralsOf(db).where('referral.accountId', '=', id),
  }
})

const presentReferral = (row: ReferralRow): DeskReferral => ({
  id: row.accountId,
  account: { id: row.accountId, name: row.handle, email: row.email },
  referrer: { id: row.referrerId, name: row.referrerHandle, email: row.referrerEmail },
  amount: dollars(row.cents),
  state: row.state,
  reason: row.heldBecause,
  confirmedAt: row.confirmedAt.toISOString(),
})
