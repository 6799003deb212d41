import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import type { LicenseType } from '#contract/license-terms.ts'
import type { Format } from '#contract/purchases.ts'
import { removeItem, setState } from '#server/items/index.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { createCheckout, type Checkout } from '#test/checkout.ts'
import { fileOf, inTransaction } from '#test/factories.ts'
import { newPicture } from '#test/pictures.ts'
import { newWav } from '#test/sounds.ts'
import type { Person } from '#test/shop.ts'
import { goods } from '#server/shop-lines.ts'

const wavs = { beat: newWav(), first: newWav(), second: newWav(), kick: newWav(1) }
const stems = zipOf([{ name: 'drums.wav', content: newWav(1) }])
const project = zipOf([{ name: 'night.flp', content: 'FLhd' }])

let shop: Checkout
let beatId: number
let packId: number
let kitId: number
beforeAll(async () => {
  shop = await createCheckout()
  const { owner, world } = shop
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
  ;[beatId, packId, kitId] = [beat.id, pack.id, kit.id]
  await world.work()
  const now = world.app.clock.now()
  for (const id of [beatId, packId, kitId])
    await inTransaction(world.app.db, (tx) => setState(tx, id, 'published', { now }))
}, 120_000)
afterAll(() => shop.world.close())

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

type Headers = Record<string, string>
const fetched = (url: string, headers: Headers = {}) => shop.world.http.inject({ url, headers })
const withToken = ({ accessToken }: Person, url: string, headers: Headers = {}) =>
  fetched(`/api${url}`, { ...headers, authorization: `Bearer ${accessToken}` })
const signed = async (buyer: Person, id: number, query: { file?: Format; key?: string } = {}) =>
  (await buyer.call('GET /purchases/:id/download-url', { params: { id }, query })).url
const unzipped = (bytes: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content)]))
const saveName = (headers: Record<string, unknown>) =>
  decodeURIComponent(/filename\*=UTF-8''(.*)/.exec(String(headers['content-disposition']))![1]!)

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

test('each license of a beat delivers its files under readable names', async () => {
  const expected: [LicenseType, string[]][] = [
    ['MP3', ['Night- Bus_140BPM_F#min.mp3']],
    ['WAV', ['Night- Bus_140BPM_F#min.mp3', 'Night- Bus_140BPM_F#min.wav']],
    ['PREMIUM', ['Night- Bus_140BPM_F#min.mp3', 'Night- Bus_140BPM_F#min.wav', 'Night- Bus_140BPM_F#min_Stems.zip']],
  ]
  for (const [license, names] of expected) {
    const { buyer, id } = await bought(beat(license))
    const { downloads } = await buyer.call('GET /library/:id', { params: { id } })
    expect(downloads.map(({ name }) => name)).toEqual(['Night- Bus.zip', ...names])
    const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=zip`)
    expect(saveName(reply.headers)).toBe('Night- Bus.zip')
    const files = unzipped(reply.rawPayload)
    expect(Object.keys(files).toSorted()).toEqual(
      [...names, 'Night- Bus_Cover.webp', 'Night- Bus_License.pdf'].toSorted(),
    )
    expect(files['Night- Bus_License.pdf']!.subarray(0, 5).toString()).toBe('%PDF-')
    for (const { file, name, bytes } of downloads.slice(1)) {
      const single = await withToken(buyer, `/purchases/beats/${id}/download?file=${file}`)
      expect(saveName(single.headers)).toBe(name)
      expect(single.rawPayload).toHaveLength(bytes)
      expect(files[name]!.equals(single.rawPayload)).toBe(true)
    }
    if (license !== 'MP3') {
      const best = await withToken(buyer, `/purchases/beats/${id}/download`)
      expect(best.rawPayload.equals(wavs.beat)).toBe(true)
    }
  }
})

test('a long title in any script makes names that disks take', async () => {
  const { db } = shop.world.app
  const named = (title: string) => db.updateTable('item').set({ title }).where('id', '=', beatId).execute()
  for (const title of ['夜'.repeat(80), `a${'🔥'.repeat(79)}`]) {
    await named(title)
    const { buyer, id } = await bought(beat('PREMIUM'))
    const { downloads } = await buyer.call('GET /library/:id', { params: { id } })
    const files = unzipped((await fetched(await signed(buyer, id))).rawPayload)
    for (const name of [...Object.keys(files), ...downloads.map((download) => download.name)]) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(title.startsWith(name.replace(/[_.].*/, ''))).toBe(true)
    }
  }
  await named('Night: Bus')
})

test('a format that the license does not grant is refused', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=wav`)
  expect(reply.statusCode).toBe(403)
  expect(reply.json()).toMatchObject({ error: 'not_in_license', message: 'Your purchase doesn’t include WAV.' })
  await expect(signed(buyer, id, { file: 'stems' })).rejects.toMatchObject({ error: 'not_in_license' })
})

