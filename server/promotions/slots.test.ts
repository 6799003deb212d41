import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import type { Place } from '#contract/promotion-values.ts'
import { signToken } from '#server/http/tokens.ts'
import { setState } from '#server/items/index.ts'
import { addPromotion } from '#test/promoted.ts'
import { acceptShare, proposeShares } from '#test/shares.ts'
import { createWorld, type World } from '#test/world.ts'

const HOUR = 60 * 60_000
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

type Asked = Partial<InputOf<'GET /promotions/slots'>['query']>
/** Draws from what is running now. */
const drawn = (place: Place, query: Asked = {}) => {
  world.passTime(3_001)
  return world.guest('GET /promotions/slots', { query: { place, ...query } })
}
const tokenOf = async (promotionId: number, place: Place = 'browse') => {
  const { slots } = await drawn(place)
  const itemId = (await figuresOf(promotionId)).itemId
  return slots.find(({ item }) => item.id === itemId)!.token
}
const figuresOf = (id: number) =>
  world.app.db.selectFrom('promotion').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

type Told = Partial<Record<'seen' | 'clicked' | 'played' | 'kept', string[]>>
type From = { address?: string; userAgent?: string; token?: string }
/** Tells events as a guest from an address, or as the owner of the access token. */
async function tell(told: Told, { address = '203.0.113.7', userAgent = BROWSER, token }: From = {}) {
  const reply = await world.http.inject({
    method: 'POST',
    url: '/api/promotions/events',
    remoteAddress: address,
    headers: { 'user-agent': userAgent, ...(token && { authorization: `Bearer ${token}` }) },
    payload: told,
  })
  return { status: reply.statusCode, ...reply.json<{ counted?: number }>() }
}
const counted = async (told: Told, from?: From) => (await tell(told, from)).counted

test('an item that waits for people who share it is drawn when they have accepted', async () => {
  const [ann, friend] = [await world.signUp(), await world.signUp()]
  const { itemId } = await addPromotion(world, { ownerId: ann.id })
  const drawnIds = async () => (await drawn('browse')).slots.map(({ item }) => item.id)
  expect(await drawnIds()).toEqual([itemId])
  await proposeShares(ann, itemId, [[friend, 1_000]])
  expect(await drawnIds()).toEqual([])
  await acceptShare(friend)
  expect(await drawnIds()).toEqual([itemId])
})

test('tiers reach their places, and the landing page has one item of each kind and a spare one', async () => {
  const beats = await Promise.all(
    (['standard', 'premium', 'spotlight'] as const).map((tier) => addPromotion(world, { tier })),
  )
  const kit = await addPromotion(world, { tier: 'premium', item: { kind: 'kit' } })
  const at = async (place: Place, query?: Asked) =>
    (await drawn(place, query)).slots.map(({ item }) => item.id).toSorted((a, b) => a - b)
  const [standard, premium, spotlight] = beats.map(({ itemId }) => itemId)
  const sorted = (...ids: (number | undefined)[]) => ids.map(Number).toSorted((a, b) => a - b)
  expect(await at('browse', { k: 'BEAT' })).toEqual(sorted(standard, premium, spotlight))
  expect(await at('charts', { k: 'BEAT' })).toEqual(sorted(premium, spotlight))
  expect(await at('search')).toEqual([spotlight])
  const landing = await drawn('landing')
  expect(landing.slots.map(({ item }) => item.kind)).toEqual(['BEAT', 'KIT', 'BEAT'])
  expect(new Set(landing.slots.map(({ item }) => item.id)).size).toBe(3)
  expect(landing.slots.map(({ item }) => item.id)).toContain(kit.itemId)
  expect(
    landing.slots.every(({ item }) => item.promoted),
    'marked at once',
  ).toBe(true)
  expect(landing.empty).toHaveLength(3)
})

test('an item is drawn for its style and its words', async () => {
  const ids = await world.app.db.selectFrom('style').select(['id', 'slug']).orderBy('id').limit(2).execute()
  const [one, other] = await Promise.all(
    ids.map(({ id }, index) => addPromotion(world, { item: { styleId: id, title: `Cold Harbour ${index}` } })),
  )
  const found = async (place: Place, query: Asked) => (await drawn(place, query)).slots.map(({ item }) => item.id)
  expect(await found('style', { style: ids[0]!.slug, k: 'BEAT' })).toEqual([one!.itemId])
  expect(await found('search', { q: 'harbour 1' })).toEqual([other!.itemId])
  expect(await found('search', { q: 'bronx' })).toEqual([])
})

