import type { deskDiscounts } from '#contract/desk-discounts.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { hold, release } from './desk.ts'
import { findCodeAtDesk, findDealAtDesk, listCodesAtDesk, listDealsAtDesk } from './desk-list.ts'

export const deskDiscountRoutes = (app: App): Handlers<typeof deskDiscounts> => ({
  async codes({ query: { page, limit, ...asked } }) {
    const { items, total, capped } = await listCodesAtDesk(app.db, asked, { page, limit, now: app.clock.now() })
    return { ...pageOf(items, { page, limit, total }), capped }
  },
  async pauseCode({ params: { id }, body: { reason }, viewer }) {
    await hold(app, { what: 'code', id, reason, adminId: viewer.id })
    return findCodeAtDesk(app.db, id, app.clock.now())
  },
  async resumeCode({ params: { id }, body: { reason }, viewer }) {
    await release(app, { what: 'code', id, reason, adminId: viewer.id })
    return findCodeAtDesk(app.db, id, app.clock.now())
  },
  async deals({ query: { page, limit, ...asked } }) {
    const { items, total, capped } = await listDealsAtDesk(app.db, asked, { page, limit, now: app.clock.now() })
    return { ...pageOf(items, { page, limit, total }), capped }
  },
  async pauseDeal({ params: { id }, body: { reason }, viewer }) {
    await hold(app, { what: 'deal', id, reason, adminId: viewer.id })
    return findDealAtDesk(app.db, id, app.clock.now())
  },
  async resumeDeal({ params: { id }, body: { reason }, viewer }) {
    await release(app, { what: 'deal', id, reason, adminId: viewer.id })
    return findDealAtDesk(app.db, id, app.clock.now())
  },
})
