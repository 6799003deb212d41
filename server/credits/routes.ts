import type { DeskReferral, referrals } from '#contract/referrals.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import { onePage } from '#server/db/one-page.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { decide, referralsOf, type ReferralRow } from './referrals.ts'

export const referralRoutes = (app: App): Handlers<typeof referrals> => ({
  async list({ query: { state, page, limit } }) {
    const { db } = app
    const direction = state === 'held' ? 'asc' : 'desc'
    const [rows, { total, capped }] = await Promise.all([
      onePage(
        referralsOf(db)
          .$if(state === 'held', (all) => all.where('referral.state', '=', 'held'))
          .orderBy('confirmedAt', direction)
          .orderBy('referral.accountId', direction),
        { page, limit },
      ).execute(),
      countUpTo(
        db,
        db.selectFrom('referral').$if(state === 'held', (all) => all.where('state', '=', 'held')),
      ),
    ])
    return { ...pageOf(rows.map(presentReferral), { page, limit, total }), capped }
  },
  release: async ({ params: { id }, viewer }) => presentReferral(await decide(app, id, 'credited', viewer.id)),
  refuse: async ({ params: { id }, viewer }) => presentReferral(await decide(app, id, 'refused', viewer.id)),
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
