import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { addItem, addWave } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ownerId: number
beforeEach(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
})
afterEach(() => world.close())

const picture = (slug: string, headers = {}) => world.http.inject({ url: `/og/${slug}.jpg`, headers })
const bands = (height: number) => Buffer.alloc(600, height)

/** The share of bright pixels in a part of the picture; letters are bright. */
async function brightness(jpeg: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { data } = await sharp(jpeg).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter((value) => value > 200).length / data.length
}
const TITLE = { left: 452, top: 132, width: 692, height: 182 }
const COVER = { left: 60, top: 120, width: 340, height: 280 }
const WAVE = { left: 0, top: 452, width: 1200, height: 130 }

async function kept() {
  const keys: string[] = []
  for await (const { key } of world.app.storage.list('og/')) keys.push(key)
  return keys
}

test('the picture of an item shows its title, its cover and its wave', async () => {
  const [white, black] = ['#ffffff', '#000000'].map((background) =>
    sharp({ create: { width: 640, height: 640, channels: 3, background } })
      .webp()
      .toBuffer(),
  )
  await world.app.storage.put('covers/a/640.webp', await white!, { mediaType: 'image/webp' })
  await world.app.storage.put('covers/b/640.webp', await black!, { mediaType: 'image/webp' })
  const loud = await addItem(world.app.db, {
    ownerId,
    styleId: 1,
    title: 'Stairwell Sermon',
    slug: 'loud',
    coverKey: 'covers/a',
  })
  await addWave(world.app.db, loud, bands(255), bands(0))
  const quiet = await addItem(world.app.db, { ownerId, title: 'I', slug: 'quiet', coverKey: 'covers/b', kind: 'kit' })
  await addWave(world.app.db, quiet, bands(10))

  const [one, other] = [await picture('loud'), await picture('quiet')]
  expect(one).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } })
  expect(await sharp(one.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const bright = async (part: typeof TITLE) =>
    [await brightness(one.rawPayload, part), await brightness(other.rawPayload, part)] as const
  const [title, cover, wave] = [await bright(TITLE), await bright(COVER), await bright(WAVE)]
  expect(title[0]).toBeGreaterThan(0.15)
  expect(title[1]).toBeGreaterThan(0.005) // the title is one narrow letter
  expect(title[1]).toBeLessThan(0.1)
  expect(cover[0]).toBeGreaterThan(0.95)
  expect(cover[1]).toBeLessThan(0.01)
  expect(wave[0]).toBeGreaterThan(wave[1] + 0.01)
})

test('the picture is made once, and again after a change of what it shows', async () => {
  const id = await addItem(world.app.db, { ownerId, slug: 'this', priceCents: 2495 })
  const [first, second] = [await picture('this'), await picture('this')]
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(await kept()).toHaveLength(1)
  expect((await picture('this', { 'if-none-match': first.headers.etag })).statusCode).toBe(304)

  const changes = [
    { title: 'Another' },
    { priceCents: 3495 },
    { coverKey: 'covers/new' },
    { musicKey: 'F#m' },
    { status: 'sold' as const },
  ]
  const seen = new Set([first.headers.etag])
  for (const change of changes) {
    await world.app.db.updateTable('item').set(change).where('id', '=', id).execute()
    seen.add((await picture('this')).headers.etag)
  }
  await addWave(world.app.db, id, bands(200))
  seen.add((await picture('this')).headers.etag)
  expect(seen.size).toBe(changes.length + 2)
  expect(await kept()).toHaveLength(1)
})

test('any title is drawn as letters or left out', async () => {
  const titles = [
    '<svg onload="x">&amp;\'"',
    '\u202egnp.exe\u202c',
    '\u0628\u064a\u062a',
    '\u{1f525}',
    'Žižkov ự ß',
    'W'.repeat(80),
  ]
  for (const [index, title] of titles.entries()) {
    await addItem(world.app.db, { ownerId, slug: `odd-${index}`, title })
    const { statusCode, rawPayload } = await picture(`odd-${index}`)
    expect(statusCode, title).toBe(200)
    expect(await brightness(rawPayload, TITLE), title).toBeGreaterThan(0.02)
  }
})

test('pictures of a person’s items and profile go with the account', async () => {
  await addItem(world.app.db, { ownerId, title: 'Gone', slug: 'gone' })
  const other = await addItem(world.app.db, { ownerId: (await world.signUp()).id, title: 'Stays', slug: 'stays' })
  for (const slug of ['gone', 'stays', `profile/${ownerId}`]) expect((await picture(slug)).statusCode).toBe(200)
  await forgetPerson(world.app, ownerId)
  await world.work()
  expect(await kept()).toEqual([expect.stringContaining(`og/${other}/`)])
})

test('hidden items have no picture; pages without an item have the shop’s picture', async () => {
  await addItem(world.app.db, { ownerId, slug: 'hidden', status: 'pending' })
  for (const slug of ['hidden', 'nowhere', '..%2fx', 'A', '%00']) {
    const { statusCode, headers } = await picture(slug)
    expect(statusCode, slug).toBeGreaterThanOrEqual(300)
    expect(statusCode, slug).toBeLessThan(500)
    expect(headers['content-type'], slug).not.toBe('image/jpeg')
  }
  const house = await world.http.inject('/og.jpg')
  expect(await sharp(house.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
})

test('too many requests are answered 429, and requests for the same picture share one drawing', async () => {
  const slugs = Array.from({ length: 40 }, (_, index) => `flood-${index}`)
  for (const slug of slugs) await addItem(world.app.db, { ownerId, slug })
  const replies = await Promise.all([...slugs, ...slugs.slice(0, 1)].map((slug) => picture(slug)))
  const made = replies.filter(({ statusCode }) => statusCode === 200)
  const refused = replies.filter(({ statusCode }) => statusCode === 429)
  expect(made.length).toBeGreaterThanOrEqual(10)
  expect(made.length + refused.length).toBe(replies.length)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  for (const slug of slugs.slice(-3)) expect((await picture(slug)).statusCode).toBe(200)

  await addItem(world.app.db, { ownerId, slug: 'one' })
  const same = await Promise.all(Array.from({ length: 40 }, () => picture('one')))
  expect(new Set(same.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)).size).toBe(1)
})

test('one address with many new pictures waits for itself, and others get theirs', async () => {
  const busy = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const seller = (await busy.signUp()).id
  const slugs = Array.from({ length: 13 }, (_, nth) => `burst-${nth}`)
  for (const slug of slugs) await addItem(busy.app.db, { ownerId: seller, slug })
  const ask = async (slug: string, remoteAddress: string) =>
    (await busy.http.inject({ url: `/og/${slug}.jpg`, remoteAddress })).statusCode
  const [other, ...flood] = slugs
  const answers = flood.map((slug) => ask(slug, '203.0.113.9'))
  await Promise.race(answers) // by then all others have been asked for
  expect(await ask(other!, '198.51.100.7')).toBe(200)
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  await busy.close()
})