test('a ZIP can be resumed at any byte, and its length is known before', async () => {
  for (const item of [beat('PREMIUM'), pack('WAV'), kit()]) {
    const { buyer, id } = await bought(item)
    const url = await signed(buyer, id)
    const whole = await fetched(url)
    expect(whole.headers['content-length']).toBe(String(whole.rawPayload.length))
    const head = await shop.world.http.inject({ method: 'HEAD', url })
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
    const etag = String(whole.headers.etag)
    const { length } = whole.rawPayload
    for (const start of [0, 1, 40, Math.floor(length / 3), length - 100, length - 1]) {
      const rest = await fetched(url, { range: `bytes=${start}-`, 'if-range': etag })
      expect(rest.statusCode).toBe(206)
      expect(rest.headers['content-range']).toBe(`bytes ${start}-${length - 1}/${length}`)
      expect(rest.rawPayload.equals(whole.rawPayload.subarray(start))).toBe(true)
    }
    const changed = await fetched(url, { range: 'bytes=5-', 'if-range': '"other"' })
    expect(changed.statusCode).toBe(200)
  }
})

test('the MP3 lease of a pack delivers MP3s, the WAV lease the WAVs too, and both its notes', async () => {
  const mp3s = ['01 First_142BPM_Amin.mp3', '02 Second.mp3']
  const one = await bought(pack('MP3'))
  const files = unzipped((await withToken(one.buyer, `/purchases/packs/${one.id}/download`)).rawPayload)
  expect(Object.keys(files).toSorted()).toEqual([...mp3s, 'Night/Read me.txt', ...besidePack].toSorted())
  const { upgrades } = await one.buyer.call('GET /library/:id', { params: { id: one.id } })
  expect(upgrades).toMatchObject([{ licenseType: 'WAV', adds: ['wav'] }])
  const two = await bought(pack('WAV'))
  const more = unzipped((await withToken(two.buyer, `/purchases/packs/${two.id}/download`)).rawPayload)
  expect(Object.keys(more).toSorted()).toEqual(
    [...mp3s, '01 First_142BPM_Amin.wav', '02 Second.wav', 'Night/Read me.txt', ...besidePack].toSorted(),
  )
  expect(more['01 First_142BPM_Amin.wav']!.equals(wavs.first)).toBe(true)
  expect(more['02 Second.wav']!.equals(wavs.second)).toBe(true)
  const only = await withToken(two.buyer, `/purchases/packs/${two.id}/download?file=wav`)
  expect(saveName(only.headers)).toBe('Night Lines_WAV.zip')
  expect(Object.keys(unzipped(only.rawPayload))).toEqual(['01 First_142BPM_Amin.wav', '02 Second.wav'])
})
const besidePack = ['Night Lines_Cover.webp', 'Night Lines_License.pdf']

