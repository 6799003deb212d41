import { sql } from 'kysely'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { fileNamed } from './archives.ts'
import { beatLine, kitLine, packLine } from './checkout.ts'
import { addSubmission, newSeller, storeArchive } from './desk.ts'
import { addItem, fileOf } from './factories.ts'
import { packZip, twoTracks } from './packs.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { newPicture } from './pictures.ts'
import { createPromotions, promoted, type Promotions } from './promotions.ts'
import { proposeShares } from './shares.ts'
import type { Person } from './shop.ts'
import { newWav } from './sounds.ts'

/** Ann's things begin with this id, each kind of them; all others have smaller ids. */
export const FIRST = 1_001

/** Texts of Ann's that no stranger may read. */
export const SECRETS = {
  words: 'Secret words',
  draft: 'Secret draft',
  paypal: 'secret@paypal.test',
  legalName: 'Anna Secretson',
}

/** A shop in which Ann owns something of each kind. Cleo, a seller and buyer too, has no part in it. */
export async function createEstate() {
  const shop = await createPromotions()
  const { world, owner } = shop
  const cleo = await newSeller(world, 'pro')
  const cleos = { ...(await sell(shop, cleo)), uploads: await upload(cleo) }
  const goods = await sell(shop, owner)
  await cleo.call('PUT /me/playlist', { body: { version: 0, entries: [{ itemId: goods.beatId }] } })
  await skipTo(shop, FIRST)
  const ann = await newSeller(world, 'pro')
  const anns = { ...(await sell(shop, ann)), uploads: await upload(ann) }
  const hidden = await addHidden(shop, ann)
  const bought = await buyFrom(shop, ann, owner, goods)
  await beSoldFrom(shop, ann, owner, anns)
  await talk(ann, owner, goods.beatId)
  await keepOwnThings(shop, ann)
  await proposeShares(ann, anns.kitId, [[owner, 1_000]])
  await proposeShares(owner, goods.packId, [[ann, 1_000]])
  const { accessToken } = await world.guest('POST /auth/login', { body: ann }) // so that she can end her first session
  return { ...shop, ann: { ...ann, accessToken }, anns, hidden, bought, cleo, cleos, goods }
}
export type Estate = Awaited<ReturnType<typeof createEstate>>

