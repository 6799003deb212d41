import { unzipSync } from 'fflate'
import type { CartItem } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-types.ts'
import type { Format } from '#contract/purchases.ts'
import { setState } from '#server/items/index.ts'
import { goods } from '#server/shop-lines.ts'
import { fileNamed, zipOf } from './archives.ts'
import { createCheckout, type Checkout } from './checkout.ts'
import { inTransaction } from './factories.ts'
import { newPicture } from './pictures.ts'
import { newWav } from './sounds.ts'
import type { Person } from './shop.ts'

export const wavs = { beat: newWav(), first: newWav(), second: newWav(), kick: newWav(1) }
export const stems = zipOf([{ name: 'drums.wav', content: newWav(1) }])
export const project = zipOf([{ name: 'night.flp', content: 'FLhd' }])

type Headers = Record<string, string>

/** A shop with a beat, a pack and a kit of real files, and what their buyers do. */
export async function createLibrary() {
  const shop = await createCheckout()
  const { beatId, packId, kitId } = await upload(shop)
  const beat = (licenseType: LicenseType, upgradeOf?: number): CartItem => ({
    type: 'beat',
    beatId,
    licenseType,
    ...(upgradeOf !== undefined && { upgradeOf }),
  })
  const pack = (licenseType: LicenseType): CartItem => ({ type: 'pack', packId, licenseType })
  const kit = (): CartItem => ({ type: 'kit', kitId })

  /** A new buyer of one thing. */
  async function bought(item: CartItem) {
    const buyer = await shop.world.signUp()
    const { orderId } = await shop.buy([item], buyer)
    const [purchase] = await buyer.call('GET /purchases/mine')
    return { buyer, orderId, id: purchase!.purchaseId }
  }
  const fetched = (url: string, headers: Headers = {}) => shop.world.http.inject({ url, headers })
  const withToken = ({ accessToken }: Person, url: string, headers: Headers = {}) =>
    fetched(`/api${url}`, { ...headers, authorization: `Bearer ${accessToken}` })
  const signed = async (buyer: Person, id: number, query: { file?: Format; key?: string } = {}) =>
    (await buyer.call('GET /purchases/:id/download-url', { params: { id }, query })).url

  async function refund(purchaseId: number) {
    const { app } = shop.world
    const line = await app.db
      .selectFrom('purchase')
      .innerJoin('orderLine as line', 'line.id', 'purchase.lineId')
      .where('purchase.id', '=', purchaseId)
      .select(['line.id', 'line.itemId', 'line.sellerId', 'line.licenseType', 'line.title', 'line.totalCents'])
      .select(['line.upgradeOf', 'line.label', 'line.cents', 'line.sellerCents'])
      .executeTakeFirstOrThrow()
    const { totalCents: returnedCents, sellerCents: sellerReturnedCents } = line
    const returned = { ...line, kind: 'beat' as const, asked: null, returnedCents, sellerReturnedCents, isWhole: true }
    await inTransaction(app.db, (tx) => goods.kinds.beat.revoke(app, tx, returned))
  }

  return { shop, beatId, packId, kitId, beat, pack, kit, bought, fetched, withToken, signed, refund }
}

async function upload({ owner, world }: Checkout) {
  const licenses = (['MP3', 'WAV', 'PREMIUM', 'EXCLUSIVE'] as const).map((type, nth) => ({
    type,
    price: 30 + nth * 20,
  }))
  const beat = await owner.call('POST /beats/upload', {
    files: {
      audio: fileNamed('a.wav', wavs.beat),
      stems: fileNamed('s.zip', stems),
      project: fileNamed('p.zip', project),
      cover: await newPicture('cover.png'),
    },
    body: { meta: { title: 'Night: Bus', bpm: 140, key: 'F#m', genre: 'UK Drill', tags: 'dark', licenses } },
  })
  const pack = await owner.call('POST /packs/upload', {
    files: {
      zip: fileNamed(
        'pack.zip',
        zipOf([
          { name: 'Night/01 First 142bpm Am.wav', content: wavs.first, isDeflated: true },
          { name: 'Night/02 Second.wav', content: wavs.second },
          { name: 'Night/Read me.txt', content: 'Thanks' },
        ]),
      ),
    },
    body: { meta: { name: 'Night Lines', description: 'Two.', tags: 'dark', licenses: licenses.slice(0, 2) } },
  })
  const kit = await owner.call('POST /kits/upload', {
    files: {
      zip: fileNamed(
        'kit.zip',
        zipOf([
          { name: 'Kit/Hits/Kick.wav', content: wavs.kick, isDeflated: true },
          { name: 'Kit/Chords.mid', content: Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60', 'latin1') },
        ]),
      ),
    },
    body: { meta: { name: 'Cold Hits', type: 'Drum Kit', description: 'Hits.', tags: 'drums', price: 19.95 } },
  })
  const [beatId, packId, kitId] = [beat.id, pack.id, kit.id]
  await world.work()
  const now = world.app.clock.now()
  for (const id of [beatId, packId, kitId])
    await inTransaction(world.app.db, (tx) => setState(tx, id, 'published', { now }))
  return { beatId, packId, kitId }
}

export const unzipped = (bytes: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content)]))
export const saveName = (headers: Record<string, unknown>) =>
  decodeURIComponent(/filename\*=UTF-8''(.*)/.exec(String(headers['content-disposition']))![1]!)
