import { afterEach, beforeEach, expect, test } from 'vitest'
import { addWave, fileOf } from '#test/factories.ts'
import { createCheckout, type Checkout } from '#test/checkout.ts'
import { readPdf } from '#test/read-pdf.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
beforeEach(async () => {
  shop = await createCheckout()
})
afterEach(() => shop.world.close())

const wav = (beatId: number) => ({ type: 'beat' as const, beatId, licenseType: 'WAV' as const })

async function buyBeat(over: object = {}) {
  const beat = await shop.addBeat({ bpm: 142, musicKey: 'F#m', styleId: 1, durationMs: 168_000, ...over })
  await addWave(shop.world.app.db, beat, Buffer.alloc(600, 200), Buffer.alloc(600, 90))
  await shop.buy([wav(beat)])
  return { beat, ...(await paperOf(shop.fan)) }
}

async function paperOf(person: Person) {
  const rows = await shop.world.app.db
    .selectFrom('licensePaper')
    .innerJoin('purchase', 'purchase.id', 'purchaseId')
    .where('buyerId', '=', person.id)
    .select(['purchase.id', 'number'])
    .orderBy('purchase.id', 'desc')
    .execute()
  return rows[0]!
}

const named = (person: Person, legalName: string) =>
  shop.world.app.db.updateTable('account').set({ legalName }).where('id', '=', person.id).execute()

const download = async (id: number, person = shop.fan) =>
  readPdf(await (await person.call('GET /purchases/:id/license', { params: { id } })).bytes())

const status = async (id: number, person?: Person) =>
  (
    await shop.world.http.inject({
      url: `/api/purchases/${id}/license`,
      headers: person ? { authorization: `Bearer ${person.accessToken}` } : {},
    })
  ).statusCode

const license = (number: string, call: Person['call'] = shop.world.guest) =>
  call('GET /licenses/:number', { params: { number } })

test('the document says who licensed what to whom, and how to check it', async () => {
  await named(shop.owner, 'Jordan Amory Vance')
  const { id, number, beat } = await buyBeat()
  const { text, info } = await download(id)
  const order = await shop.world.app.db.selectFrom('shopOrder').select('number').executeTakeFirstOrThrow()
  const master = await shop.world.app.db
    .selectFrom('itemFile')
    .where('itemId', '=', beat)
    .where('role', '=', 'master')
    .select('sha256')
    .executeTakeFirstOrThrow()
  for (const said of [
    number,
    'WAV LEASE',
    'to use the beat',
    '“Stairwell Sermon”',
    'by drillmaker',
    'Jordan Amory Vance',
    'Nadia Åström-Bello',
    '“Nadia_bars” on Slide',
    '142 BPM',
    'F# minor',
    '7,500',
    'copies sold',
    'prod. drillmaker',
    '$44.95',
    order.number,
    'Stairwell Sermon.wav',
    'Stairwell Sermon.mp3',
    `SHA-256 of the master: ${master.sha256.toString('hex')}`,
    `/license/${number}`,
    'FULL TERMS',
  ])
    expect(text, said).toContain(said)
  expect(text).not.toContain('{')
  expect(info.title).toBe(`License agreement ${number}: WAV Lease of Stairwell Sermon`)
})

