import type { CartItem, OrderPreview } from '#contract/checkout.ts'
import type { CartLine } from './lines.ts'

export type Offer = Pick<OrderPreview['lines'][number], 'state' | 'price' | 'license'>

/** The line as the checkout's calls ask for it. */
export function itemOf(line: CartLine): CartItem {
  if (line.type === 'beat') return { type: 'beat', beatId: line.beatId, ...licenseOf(line) }
  if (line.type === 'pack') return { type: 'pack', packId: line.packId, ...licenseOf(line) }
  if (line.type === 'kit') return { type: 'kit', kitId: line.kitId }
  if (line.type === 'subscription')
    return { type: 'subscription', planId: line.planId, billingCycle: line.billingCycle }
  const { targetType, targetId, tier, days, creditsUsed } = line
  return { type: 'promotion', targetType, targetId, tier, days, creditsUsed }
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
