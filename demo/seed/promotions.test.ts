import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLACES } from '#contract/promotion-values.ts'
import { makePromotions } from '#demo/seed/make-promotions.ts'
import { seedDemo } from '#demo/seed.ts'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { makePlans } from './make-plans.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makePlans(world.app)
  await makePromotions(world.app)
  await world.work()
})
afterAll(() => world.close())

const promotions = () =>
  world.app.db
    .selectFrom('promotion')
    .innerJoin('item', 'item.id', 'itemId')
    .select(['title', 'promotion.state', 'endedFor', 'isPromoted', 'guaranteed', 'delivered', 'returnedCents'])
    .orderBy('promotion.id')
    .execute()

test('the demo has promotions in every state, and a second start adds none', async () => {
  const made = await promotions()
  expect(made).toMatchObject([
    { title: 'Peckham Highlife', state: 'ended', endedFor: 'delivered', isPromoted: false },
    { title: 'One-Hit Estate', state: 'ended', endedFor: 'short', isPromoted: false },
    { title: 'Harmattan', state: 'ended', endedFor: 'delivered', isPromoted: false },
    { title: 'Two Airports', state: 'ended', endedFor: 'canceled', isPromoted: false },
    { title: 'Hats in Sixes', state: 'active', endedFor: null, isPromoted: true },
    { title: 'Lagos to Leeds', state: 'active', endedFor: null, isPromoted: true },
  ])
  expect(made[1]!.returnedCents).toBeGreaterThan(0)
  for (const at of [0, 2]) expect(made[at]!.delivered).toBeGreaterThanOrEqual(made[at]!.guaranteed)
  await makePromotions(world.app)
  expect(await promotions()).toEqual(made)
})

test('the inbox shows each promotion at the time of its begin and end', async () => {
  const { db } = world.app
  const made = await db
    .selectFrom('promotion')
    .innerJoin('item', 'item.id', 'itemId')
    .select(['item.title', 'startedAt', 'endedAt', 'endedFor'])
    .execute()
  const news = await db
    .selectFrom('notification')
    .where('topic', '=', 'promotion')
    .select(['title', 'createdAt'])
    .execute()
  const toldAt = Object.fromEntries(news.map(({ title, createdAt }) => [title, createdAt]))
  for (const { title, startedAt, endedAt, endedFor } of made) {
    expect(toldAt[`Your promotion of “${title}” has begun`]).toEqual(startedAt)
    if (endedAt && endedFor !== 'canceled') expect(toldAt[`Your promotion of “${title}” has ended`]).toEqual(endedAt)
  }
})

test('the hours of each promotion add up to its figures', async () => {
  const { db } = world.app
  const odd = await db
    .selectFrom('promotion')
    .select('id')
    .where((where) =>
      where(
        'delivered',
        '<>',
        where
          .selectFrom('promotionHour')
          .whereRef('promotionId', '=', 'promotion.id')
          .select((all) => all.fn.sum<number>('impressions').as('sum')),
      ),
    )
    .execute()
  expect(odd).toEqual([])
  expect(await db.selectFrom('mail').where('kind', 'like', 'promotion%').select('id').execute()).toEqual([])
})

test('the places of the demo were seen, so a seller reads a forecast', async () => {
  const { call } = await world.signUp()
  const { places } = await call('GET /promotions/forecast', { query: {} })
  const seen = Object.fromEntries(places.map(({ place, perDay }) => [place, perDay ?? 0]))
  for (const place of PLACES) expect(seen[place], place).toBeGreaterThan(100)
  expect(seen.browse).toBeGreaterThan(800)
  expect(seen.browse).toBeLessThan(1_000)
})