test('a kit keeps its folders and carries its terms', async () => {
  const { buyer, id } = await bought(kit())
  const files = unzipped((await withToken(buyer, `/purchases/kits/${id}/download`)).rawPayload)
  expect(Object.keys(files).toSorted()).toEqual(['Kit/Chords.mid', 'Kit/Hits/Kick.wav', 'Terms.txt'])
  expect(files['Kit/Hits/Kick.wav']!.equals(wavs.kick)).toBe(true)
  expect(String(files['Terms.txt'])).toContain('Use: Royalty-free in your own music, released or not')
})

test('tracks are listed, heard and downloaded one by one', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const { items, totalItems } = await buyer.call('GET /purchases/packs/:id/tracks', { params: { id }, query: {} })
  expect(totalItems).toBe(2)
  expect(items).toMatchObject([
    { name: 'First', folder: 'Night', bpm: 142, musicKey: 'Am', duration: 6, bytes: wavs.first.length },
    { name: 'Second', bpm: null },
  ])
  const { key, streamUrl } = items[0]!
  const heard = await fetched(streamUrl!, { range: 'bytes=100-199' })
  expect(heard.headers['content-type']).toBe('audio/mpeg')
  const byToken = await withToken(buyer, `/purchases/packs/${id}/stream?key=${key}`)
  expect(byToken.rawPayload.subarray(100, 200).equals(heard.rawPayload)).toBe(true)
  const saved = await fetched(await signed(buyer, id, { key }))
  expect(saveName(saved.headers)).toBe('First_142BPM_Amin.wav')
  expect(saved.rawPayload.equals(wavs.first)).toBe(true)
  const part = await fetched(await signed(buyer, id, { key }), { range: 'bytes=1000-1999' })
  expect(part.rawPayload.equals(wavs.first.subarray(1000, 2000))).toBe(true)
  const unknown = await withToken(buyer, `/purchases/packs/${id}/stream?key=999999`)
  expect(unknown.statusCode).toBe(404)

  const ofKit = await bought(kit())
  const listed = await ofKit.buyer.call('GET /purchases/kits/:id/tracks', { params: { id: ofKit.id }, query: {} })
  expect(listed.items.map(({ name, streamUrl: url }) => [name, url !== null])).toEqual([
    ['Chords', false],
    ['Kick', true],
  ])
  const kick = await fetched(listed.items[1]!.streamUrl!)
  expect(kick.rawPayload.equals(wavs.kick)).toBe(true)
})

test('a beat plays as its whole MP3, by token and by address', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const byToken = await withToken(buyer, `/purchases/beats/${id}/stream`)
  expect(byToken.headers['content-type']).toBe('audio/mpeg')
  const { url } = await buyer.call('GET /purchases/:id/stream-url', { params: { id }, query: {} })
  const byAddress = await fetched(url)
  expect(byAddress.rawPayload.equals(byToken.rawPayload)).toBe(true)
  expect(byAddress.headers['content-disposition']).toBeUndefined()
})

test('nobody else gets a byte', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const other = (await bought(beat('MP3'))).buyer
  const { items } = await buyer.call('GET /purchases/packs/:id/tracks', { params: { id }, query: {} })
  const { key } = items[0]!
  for (const path of ['download', 'tracks', `stream?key=${key}`]) {
    const url = `/purchases/packs/${id}/${path}`
    expect((await withToken(other, url)).statusCode, path).toBe(404)
    expect((await withToken(shop.owner, url)).statusCode, path).toBe(404)
    expect((await fetched(`/api${url}`)).statusCode, path).toBe(401)
  }
  for (const path of ['download-url', `stream-url?key=${key}`])
    expect((await withToken(other, `/purchases/${id}/${path}`)).statusCode, path).toBe(404)
  expect((await withToken(other, `/library/${id}`)).statusCode).toBe(404)
  for (const url of [await signed(buyer, id), items[0]!.streamUrl!]) {
    expect((await fetched(url)).statusCode).toBe(200)
    const stolen = url.replace(`account=${buyer.id}`, `account=${other.id}`)
    expect((await fetched(stolen)).statusCode).toBe(403)
    expect((await fetched(url.replace(`/${id}.`, `/${id + 1}.`))).statusCode).toBe(403)
  }
})

