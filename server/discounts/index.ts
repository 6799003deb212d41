export { codeAdjuster } from './adjust-codes.ts'
export { dealAdjuster } from './adjust-deals.ts'
export { discountData } from './personal-data.ts'
export { discountRoutes } from './routes.ts'
