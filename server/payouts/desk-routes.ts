import type { deskPayouts } from '#contract/desk-payouts.ts'
import { sendMade } from '#server/http/made-file.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { approvePayout, holdPayout, retryPayout, settlePayout } from './desk.ts'
import { deskCsv, findAtDesk, listAtDesk, presentAtDesk } from './desk-list.ts'

const MOST_IN_TABLE = 100_000

export const deskPayoutRoutes = (app: App): Handlers<typeof deskPayouts> => ({
  async list({ query: { state, seller, page, limit } }) {
    const { rows, total, capped, above } = await listAtDesk(app.db, { state, seller, page, limit })
    const items = rows.map((row) => presentAtDesk(row, app.clock.now()))
    return { ...pageOf(items, { page, limit, total }), capped, needYou: above.needYou }
  },
  table: ({ query: { state, seller }, reply }) =>
    sendMade(app, reply, 'slide-payouts.csv', async () => {
      const { rows } = await listAtDesk(app.db, { state, seller, page: 0, limit: MOST_IN_TABLE })
      return deskCsv(rows, app.clock.now())
    }),
  async approve({ params: { id }, viewer }) {
    await approvePayout(app, id, viewer.id)
    return findAtDesk(app, id)
  },
  async hold({ params: { id }, viewer, body }) {
    await holdPayout(app, id, viewer.id, body.reason)
    return findAtDesk(app, id)
  },
  retry: async ({ params: { id }, viewer }) => findAtDesk(app, await retryPayout(app, id, viewer.id)),
  async settle({ params: { id }, viewer, body }) {
    await settlePayout(app, id, viewer.id, body)
    return findAtDesk(app, id)
  },
})