test('an address works for ten minutes', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const url = await signed(buyer, id, { file: 'mp3' })
  shop.world.passTime(9.9 * 60_000)
  expect((await fetched(url)).statusCode).toBe(200)
  shop.world.passTime(0.2 * 60_000)
  expect((await fetched(url)).statusCode).toBe(403)
})

test('a refunded buyer gets nothing, and the row says so', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const urls = [
    await signed(buyer, id),
    (await buyer.call('GET /purchases/:id/stream-url', { params: { id }, query: {} })).url,
  ]
  await refund(id)
  for (const path of ['download', 'download?file=zip', 'stream']) {
    const reply = await withToken(buyer, `/purchases/beats/${id}/${path}`)
    expect(reply.statusCode).toBe(410)
    expect(reply.json()).toMatchObject({ error: 'refunded' })
  }
  for (const url of urls) expect((await fetched(url)).statusCode).toBe(403)
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({
    state: 'refunded',
    endedAtIso: expect.any(String),
    zipUrl: null,
    downloads: [],
    upgrades: [],
  })
})

test('an upgrade replaces the lower license, whose files stay; a refund brings it back', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const { upgrades } = await buyer.call('GET /library/:id', { params: { id } })
  expect(upgrades.map(({ licenseType, price, toPay, adds }) => [licenseType, price, toPay, adds])).toEqual([
    ['WAV', 50, 20, ['wav']],
    ['PREMIUM', 70, 40, ['wav', 'stems']],
    ['EXCLUSIVE', 90, 60, ['wav', 'stems', 'project']],
  ])
  await shop.buy([beat('WAV', id)], buyer)
  const [higher, lower] = await buyer.call('GET /purchases/mine')
  expect(lower).toMatchObject({ purchaseId: id, state: 'replaced', replacedBy: higher!.purchaseId })
  expect(higher).toMatchObject({ state: 'owned', licenseType: 'WAV', pricePaid: 20 })
  expect((await withToken(buyer, `/purchases/beats/${id}/download?file=mp3`)).statusCode).toBe(200)
  expect((await buyer.call('GET /library/:id', { params: { id } })).upgrades).toEqual([])
  await refund(higher!.purchaseId)
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({ state: 'owned', replacedBy: null })
})

test('downloads count once per purchase, file and day; those of kits for the seller too', async () => {
  const { buyer, id } = await bought(kit())
  const { db } = shop.world.app
  const total = async () =>
    (await db.selectFrom('itemStat').where('itemId', '=', kitId).select('downloads').executeTakeFirstOrThrow())
      .downloads
  const before = await total()
  const url = await signed(buyer, id)
  expect(await total()).toBe(before)
  await shop.world.http.inject({ method: 'HEAD', url })
  expect(await total()).toBe(before)
  await Promise.all([
    fetched(url),
    fetched(url, { range: 'bytes=9-' }),
    withToken(buyer, `/purchases/kits/${id}/download`),
  ])
  expect(await total()).toBe(before + 1)
  const rows = await db.selectFrom('download').where('purchaseId', '=', id).select('file').execute()
  expect(rows).toEqual([{ file: 'zip' }])
  const yesterday = new Date(shop.world.app.clock.now().getTime() - 24 * 60 * 60_000).toISOString().slice(0, 10)
  await db.updateTable('download').set({ day: yesterday }).where('purchaseId', '=', id).execute()
  await fetched(url)
  expect(await total()).toBe(before + 2)
})