test('screen readers get the language, the title and the order of reading', async () => {
  const { id } = await buyBeat()
  const pdf = await download(id)
  expect(pdf.language).toBe('en-US')
  expect(pdf.showsTitle).toBe(true)
  expect(pdf.isMarked).toBe(true)
  expect(pdf.untagged).toEqual([])
  expect(pdf.tags.slice(0, 4)).toEqual(['Document', 'Sect', 'P', 'H1'])
  expect(new Set(pdf.tags)).toEqual(
    new Set(['Document', 'Sect', 'P', 'H1', 'H2', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Link']),
  )
  expect(pdf.alternatives).toEqual(['Code that opens the public page of this license'])
  const order = ['WAV LEASE', 'Licensor', 'copies sold', 'Grant', 'Delivered files', 'FULL TERMS', 'Check this license']
  const places = order.map((word) => pdf.text.indexOf(word))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('all fonts are inside of the document, with their drawn letters only', async () => {
  const { id } = await buyBeat()
  const { fonts, size } = await download(id)
  expect(fonts.length).toBeGreaterThan(2)
  for (const font of fonts) expect(font).toMatchObject({ name: expect.stringMatching(/^[A-Z]{6}\+/), isEmbedded: true })
  expect(size).toBeLessThan(80_000)
})

test.each([
  ['Arabic', 'محمد بن عبد الله الأنصاری', 'noto-naskh-arabic'],
  ['Chinese', '陈伟 张國榮', 'fusion-pixel'],
  ['Korean and Japanese', '김민준 さくら', 'fusion-pixel'],
  ['Hindi', 'श्री विक्रम क्षत्रिय', 'glegoo'],
  ['Russian and Greek', 'Яблоков Αθήνα', 'didact-gothic'],
  ['Vietnamese', 'Nguyễn Văn Đức', 'hanken-grotesk-vietnamese'],
])('a name in %s is drawn with an embedded font and can be copied', async (_, name, font) => {
  await named(shop.owner, name)
  const { id } = await buyBeat()
  const { text, fonts } = await download(id)
  expect(text).toContain(name)
  expect(fonts.map((one) => one.name).join()).toContain(font)
  expect(text).not.toContain('A box stands for a letter')
})

test('letters without a font are boxes that keep their text', async () => {
  await named(shop.owner, 'தமிழ் 👩🏽‍🎤 Vance')
  const { id } = await buyBeat()
  const { text, fonts } = await download(id)
  expect(text).toContain('தமிழ் 👩🏽‍🎤 Vance')
  expect(text).toContain('A box stands for a letter that this document has no font for.')
  for (const font of fonts) expect(font.isEmbedded).toBe(true)
})

test('a name of two scripts and directions is copied in the order of reading', async () => {
  await named(shop.owner, 'محمد 陈伟 Vance (عبد) 12')
  const { id } = await buyBeat()
  expect((await download(id)).text).toContain('محمد 陈伟 Vance (عبد) 12')
})

test('a name cannot turn the direction of what follows', async () => {
  await named(shop.owner, '\u202eecnaV\u202c  Jordan\u2066')
  const { id } = await buyBeat()
  expect((await download(id)).text).toContain('ecnaV Jordan')
})

test('a pack names its tracks with their hashes', async () => {
  const { world, fan } = shop
  const pack = await shop.add({
    kind: 'pack',
    title: 'Night Bus',
    files: [fileOf('archive')],
    licenses: [{ type: 'MP3', priceCents: 4_000 }],
  })
  const sha256 = Buffer.alloc(32, 7)
  const titles = Array.from({ length: 45 }, (_, index) => `Track ${index}`)
  await world.app.db
    .insertInto('itemTrack')
    .values(titles.map((title, position) => ({ itemId: pack, title, path: `${title}.wav`, position, sha256 })))
    .execute()
  await shop.buy([{ type: 'pack', packId: pack, licenseType: 'MP3' }])
  const { id, number } = await paperOf(fan)
  const { text, pages } = await download(id)
  expect(text).toContain('each track of the pack “Night Bus”')
  for (const title of titles) expect(text).toContain(title)
  expect(text.split(sha256.toString('hex'))).toHaveLength(46)
  expect(pages).toBe(3)
  const { files, item } = await license(number)
  expect(item).toMatchObject({ kind: 'PACK', title: 'Night Bus' })
  expect(files).toHaveLength(45)
  expect(files[3]).toMatchObject({ name: 'Track 3', sha256: sha256.toString('hex') })
})

test('a document is made once: requests at the same time, and later ones, get the same bytes', async () => {
  const { id, beat } = await buyBeat()
  const ask = async () => (await shop.fan.call('GET /purchases/:id/license', { params: { id } })).bytes()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(Buffer.from(second).equals(first)).toBe(true)
  await shop.world.app.db.updateTable('item').set({ title: 'New name', bpm: 90 }).where('id', '=', beat).execute()
  await shop.world.app.db.updateTable('account').set({ legalName: 'Else' }).where('id', '=', shop.owner.id).execute()
  expect(Buffer.from(await ask()).equals(first)).toBe(true)
  const papers = (await shop.world.storedFiles()).filter((key) => key.startsWith('papers/'))
  expect(papers).toHaveLength(1)
  expect((await shop.world.http.inject(`/media/${papers[0]}`)).statusCode).toBe(404)
})

test('the parties and admins get the document under its name; nobody else learns that it is there', async () => {
  const { id, number } = await buyBeat({ title: 'Over / Under: "Ø"' })
  const { world, fan, owner } = shop
  const stranger = await world.signUp()
  const admin = await shop.admin()
  expect(await Promise.all([fan, owner, admin].map((person) => status(id, person)))).toEqual([200, 200, 200])
  expect([await status(id), await status(id, stranger), await status(id + 999, fan)]).toEqual([401, 404, 404])
  const { headers } = await world.http.inject({
    url: `/api/purchases/${id}/license`,
    headers: { authorization: `Bearer ${fan.accessToken}` },
  })
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-cache' })
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
    `UTF-8''License_Over - Under- -Ø-_${number}.pdf`,
  )
})

test('a kit has no document, and the answer says where its terms are', async () => {
  const kit = await shop.addKit()
  await shop.buy([{ type: 'kit', kitId: kit }])
  const [{ id } = { id: 0 }] = await shop.purchasesOf(shop.fan)
  await expect(shop.fan.call('GET /purchases/:id/license', { params: { id } })).rejects.toMatchObject({
    status: 404,
    message: 'A kit has no license document. Its terms are in its ZIP.',
  })
})

test('anybody sees that a license is valid and its hashes, and only the parties see names', async () => {
  await named(shop.owner, 'Jordan Amory Vance')
  const { number, id } = await buyBeat()
  const seen = await license(number.toLowerCase())
  expect(seen).toMatchObject({
    number,
    state: 'valid',
    supersededBy: null,
    type: 'WAV',
    name: 'WAV Lease',
    termsVersion: 1,
    item: { kind: 'BEAT', title: 'Stairwell Sermon', bpm: 142 },
    seller: { id: shop.owner.id, displayName: 'drillmaker' },
    parties: null,
  })
  expect(seen.terms).toContainEqual({ name: 'Copies sold', value: 'Up to 7,500' })
  expect(seen.files.map(({ name, version }) => [name, version])).toEqual([
    ['Stairwell Sermon.wav', 1],
    ['Stairwell Sermon.mp3', 1],
  ])
  expect(JSON.stringify(seen)).not.toMatch(/Nadia|Vance/)
  const stranger = await shop.world.signUp()
  expect(await license(number, stranger.call)).toEqual(seen)
  const parties = { purchaseId: id, licensor: 'Jordan Amory Vance', licensee: 'Nadia Åström-Bello' }
  for (const person of [shop.fan, shop.owner, await shop.admin()])
    expect((await license(number, person.call)).parties).toEqual(parties)
})

test('a replaced license names the larger one, and a refunded one is withdrawn; the parties keep the documents', async () => {
  const { beat, id, number } = await buyBeat()
  await shop.buy([{ type: 'beat', beatId: beat, licenseType: 'PREMIUM', upgradeOf: id }])
  const larger = await paperOf(shop.fan)
  expect(await license(number)).toMatchObject({ state: 'superseded', supersededBy: larger.number })
  expect(await license(larger.number)).toMatchObject({ state: 'valid', name: 'Premium (WAV + Stems)' })
  const admin = await shop.admin()
  const line = await shop.world.app.db
    .selectFrom('orderLine')
    .where('licenseType', '=', 'PREMIUM')
    .select(['id', 'orderId', 'totalCents'])
    .executeTakeFirstOrThrow()
  await admin.call('POST /admin/orders/:id/refund', {
    params: { id: line.orderId },
    body: { lines: [{ id: line.id, amount: line.totalCents / 100 }], reason: 'Asked' },
  })
  expect(await license(larger.number)).toMatchObject({ state: 'withdrawn', endedAt: expect.any(String) })
  expect(await license(number)).toMatchObject({ state: 'valid', supersededBy: null })
  expect((await download(larger.id)).text).toContain(larger.number)
})

test('an item that left the store has no page and no cover, and its license stays', async () => {
  const { number, beat, id } = await buyBeat({ coverKey: 'covers/a' })
  expect((await license(number)).item).toMatchObject({ slug: expect.any(String), coverUrl: expect.any(String) })
  await shop.world.app.db.updateTable('item').set({ deletedAt: new Date() }).where('id', '=', beat).execute()
  expect(await license(number)).toMatchObject({ state: 'valid', item: { slug: null, coverUrl: null } })
  expect((await download(id)).text).toContain('Stairwell Sermon')
})

test('unknown numbers answer 404, malformed ones 400, and guessing ends after a while', async () => {
  const { world } = shop
  await expect(license('ABCD-EFGH-JKLM-NPQR')).rejects.toMatchObject({ status: 404 })
  await expect(license('ABCD')).rejects.toMatchObject({ status: 400 })
  world.app.config.rateLimit = true
  const statuses = []
  for (let guess = 0; guess < 62; guess++)
    statuses.push((await world.http.inject('/api/licenses/ABCD-EFGH-JKLM-NPQR')).statusCode)
  expect([statuses[0], statuses[59], statuses[60], statuses[61]]).toEqual([404, 404, 429, 429])
})
