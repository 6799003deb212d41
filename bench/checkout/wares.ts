import type { CartItem } from '#contract/checkout.ts'
import type { Db } from '#server/db/connect.ts'
import { addItem, fileOf } from '#test/factories.ts'

type Kind = { sellers: readonly number[]; beats: number; exclusives: number; kits: number }
export type Ware = { item: CartItem; isExclusive: boolean }

/** Puts beats and kits on sale; returns everything that can be bought. */
export async function stock(db: Db, { sellers, beats, exclusives, kits }: Kind) {
  const wares: Ware[] = []
  const ownerOf = (number: number) => sellers[number % sellers.length]!
  for (let number = 0; number < beats + exclusives; number++) {
    const isExclusive = number >= beats
    const licenses = [
      { type: 'MP3' as const, priceCents: 2_995 + number },
      { type: 'WAV' as const, priceCents: 4_495 + number },
      { type: 'PREMIUM' as const, priceCents: 9_900 + number },
      ...(isExclusive ? [{ type: 'EXCLUSIVE' as const, priceCents: 49_900 }] : []),
    ]
    const beatId = await addItem(db, {
      ownerId: ownerOf(number),
      title: `Beat ${number}`,
      files: [fileOf('master'), fileOf('mp3'), fileOf('stems')],
      licenses,
    })
    for (const { type } of licenses)
      wares.push({ item: { type: 'beat', beatId, licenseType: type }, isExclusive: type === 'EXCLUSIVE' })
  }
  for (let number = 0; number < kits; number++) {
    const kitId = await addItem(db, {
      ownerId: ownerOf(number),
      kind: 'kit',
      title: `Kit ${number}`,
      priceCents: 1_900 + number,
      files: [fileOf('archive')],
    })
    wares.push({ item: { type: 'kit', kitId }, isExclusive: false })
  }
  return wares
}
