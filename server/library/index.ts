export { itemLines } from './item-lines.ts'
export { libraryData } from './personal-data.ts'
export { archivePurchaseRoutes, beatPurchaseRoutes, libraryRoutes, purchaseRoutes } from './routes.ts'
export { findPurchased, findPurchasedSound } from './signed.ts'
