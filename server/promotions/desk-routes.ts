import type { deskPromotions } from '#contract/promotions.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { holdPromotion, releasePromotion } from './desk.ts'
import { findAtDesk, listAtDesk, presentAtDesk } from './desk-list.ts'
import { loadOfSlots } from './load.ts'

export const deskPromotionRoutes = (app: App): Handlers<typeof deskPromotions> => ({
  async list({ query: { page, limit, ...asked } }) {
    const now = app.clock.now()
    const { rows, total, capped, counts } = await listAtDesk(app.db, asked, { page, limit, now })
    const items = rows.map((row) => presentAtDesk(row, now))
    return { ...pageOf(items, { page, limit, total }), capped, counts }
  },
  load: () => loadOfSlots(app),
  async pause({ params: { id }, body: { reason }, viewer }) {
    await holdPromotion(app, { id, reason, adminId: viewer.id })
    return findAtDesk(app.db, id, app.clock.now())
  },
  async resume({ params: { id }, body: { reason }, viewer }) {
    await releasePromotion(app, { id, reason, adminId: viewer.id })
    return findAtDesk(app.db, id, app.clock.now())
  },
})
