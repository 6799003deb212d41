import type { CartItem, OrderPreview } from '#contract/checkout.ts'
import { DURATIONS, TIERS } from '#contract/promotion-values.ts'
import type { CartLine, PromotionLine } from './lines.ts'

export type Offer = Pick<OrderPreview['lines'][number], 'state' | 'price' | 'license'>

/** The line as the checkout's calls ask for it; null for lines that can't be bought yet. */
export function itemOf(line: CartLine): CartItem | null {
  if (line.type === 'beat') return { type: 'beat', beatId: line.beatId, ...licenseOf(line) }
  if (line.type === 'pack') return { type: 'pack', packId: line.packId, ...licenseOf(line) }
  if (line.type === 'kit') return { type: 'kit', kitId: line.kitId }
  if (line.type === 'subscription')
    return { type: 'subscription', planId: line.planId, billingCycle: line.billingCycle }
  return promotionOf(line)
}

/** Null for what an older page has stored: the shop sells other tiers or days now. */
function promotionOf({ targetType, targetId, tier, days, creditsUsed }: PromotionLine): CartItem | null {
  const type = (['BEAT', 'PACK', 'KIT'] as const).find((one) => one === targetType.toUpperCase())
  const known = { tier: TIERS.find((one) => one === tier), days: DURATIONS.find((one) => one === days) }
  if (!type || !known.tier || !known.days) return null
  return { type: 'promotion', targetType: type, targetId, tier: known.tier, days: known.days, creditsUsed }
}

const licenseOf = ({ licenseType, upgradeOf }: Extract<CartLine, { licenseType: unknown }>) => ({
  licenseType,
  ...(upgradeOf !== undefined && { upgradeOf }),
})

/** The line with the present price and license. An unchanged line stays the same object. */
export function mended(line: CartLine, { state, price, license }: Offer): CartLine {
  if (state !== 'available') return line
  const licensed = license && 'licenseId' in line
  if (line.price === price && (!licensed || line.licenseId === license.id)) return line
  return licensed ? { ...line, price, licenseId: license.id, licenseName: license.name } : { ...line, price }
}
