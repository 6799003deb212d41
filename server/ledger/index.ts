export { balanceOf, lockAccount } from './balance.ts'
export { ledgerData } from './personal-data.ts'
export { leftOf, post, postAll, reverse, type Entry as LedgerEntry, type Line as LedgerLine } from './post.ts'
export { ledgerRoutes } from './routes.ts'
