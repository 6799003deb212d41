export type { LineKind, LineKinds, Offer } from './line-kinds.ts'
export { checkoutRoutes } from './routes.ts'
