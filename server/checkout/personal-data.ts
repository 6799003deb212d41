import type { PersonalData } from '#server/services.ts'

export const checkoutData: PersonalData = {
  tables: {
    shopOrder: 'kept without the name: the law asks for the books; the papers of licenses keep their names',
    orderLine: 'kept with its order',
    orderKey: 'kept with its order: a random text that names nobody',
    refund: 'kept: names the admin’s number alone',
  },
  async exportOf(db, { id }) {
    const orders = await db
      .selectFrom('shopOrder')
      .where('buyerId', '=', id)
      .select(['id', 'number', 'state', 'buyerName', 'totalCents', 'createdAt', 'paidAt'])
      .orderBy('id')
      .execute()
    const lines = await db
      .selectFrom('orderLine')
      .innerJoin('shopOrder', 'shopOrder.id', 'orderLine.orderId')
      .where('shopOrder.buyerId', '=', id)
      .select(['orderId', 'title', 'kind', 'licenseType', 'orderLine.totalCents', 'refundedCents', 'orderLine.state'])
      .orderBy('orderLine.id')
      .execute()
    return { orders: orders.map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) })) }
  },
  async forget(tx, { id }) {
    await tx.updateTable('shopOrder').set({ buyerName: null }).where('buyerId', '=', id).execute()
  },
}
