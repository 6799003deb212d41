import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import type { Format, Upgrade } from '#contract/purchases.ts'
import type { Db } from '#server/db/connect.ts'
import { dollars } from '#server/money.ts'
import { findOffers } from './offers.ts'
import type { PurchaseRow } from './purchases.ts'

const ADDED: Record<LicenseType, Format[]> = {
  MP3: [],
  WAV: ['wav'],
  PREMIUM: ['wav', 'stems'],
  EXCLUSIVE: ['wav', 'stems', 'project'],
}

/** The higher licenses of an item that are on offer to a buyer, with the formats that each adds. */
export async function upgradesOf(db: Db, buyer: number, purchase: PurchaseRow, held: Format[]): Promise<Upgrade[]> {
  const { id, itemId, kind } = purchase
  if (kind === 'kit') return []
  const lines = LICENSE_TYPES.map((licenseType) =>
    kind === 'beat'
      ? ({ type: kind, beatId: itemId, licenseType, upgradeOf: id } as const)
      : ({ type: kind, packId: itemId, licenseType, upgradeOf: id } as const),
  )
  const [offers, there] = await Promise.all([findOffers(db, lines, buyer), formatsOf(db, itemId)])
  return LICENSE_TYPES.flatMap((licenseType, nth) => {
    const offer = offers[nth]! // available for higher licenses of an owned one only
    if (offer.state !== 'available' || !offer.license || !offer.discount) return []
    const { cents, license, discount } = offer
    return {
      licenseId: license.id,
      licenseType,
      licenseName: LICENSE_NAMES[licenseType],
      price: dollars(cents),
      toPay: dollars(Math.max(0, cents - discount.off.cents)),
      adds: ADDED[licenseType].filter((format) => there.has(format) && !held.includes(format)),
    }
  })
}

/** The formats that an item is sold in now. The tracks of a pack are in its archive. */
async function formatsOf(db: Db, itemId: number) {
  const [files, tracks] = await Promise.all([
    db
      .selectFrom('itemFile')
      .where('itemId', '=', itemId)
      .where('isPresent', '=', true)
      .where('role', 'in', ['master', 'stems', 'project'])
      .where('mediaType', '<>', 'audio/mpeg')
      .select('role')
      .execute(),
    db
      .selectFrom('itemTrack')
      .where('itemId', '=', itemId)
      .where('removedAt', 'is', null)
      .where('path', 'ilike', '%.wav')
      .select('id')
      .limit(1)
      .execute(),
  ])
  const formats = new Set<Format>(
    files.map(({ role }) => (role === 'stems' || role === 'project' ? role : ('wav' as const))),
  )
  if (tracks.length) formats.add('wav')
  return formats
}
