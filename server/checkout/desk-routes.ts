import type { orders } from '#contract/orders.ts'
import { sendMade } from '#server/http/made-file.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { WatchedShop } from './shop.ts'
import { refundByAdmin } from './desk-refund.ts'
import { settleDifference } from './differences.ts'
import { findOrder, listOrders, presentOrder } from './desk-orders.ts'
import { ordersTable } from './orders-table.ts'

const MOST_IN_TABLE = 100_000

export const deskOrderRoutes = (shop: WatchedShop): Handlers<typeof orders> => ({
  async list({ query: { q, state, page, limit } }) {
    const { rows, total, capped, above } = await listOrders(shop.app.db, { q: q.trim(), state, page, limit })
    return { ...pageOf(rows.map(presentOrder), { page, limit, total }), capped, needYou: above.needYou }
  },
  table: ({ query: { q, state }, reply }) =>
    sendMade(shop.app, reply, 'slide-orders.csv', async () => {
      const { rows } = await listOrders(shop.app.db, { q: q.trim(), state, page: 0, limit: MOST_IN_TABLE })
      return ordersTable(rows)
    }),
  one: ({ params }) => findOrder(shop.app.db, params.id),
  async refund({ params, body: { lines, reason }, viewer }) {
    await refundByAdmin(shop, viewer.id, params.id, { lines, reason })
    return findOrder(shop.app.db, params.id)
  },
  async settle({ params, body, viewer }) {
    await settleDifference(shop.app, viewer.id, params.id, body)
    return findOrder(shop.app.db, params.id)
  },
})
