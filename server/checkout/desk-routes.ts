import type { orders } from '#contract/orders.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { WatchedShop } from './shop.ts'
import { refundByAdmin } from './desk-refund.ts'
import { findOrder, listOrders, presentOrder } from './desk-orders.ts'

export const deskOrderRoutes = (shop: WatchedShop): Handlers<typeof orders> => ({
  async list({ query: { q, state, page, limit } }) {
    const { rows, total } = await listOrders(shop.app.db, { q: q.trim(), state, page, limit })
    return pageOf(rows.map(presentOrder), { page, limit, total })
  },
  one: ({ params }) => findOrder(shop.app.db, params.id),
  async refund({ params, body: { lines, reason }, viewer }) {
    await refundByAdmin(shop, viewer.id, params.id, { lines, reason })
    return findOrder(shop.app.db, params.id)
  },
})
