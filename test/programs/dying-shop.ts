// A server that kills itself at the n-th point of a checkout. The sandbox keeps its books in the same database, so these
// points lie before and after each act of the provider, too.
import { dieAt } from '#test/die-at.ts'

dieAt(Number(process.env.DIES_AT), /"(shop_order|sandbox_payment)"/)

await import('#server/main.ts')