test('what was sold stays: the seller changes, removes and deletes it, and leaves', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const { app } = shop.world
  const before = unzipped((await fetched(await signed(buyer, id))).rawPayload)
  const [track] = await shop.owner.call('GET /me/packs/:id/contents', { params: { id: packId } })
  await shop.owner.call('DELETE /me/packs/:packId/beats/:packBeatId', {
    params: { packId, packBeatId: track!.id },
  })
  const later = await bought(pack('WAV'))
  const less = unzipped((await fetched(await signed(later.buyer, later.id))).rawPayload)
  expect(Object.keys(less).filter((path) => /wav|mp3/.test(path))).toEqual(['01 Second.mp3', '01 Second.wav'])
  const same = async () => expect(unzipped((await fetched(await signed(buyer, id))).rawPayload)).toEqual(before)
  await same()
  await shop.owner.call('PATCH /me/packs/:id', { params: { id: packId }, body: { name: 'Day Lines' } })
  await inTransaction(app.db, (tx) => setState(tx, packId, 'paused', { now: app.clock.now() }))
  await same()
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({ title: 'Night Lines', slug: null })
  await inTransaction(app.db, (tx) => removeItem(tx, packId, app.clock.now()))
  await shop.world.takeDue()
  await shop.world.sweepFiles()
  await app.db.updateTable('account').set({ deletedAt: app.clock.now() }).where('id', '=', shop.owner.id).execute()
  await same()
  await app.db.updateTable('account').set({ deletedAt: null }).where('id', '=', shop.owner.id).execute()
})

test('an order tells its buyer what it bought, and nobody else', async () => {
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beat('WAV'), kit()], buyer)
  const order = await buyer.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(order).toMatchObject({
    orderId,
    state: 'paid',
    subtotal: 69.95,
    adjustments: [],
    tax: 0,
    total: 69.95,
    refunded: 0,
    paidWith: expect.stringContaining('4242'),
    refused: [],
    purchases: [
      { type: 'beat', title: 'Night: Bus', licenseName: 'WAV Lease', pricePaid: 50, artist: 'drillmaker' },
      { type: 'kit', title: 'Cold Hits', licenseUrl: null, licenseNumber: null, pricePaid: 19.95 },
    ],
  })
  expect(order.purchases[0]).toMatchObject({ licenseUrl: `/api/purchases/${order.purchases[0]!.purchaseId}/license` })
  expect(order.purchases.map(({ downloads }) => downloads.map(({ file }) => file))).toEqual([
    ['zip', 'mp3', 'wav'],
    ['zip'],
  ])
  const lower = order.purchases[0]!.purchaseId
  const upgrade = await shop.buy([beat('PREMIUM', lower)], buyer)
  expect(await buyer.call('GET /purchases/order/:orderId', { params: { orderId: upgrade.orderId } })).toMatchObject({
    subtotal: 70,
    adjustments: [{ reason: 'Paid for WAV Lease', amount: 50 }],
    total: 20,
  })
  await expect(shop.fan.call('GET /purchases/order/:orderId', { params: { orderId } })).rejects.toMatchObject({
    status: 404,
  })
})

test('an order tells what was refused, and that its money goes back', async () => {
  const id = await shop.addBeat({ title: 'Taken' })
  const [early, late] = [await shop.world.signUp(), await shop.world.signUp()]
  const started = await shop.start([{ type: 'beat', beatId: id, licenseType: 'MP3' }], { buyer: late })
  await shop.buy([{ type: 'beat', beatId: id, licenseType: 'EXCLUSIVE' }], early)
  await shop.payByCard(started)
  await shop.confirm(started, late)
  const { orderId } = started
  expect(await late.call('GET /purchases/order/:orderId', { params: { orderId } })).toMatchObject({
    state: 'paid',
    total: 29.95,
    refunded: 29.95,
    purchases: [],
    refused: [{ type: 'beat', title: 'Taken', price: 29.95, reason: expect.stringContaining('exclusively') }],
  })
  expect(await late.call('GET /purchases/mine')).toEqual([])
})

