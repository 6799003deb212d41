import type { LineKind, LineKinds } from '#server/checkout/index.ts'
import { completeSale, grant, lockItems } from './grant.ts'
import { cartOffers } from './offers.ts'
import { revoke } from './revoke.ts'

const itemLine: LineKind = { offers: cartOffers, lock: lockItems, grant, granted: completeSale, revoke }

/** Beats, packs and kits as lines of an order. */
export const itemLines: LineKinds = { beat: itemLine, pack: itemLine, kit: itemLine }
