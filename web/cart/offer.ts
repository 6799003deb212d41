import type { License } from '#contract/licenses.ts'
import type { CartLine } from './lines.ts'

/** The present offer for a line; null if the item is no longer on sale. */
export type Offer = { price: number; license?: License } | null

/** Finds a license by its type, because a producer's new licenses have new ids. */
export const licenseOffer = (licenses: License[], type: string): Offer => {
  const license = licenses.find((one) => one.type === type)
  return license ? { price: license.price, license } : null
}

/** The line with the present price and license. An unchanged line stays the same object. */
export function mended(line: CartLine, offer: Offer): CartLine {
  if (!offer) return line
  const licensed = offer.license && 'licenseId' in line
  if (line.price === offer.price && (!licensed || line.licenseId === offer.license?.id)) return line
  return licensed
    ? { ...line, price: offer.price, licenseId: offer.license!.id, licenseName: offer.license!.name }
    : { ...line, price: offer.price }
}