/** All new rows of all tables get ids from `first` on. */
async function skipTo({ world: { app } }: Promotions, first: number) {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname = 'public'`.execute(app.db)
  for (const { name } of rows) await sql`select setval(${name}::regclass, ${first}, false)`.execute(app.db)
}

/** A beat, a pack and a kit on sale, with real files. */
async function sell(shop: Promotions, seller: Person) {
  const { storage } = shop.world.app
  const files = (['master', 'mp3', 'stems'] as const).map((role) => fileOf(role))
  for (const { storageKey, mediaType } of files) await storage.put(storageKey, Buffer.from(storageKey), { mediaType })
  const ownerId = seller.id
  const beatId = await shop.addBeat({ ownerId, files })
  const archive = () => storeArchive(shop.world, { 'One.wav': newWav(1), 'Two.wav': newWav(1) })
  const tracks = ['One', 'Two'].map((title) => ({ title, path: `${title}.wav` }))
  const licenses = [{ type: 'WAV', priceCents: 5_000 }]
  const packId = await shop.add({ ownerId, kind: 'pack', files: [await archive()], licenses, tracks })
  const kitId = await shop.add({ ownerId, kind: 'kit', files: [await archive()], priceCents: 1_900, tracks })
  const [license] = await seller.call('GET /me/beats/:id/licenses', { params: { id: beatId } })
  return { beatId, packId, kitId, licenseId: license!.id }
}

/** Complete uploads that nothing uses yet. */
async function upload(person: Person) {
  const send = async (purpose: UploadPurpose, file: File) =>
    (await person.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })).id
  const picture = await newPicture('cover.png')
  const zip = packZip(twoTracks())
  return {
    audio: await send('audio', fileNamed('a.wav', newWav())),
    packZip: await send('packZip', zip),
    kitZip: await send('kitZip', zip),
    beatCover: await send('cover', picture),
    packCover: await send('cover', picture),
    kitCover: await send('kitCover', picture),
  }
}

/** Items that only their owner sees, one for each reason. */
async function addHidden({ world }: Promotions, { id: ownerId, call }: Person) {
  const { db } = world.app
  const draft = await call('POST /me/beats', { body: { title: SECRETS.draft } })
  return {
    draft: draft.id,
    pending: await addSubmission(world, { ownerId }),
    pendingPack: await addSubmission(world, { ownerId, kind: 'pack' }),
    pendingKit: await addSubmission(world, { ownerId, kind: 'kit' }),
    paused: await addItem(db, { ownerId, status: 'paused' }),
    takenDown: await addItem(db, { ownerId, status: 'taken_down' }),
    deleted: await addItem(db, { ownerId, deletedAt: new Date() }),
  }
}

/** Purchases, a problem with one of them, and an order that waits for its payment. */
async function buyFrom(shop: Promotions, buyer: Person, seller: Person, goods: Awaited<ReturnType<typeof sell>>) {
  const wav = { ...packLine(goods.packId), licenseType: 'WAV' } as const
  await shop.buy([beatLine(goods.beatId), wav, kitLine(goods.kitId)], buyer)
  const purchases = await buyer.call('GET /purchases/mine')
  const idOf = (kind: string) => purchases.find(({ type }) => type === kind)!.purchaseId
  await complain(buyer, idOf('kit'))
  const open = await shop.start([kitLine((await sell(shop, seller)).kitId)], { buyer })
  const inArchive = { params: { id: idOf('pack') }, query: {} }
  const inKit = { params: { id: idOf('kit') }, query: {} }
  return {
    beat: idOf('beat'),
    trackKey: (await buyer.call('GET /purchases/packs/:id/tracks', inArchive)).items[0]!.key,
    soundKey: (await buyer.call('GET /purchases/kits/:id/tracks', inKit)).items[0]!.key,
    open,
  }
}

async function beSoldFrom(shop: Promotions, seller: Person, buyer: Person, { beatId }: { beatId: number }) {
  await shop.buy([beatLine(beatId)], buyer)
  const [sold] = await buyer.call('GET /purchases/mine')
  await complain(buyer, sold!.purchaseId)
  await seller.call('POST /me/codes', { body: { code: 'ANNS10', percent: 10 } })
  await seller.call('POST /me/deals', { body: { buy: 2, free: 1 } })
  await shop.promote([promoted(beatId)], seller)
}

const complain = ({ call }: Person, id: number) =>
  call('POST /purchases/:id/problem', { params: { id }, body: { reason: 'broken', text: 'It ends too early.' } })

async function talk(person: Person, partner: Person, beatId: number) {
  for (const [from, to] of [[person, partner] as const, [partner, person] as const])
    await from.call('POST /chat/send', { body: { senderId: from.id, receiverId: to.id, content: SECRETS.words } })
  await person.call('POST /beats/:id/comments', { params: { id: beatId }, body: { text: 'Hard.' } })
}

/** A preset, a passkey, a plan and a PayPal address. */
async function keepOwnThings(shop: Promotions, person: Person) {
  const { password, call } = person
  const licenses = [{ type: 'MP3' as const, price: 20 }]
  await call('POST /me/license-presets', { body: { name: 'Mine', licenses } })
  const passkey = new PasskeyDevice().make(await call('POST /me/passkeys/begin', { body: { password } }))
  await call('POST /me/passkeys', { body: { passkey } })
  await call('PATCH /me/paypal', { body: { paypalEmail: SECRETS.paypal, password } })
  await call('PATCH /me/legal-name', { body: { legalName: SECRETS.legalName } })
  await shop.buyPlan(person, { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
}