test('an item that goes off sale, is paused or banned is not drawn any more', async () => {
  const [off, held, gone] = await Promise.all([addPromotion(world), addPromotion(world), addPromotion(world)])
  const left = async () => (await drawn('browse')).slots.map(({ item }) => item.id).toSorted((a, b) => a - b)
  expect(await left()).toEqual([off.itemId, held.itemId, gone.itemId].toSorted((a, b) => a - b))
  const { db } = world.app
  await db.transaction().execute((tx) => setState(tx, off.itemId, 'paused', { now: world.app.clock.now() }))
  await db.updateTable('promotion').set({ heldAt: new Date(), heldFor: 'Later' }).where('id', '=', held.id).execute()
  expect(await left()).toEqual([gone.itemId])
  await db.updateTable('account').set({ bannedAt: new Date() }).where('id', '=', gone.ownerId).execute()
  expect(await left()).toEqual([])
})

test('an impression counts once for a viewer and an hour, and is written in its hour', async () => {
  const { id } = await addPromotion(world)
  const seen = [await tokenOf(id)]
  expect(await counted({ seen })).toBe(1)
  expect(await counted({ seen }), 'the same token').toBe(0)
  expect(await counted({ seen: [await tokenOf(id)] }), 'another draw').toBe(0)
  expect(await counted({ seen }, { address: '198.51.100.9' }), 'another viewer of the same kept page').toBe(1)
  expect((await figuresOf(id)).delivered).toBe(2)
  world.passTime(HOUR)
  await world.takeDue()
  expect(await world.app.db.selectFrom('slotViewer').selectAll().execute()).toEqual([])
  expect(await counted({ seen }), 'its token is too old').toBe(0)
  expect(await counted({ seen: [await tokenOf(id)] })).toBe(1)
  const hours = await world.app.db.selectFrom('promotionHour').where('promotionId', '=', id).selectAll().execute()
  expect(hours.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(3)
  expect(hours.length).toBeGreaterThan(1)
})

test('forged, foreign and broken tokens add nothing', async () => {
  const { id, ownerId } = await addPromotion(world)
  const good = await tokenOf(id)
  const [header, payload, signature] = good.split(/[.~]/)
  const claims = { p: 1, s: 0, d: 'x', i: String(id), n: 5 }
  const other = { ...world.app, authSecret: new TextEncoder().encode('the secret of another shop') }
  const forged = Buffer.from(JSON.stringify({ ...claims, aud: 'slot', sub: '0', exp: 9e9, iat: 9e9 }))
  const seconds = 3_600
  const seen = [
    `${header}.${payload}.${signature!.slice(0, -2)}xx~0`,
    `${header}.${forged.toString('base64url')}.${signature}~0`,
    `${signToken(other, 'slot', { subject: 0, seconds, ...claims })}~0`,
    `${signToken(world.app, 'access', { subject: ownerId, seconds, ...claims })}~0`,
    `${signToken(world.app, 'slot', { subject: 0, seconds, ...claims, i: '987654' })}~0`,
    `${header}.${payload}.${signature}`,
    `${header}.${payload}.${signature}~1`,
    `${header}.${payload}.${signature}~e5`,
    `${header}.${payload}.${signature}~00x`,
    'nonsense',
    '',
    '..',
  ]
  expect(await counted({ seen, clicked: seen, played: seen, kept: seen })).toBe(0)
  expect(await figuresOf(id)).toMatchObject({ delivered: 0, clicks: 0, plays: 0 })
  expect((await tell({ seen: Array.from({ length: 41 }, () => good) })).status).toBe(400)
  expect((await tell({ seen: ['x'.repeat(401)] })).status).toBe(400)
})

test('the seller’s own views, and those of programs, do not count', async () => {
  const seller = await world.signUp()
  const { id } = await addPromotion(world, { ownerId: seller.id })
  const seen = [await tokenOf(id)]
  expect(await counted({ seen, clicked: seen, played: seen }, { token: seller.accessToken })).toBe(0)
  for (const userAgent of ['', 'curl/8.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'Mozilla/5.0 HeadlessChrome/140'])
    expect(await counted({ seen }, { userAgent }), userAgent).toBe(0)
  expect((await figuresOf(id)).delivered).toBe(0)
})

test('a thousand repetitions by one viewer at once add one impression, and many viewers count each', async () => {
  const [one, other] = await Promise.all([addPromotion(world), addPromotion(world)])
  const seen = [await tokenOf(one.id), await tokenOf(other.id)]
  const calls = Array.from({ length: 1_000 }, () => tell({ seen }))
  const viewers = Array.from({ length: 100 }, (_, n) => tell({ seen }, { address: `192.0.2.${n}` }))
  const replies = await Promise.all([...calls, ...viewers])
  expect(replies.reduce((sum, { counted = 0 }) => sum + counted, 0)).toBe(202)
  expect([await figuresOf(one.id), await figuresOf(other.id)].map(({ delivered }) => delivered)).toEqual([101, 101])
})

test('a network that sends without end is refused', async () => {
  const limited = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { id } = await addPromotion(limited)
  const { slots } = await limited.guest('GET /promotions/slots', { query: { place: 'browse' } })
  const send = (n: number) =>
    limited.http.inject({
      method: 'POST',
      url: '/api/promotions/events',
      remoteAddress: `2001:db8:1:${(n % 256).toString(16)}::1`,
      headers: { 'user-agent': BROWSER },
      payload: { seen: [slots[0]!.token] },
    })
  const statuses: number[] = []
  for (let n = 0; n < 5_000 && !statuses.includes(429); n += 500)
    statuses.push(...(await Promise.all(Array.from({ length: 500 }, (_, i) => send(n + i)))).map((r) => r.statusCode))
  expect(statuses).toContain(429)
  const { delivered } = await limited.app.db
    .selectFrom('promotion')
    .where('id', '=', id)
    .select('delivered')
    .executeTakeFirstOrThrow()
  expect(delivered).toBeLessThanOrEqual(256)
  await limited.close()
})

test('a click follows its draw, and a play may come days later', async () => {
  const { id } = await addPromotion(world, { days: 14 })
  const token = await tokenOf(id)
  expect(await counted({ clicked: [token] })).toBe(1)
  expect(await counted({ clicked: [token] })).toBe(0)
  world.passTime(2 * HOUR)
  expect(await counted({ clicked: [token] })).toBe(0)
  world.passTime(6 * 24 * HOUR)
  expect(await counted({ played: [token] })).toBe(1)
  world.passTime(24 * HOUR)
  expect(await counted({ played: [token] })).toBe(0)
  expect(await figuresOf(id)).toMatchObject({ delivered: 0, clicks: 1, plays: 1 })
  expect(await world.app.db.selectFrom('promotionLead').selectAll().execute(), 'guests leave nothing').toEqual([])
})

test('impressions after the end do not count, and a guarantee that is met late ends the promotion', async () => {
  const { id } = await addPromotion(world, { guaranteed: 2, days: 3 })
  const early = await tokenOf(id)
  expect(await counted({ seen: [early] })).toBe(1)
  world.passTime(3 * 24 * HOUR + 1_000)
  await world.takeDue()
  expect((await figuresOf(id)).state).toBe('active')
  const late = await tokenOf(id)
  expect(await counted({ seen: [late] })).toBe(1)
  await world.takeDue()
  expect(await figuresOf(id)).toMatchObject({ state: 'ended', endedFor: 'delivered', delivered: 2 })
  expect((await drawn('browse')).slots).toEqual([])
  await counted({ seen: [late] }, { address: '192.0.2.1' })
  expect((await figuresOf(id)).delivered).toBe(2)
})

test('an empty place counts as seen, and so does one that is taken', async () => {
  const { id } = await addPromotion(world)
  const { slots, empty } = await drawn('browse')
  await counted({ seen: [slots[0]!.token, empty[1]!, empty[2]!] })
  await counted({ seen: [empty[1]!] })
  await counted({ clicked: [empty[1]!] })
  const hours = await world.app.db.selectFrom('slotHour').select(['place', 'styleId', 'seen']).execute()
  expect(hours).toEqual([{ place: 'browse', styleId: null, seen: 3 }])
  expect((await figuresOf(id)).delivered).toBe(1)
})