test('an archive that was packed by hand delivers what its page promises', async () => {
  const { app } = shop.world
  const archive = zipOf([{ name: 'Hand/01 One.wav', content: wavs.first, isDeflated: true }])
  await app.storage.put('masters/by-hand.zip', archive, { mediaType: 'application/zip' })
  const id = await shop.add({
    kind: 'pack',
    title: 'By Hand',
    files: [fileOf('archive', { storageKey: 'masters/by-hand.zip', sizeBytes: archive.length })],
    tracks: [{ title: 'One', path: 'Hand/01 One.wav', bpm: null, musicKey: null, durationMs: 6_000 }],
    licenses: [{ type: 'MP3', priceCents: 1_000 }],
  })
  const one = await bought({ type: 'pack', packId: id, licenseType: 'MP3' })
  expect((await one.buyer.call('GET /library/:id', { params: { id: one.id } })).downloads).toEqual([
    { file: 'zip', name: 'By Hand.zip', bytes: archive.length },
    { file: 'wav', name: 'By Hand_WAV.zip', bytes: archive.length },
  ])
  const files = unzipped((await fetched(await signed(one.buyer, one.id))).rawPayload)
  expect(Object.keys(files)).toEqual(['01 One.wav', 'By Hand_License.pdf'])
  expect(files['01 One.wav']!.equals(wavs.first)).toBe(true)
})

test('a file that came before checksums were noted is in the ZIP, too', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const { db } = shop.world.app
  await db.updateTable('itemFile').set({ crc32: null }).where('itemId', '=', beatId).execute()
  const files = unzipped((await fetched(await signed(buyer, id))).rawPayload)
  expect(files['Night- Bus_140BPM_F#min.wav']!.equals(wavs.beat)).toBe(true)
})

test('a library is filtered, sorted and paged by the server', async () => {
  const buyer = await shop.world.signUp()
  await shop.buy([kit()], buyer)
  await shop.buy([beat('MP3')], buyer)
  const list = (query: object = {}) => buyer.call('GET /library', { query })
  const all = await list()
  expect(all).toMatchObject({ totalItems: 2, counts: { all: 2, beat: 1, pack: 0, kit: 1, services: 0 } })
  expect(all.items.map(({ type }) => type)).toEqual(['beat', 'kit'])
  const titles = async (query: object) => (await list(query)).items.map(({ title }) => title)
  expect(await titles({ tab: 'kit' })).toEqual(['Cold Hits'])
  expect(await titles({ tab: 'services' })).toEqual([])
  expect(await titles({ sort: 'title' })).toEqual(['Cold Hits', 'Night: Bus'])
  expect(await titles({ sort: 'newest' })).toEqual(['Night: Bus', 'Cold Hits'])
  expect(await titles({ sort: 'price' })).toEqual(['Night: Bus', 'Cold Hits'])
  expect(await titles({ q: 'night' })).toEqual(['Night: Bus'])
  expect(await titles({ q: 'drum kit' })).toEqual(['Cold Hits'])
  expect(await titles({ q: 'beat' })).toEqual(['Night: Bus'])
  expect(await titles({ q: `P-${all.items[1]!.purchaseId}` })).toEqual(['Cold Hits'])
  expect(await titles({ q: '%' })).toEqual([])
  expect((await list({ q: 'night' })).counts).toMatchObject({ all: 1, beat: 1, kit: 0 })
  expect(await list({ limit: 1, page: 1 })).toMatchObject({ totalPages: 2, items: [{ type: 'kit' }] })
  expect(await list({ page: 9 })).toMatchObject({ items: [] })
})

test('an exclusive purchase holds everything, also after its seller has deleted the beat', async () => {
  const { buyer, id } = await bought(beat('EXCLUSIVE'))
  const { downloads, slug } = await buyer.call('GET /library/:id', { params: { id } })
  expect(downloads.map(({ file }) => file)).toEqual(['zip', 'mp3', 'wav', 'stems', 'project'])
  expect(slug).not.toBeNull()
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: beatId } })
  for (const [file, content] of [['stems', stems] as const, ['project', project] as const]) {
    const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=${file}`)
    expect(reply.rawPayload.equals(content)).toBe(true)
  }
})
