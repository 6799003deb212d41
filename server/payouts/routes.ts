import type { payouts } from '#contract/payouts.ts'
import { proveOwnerInLane } from '#server/accounts/index.ts'
import { sendMade } from '#server/http/made-file.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { presentPayout } from './present.ts'
import { findPayout, listPayouts } from './queries.ts'
import { paySameDay } from './same-day.ts'
import { presentSummary } from './summary.ts'
import { changeDetails, linkPayPal, unlinkPayPal } from './target.ts'
import { monthsOf, yearCsv, yearReport, yearsOf } from './years.ts'

export const payoutRoutes = (app: App): Handlers<typeof payouts> => ({
  summary: ({ viewer }) => presentSummary(app, viewer.id),
  async history({ viewer, query: { page, limit } }) {
    const { rows, total } = await listPayouts(app.db, viewer.id, { page, limit })
    return pageOf(rows.map(presentPayout), { page, limit, total })
  },
  async link({ viewer, body: { paypalEmail, ...proof }, caller }) {
    await proveOwnerInLane(app, viewer, proof, caller)
    await linkPayPal(app, viewer.id, paypalEmail)
    return presentSummary(app, viewer.id)
  },
  async unlink({ viewer }) {
    await unlinkPayPal(app, viewer.id)
    return presentSummary(app, viewer.id)
  },
  async change({ viewer, body }) {
    await changeDetails(app, viewer.id, body)
    return presentSummary(app, viewer.id)
  },
  async sameDay({ viewer }) {
    return presentPayout(await findPayout(app.db, await paySameDay(app, viewer.id)))
  },
  years: async ({ viewer }) => ({ years: await yearsOf(app.db, viewer.id) }),
  yearTable: ({ viewer, params: { year }, reply }) =>
    sendMade(app, reply, `slide-earnings-${year}.csv`, async () => yearCsv(await monthsOf(app, viewer.id, year), year)),
  yearPaper: ({ viewer, params: { year }, reply }) =>
    sendMade(app, reply, `slide-earnings-${year}.pdf`, async () => {
      const owner = await app.db
        .selectFrom('account')
        .leftJoin('payoutTarget', 'payoutTarget.accountId', 'account.id')
        .where('id', '=', viewer.id)
        .select(['handle', 'legalName', 'country'])
        .executeTakeFirstOrThrow()
      const months = await monthsOf(app, viewer.id, year)
      const { drawReport } = await import('#server/papers/report-paper.ts') // its fonts and shaping take time to load
      return drawReport(yearReport(months, year, owner, app.clock.now()))
    }),
})
