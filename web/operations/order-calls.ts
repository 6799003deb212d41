/** The calls whose answers change when money of an order goes back. */
export const OF_ORDERS = [
  'GET /admin/orders',
  'GET /admin/orders/:id',
  'GET /admin/orders/:id/problems',
  'GET /admin/overview/waiting',
  'GET /admin/actions',
] as const
