import { afterAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { addItem } from '#test/factories.ts'
import { createShop } from '#test/shop.ts'

const { world, owner, fan, add } = await createShop()
afterAll(() => world.close())

const DAY = 86_400_000
const LISTS = ['featured', 'new', 'popular', 'trending', 'approved'] as const
const KINDS = ['beats', 'packs', 'kits'] as const

/** Three items of each kind: the oldest is the most popular, the second is featured and trends. */
const ids = Object.fromEntries(
  await Promise.all(
    KINDS.map(async (kinds) => {
      const kind = kinds.slice(0, -1)
      const day = (days: number) => new Date(Date.now() - days * DAY)
      return [
        kinds,
        [
          await add({ kind, priceCents: 1_000, publishedAt: day(30), charts: { popularity: 9, trend: 1 } }),
          await add({
            kind,
            priceCents: 3_000,
            publishedAt: day(20),
            isFeatured: true,
            charts: { popularity: 5, trend: 9 },
          }),
          await add({ kind, priceCents: 2_000, publishedAt: day(10), charts: { popularity: 1, trend: 5 } }),
        ],
      ] as const
    }),
  ),
) as Record<(typeof KINDS)[number], [number, number, number]>
await add({ status: 'pending' })
await add({ deletedAt: new Date() })
await addItem(world.app.db, { ownerId: fan.id })

const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)

test.each(KINDS)('the lists of %s of one producer are the shop’s lists of that producer alone', async (kinds) => {
  const [popular, featured, fresh] = ids[kinds]
  const expected = {
    featured: [featured],
    new: [fresh, featured, popular],
    popular: [popular, featured, fresh],
    trending: [featured, fresh, popular],
    approved: [fresh, featured, popular],
  }
  for (const list of LISTS) {
    for (const { call } of [owner, fan, { call: world.guest }])
      expect(
        idsOf(await call(`GET /users/:id/${kinds}/${list}`, { params: { id: owner.id }, query: {} })),
        list,
      ).toEqual(expected[list])
    expect(idsOf(await owner.call(`GET /me/${kinds}/${list}`, { query: {} })), list).toEqual(expected[list])
    await expect(world.guest(`GET /me/${kinds}/${list}`, { query: {} })).rejects.toMatchObject({ status: 401 })
  }
  expect(idsOf(await fan.call(`GET /me/${kinds}/approved`, { query: {} }))).toHaveLength(kinds === 'beats' ? 1 : 0)
})

test.each(KINDS)('all %s of a producer come in any order, page by page', async (kinds) => {
  const [cheap, dear, middle] = ids[kinds]
  const all = async (query: object = {}) =>
    idsOf(await world.guest(`GET /users/:id/${kinds}`, { params: { id: owner.id }, query }))
  expect(await all()).toEqual([middle, dear, cheap])
  expect(await all({ sort: 'price-up' })).toEqual([cheap, middle, dear])
  expect(await all({ sort: 'price-down' })).toEqual([dear, middle, cheap])
  expect(await all({ sort: 'price-up', limit: 2, page: 1 })).toEqual([dear])
  expect(await all({ page: 7 })).toEqual([])
  await expect(all({ sort: 'relevance' })).rejects.toMatchObject({ status: 400 })
  const own = await owner.call(`GET /me/${kinds}`, { query: { status: 'published' } })
  expect(new Set(idsOf(own))).toEqual(new Set(ids[kinds]))
})

test('a profile tells its fields without an address, and counts what is on sale by kind and style', async () => {
  const profile = await world.guest('GET /users/:id', { params: { id: owner.id } })
  expect(profile).toMatchObject({
    id: owner.id,
    displayName: 'drillmaker',
    username: 'drillmaker',
    subscription: { planId: 'free', planName: 'Free' },
    trackCount: 9,
    beatsCount: 3,
    packsCount: 3,
    kitsCount: 3,
    bio: '',
    instagram: '',
    bannerUrl: null,
  })
  const contact = await world.guest('GET /users/artist/:id', { params: { id: owner.id } })
  expect(contact).toEqual({
    id: owner.id,
    displayName: 'drillmaker',
    username: 'drillmaker',
    name: 'drillmaker',
    avatarUrl: null,
  })
  expect(JSON.stringify([profile, contact])).not.toContain('@')
  const styled = await world.signUp()
  const [uk, ny] = await world.app.db.selectFrom('style').select(['id', 'slug', 'code', 'line']).orderBy('id').execute()
  for (const style of [uk, ny, ny]) await addItem(world.app.db, { ownerId: styled.id, styleId: style!.id })
  const { items } = await world.guest('GET /users/:id/lines', { params: { id: styled.id } })
  expect(items.map(({ slug, tracks }) => [slug, tracks])).toEqual([
    [ny!.slug, 2],
    [uk!.slug, 1],
  ])
})

test('unknown, deleted and malformed ids are refused by every call of a profile', async () => {
  const gone = await world.signUp()
  await forgetPerson(world.app, gone.id)
  const calls = [
    'GET /users/:id',
    'GET /users/artist/:id',
    'GET /users/:id/lines',
    ...KINDS.flatMap((kinds) => [
      `GET /users/:id/${kinds}` as const,
      ...LISTS.map((list) => `GET /users/:id/${kinds}/${list}` as const),
    ]),
  ] as const
  for (const call of calls) {
    for (const id of [gone.id, 123_456_789])
      await expect(world.guest(call, { params: { id } }), call).rejects.toMatchObject({ status: 404 })
    await expect(world.guest(call, { params: { id: 'x' } }), call).rejects.toMatchObject({ status: 400 })
  }
  const profileOf = (id: number) => world.guest('GET /users/:id', { params: { id } })
  await expect(profileOf(gone.id)).rejects.toMatchObject({ error: 'account_gone', details: { why: 'deleted' } })
  await expect(profileOf(123_456_789)).rejects.toMatchObject({ error: 'not_found' })
})

test('a caller who asks for more than 100 items of a page gets 100', async () => {
  const query = { limit: 5_000 }
  for (const kinds of KINDS) {
    const answer = await world.guest(`GET /users/:id/${kinds}/approved`, { params: { id: owner.id }, query })
    expect(answer).toMatchObject({ limit: 100, totalItems: 3 })
  }
})

test('producers are listed by the number of their beats', async () => {
  const few = await world.signUp({ displayName: 'few_beats' })
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', 'in', [owner.id, few.id]).execute()
  await addItem(world.app.db, { ownerId: few.id })
  await add()
  const { items } = await world.guest('GET /users/producers', { query: { sort: 'beats' } })
  expect(items.map(({ displayName, beatsCount }) => [displayName, beatsCount])).toEqual([
    ['drillmaker', 4],
    ['few_beats', 1],
  ])
})
