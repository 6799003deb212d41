import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { createShop } from '#test/shop.ts'

const { world, owner, fan, add } = await createShop()
afterAll(() => world.close())

const whose = ({ id }: { id: number }) => ({ params: { id } })
const followersOf = async ({ id }: { id: number }) =>
  (await world.guest('GET /users/:id', { params: { id } })).followersCount
const newsOf = async ({ call }: typeof owner) =>
  (await call('GET /notifications', { query: {} })).content.filter(({ topic }) => topic === 'follow')

test('a follow counts once, shows to its follower, and can be taken back', async () => {
  const state = () => fan.call('GET /follow/:id/is-following', whose(owner))
  expect(await state()).toBe(false)
  for (let time = 0; time < 2; time++) expect(await fan.call('POST /follow/:id', whose(owner))).toBe(1)
  expect(await state()).toBe(true)
  expect(await owner.call('GET /follow/:id/is-following', whose(owner))).toBe(false)
  expect((await fan.call('GET /users/:id', whose(owner))).following).toBe(true)
  expect((await world.guest('GET /users/:id', whose(owner))).following).toBe(false)
  expect(await followersOf(owner)).toBe(1)
  expect(await fan.call('GET /me/follows', { query: { people: `${fan.id},${owner.id}` } })).toEqual({
    followed: [owner.id],
  })
  for (let time = 0; time < 2; time++) expect(await fan.call('DELETE /follow/:id', whose(owner))).toBe(0)
  expect(await state()).toBe(false)
  expect(await followersOf(owner)).toBe(0)
})

test('a person hears of each follower once, with the way to their profile', async () => {
  const follower = await world.signUp({ displayName: 'Follows_Twice' })
  const followed = await world.signUp()
  await follower.call('POST /follow/:id', whose(followed))
  await follower.call('DELETE /follow/:id', whose(followed))
  await follower.call('POST /follow/:id', whose(followed))
  expect(await newsOf(followed)).toEqual([
    expect.objectContaining({
      relatedType: 'USER',
      profileId: follower.id,
      title: 'Follows_Twice followed you',
      people: [{ id: follower.id, displayName: 'Follows_Twice', avatarUrl: null }],
    }),
  ])
  expect(await newsOf(follower)).toEqual([])
})

test('many follows at once count each', async () => {
  const followed = await world.signUp()
  const people = await Promise.all(Array.from({ length: 8 }, () => world.signUp()))
  await Promise.all(people.flatMap(({ call }) => [1, 2].map(() => call('POST /follow/:id', whose(followed)))))
  expect(await followersOf(followed)).toBe(8)
  await Promise.all(people.flatMap(({ call }) => [1, 2].map(() => call('DELETE /follow/:id', whose(followed)))))
  expect(await followersOf(followed)).toBe(0)
})

test('followers and followed people are listed, the newest first, page by page', async () => {
  const followed = await world.signUp()
  const people = [await world.signUp(), owner, await world.signUp()]
  await add()
  for (const { call } of people) {
    await call('POST /follow/:id', whose(followed))
    world.passTime(1_000)
  }
  const followers = (query: object = {}) => world.guest('GET /users/:id/followers', { ...whose(followed), query })
  const newest = people.map(({ id }) => id).toReversed()
  const first = await followers()
  expect(first.items.map(({ id }) => id)).toEqual(newest)
  expect(first).toMatchObject({ totalItems: 3, totalPages: 1, capped: false })
  expect(first.items.find(({ id }) => id === owner.id)).toMatchObject({ displayName: 'drillmaker' })
  expect((await followers({ limit: 2, page: 1 })).items.map(({ id }) => id)).toEqual(newest.slice(2))
  expect((await followers({ limit: 100, page: 10 })).items).toEqual([])
  const following = await world.guest('GET /users/:id/following', { ...whose(owner), query: {} })
  expect(following.items.map(({ id }) => id)).toEqual([followed.id])
})

test('guests, oneself, unknown and deleted people are refused', async () => {
  const gone = await world.signUp()
  await fan.call('POST /follow/:id', whose(gone))
  await forgetPerson(world.app, gone.id)
  const calls = ['GET /follow/:id/is-following', 'POST /follow/:id', 'DELETE /follow/:id'] as const
  for (const call of calls) {
    await expect(world.guest(call, whose(owner))).rejects.toMatchObject({ status: 401 })
    for (const id of [gone.id, 123_456_789, Number.MAX_SAFE_INTEGER])
      await expect(fan.call(call, { params: { id } })).rejects.toMatchObject({ status: 404, error: 'not_found' })
    for (const id of ['x', '0', '-1', '1.5', 'me'])
      await expect(fan.call(call, { params: { id } }), id).rejects.toMatchObject({ status: 400 })
  }
  await expect(fan.call('POST /follow/:id', whose(fan))).rejects.toMatchObject({ status: 409, error: 'own_profile' })
  await expect(world.guest('GET /me/follows', { query: { people: '1' } })).rejects.toMatchObject({ status: 401 })
  await expect(fan.call('GET /me/follows', { query: { people: 'x' } })).rejects.toMatchObject({ status: 400 })
  for (const call of ['GET /users/:id/followers', 'GET /users/:id/following'] as const)
    await expect(world.guest(call, { ...whose(gone), query: {} })).rejects.toMatchObject({ status: 404 })
})

test('an export names follows, and a deleted account leaves none', async () => {
  const [leaving, other] = [await world.signUp(), await world.signUp({ displayName: 'Follows_Back' })]
  await leaving.call('POST /follow/:id', whose(other))
  await other.call('POST /follow/:id', whose(leaving))
  const name = 'Follows_Back'
  expect(await exportPerson(world.app, leaving.id)).toMatchObject({
    social: { follows: [{ followeeId: other.id, name }], followers: [{ followerId: other.id, name }] },
  })
  await forgetPerson(world.app, leaving.id)
  expect(await followersOf(other)).toBe(0)
  expect(await newsOf(other)).toEqual([])
  for (const table of ['follow', 'follow_told']) {
    const { rows } =
      await sql`select from ${sql.table(table)} where ${leaving.id} in (follower_id, followee_id)`.execute(world.app.db)
    expect(rows, table).toEqual([])
  }
})

test('a follow during the deletion of an account is refused or removed with it', async () => {
  const [leaving, ...people] = await Promise.all(Array.from({ length: 7 }, () => world.signUp()))
  const following = Promise.allSettled(people.map(({ call }) => call('POST /follow/:id', whose(leaving!))))
  await Promise.all([forgetPerson(world.app, leaving!.id), following])
  const { rows } = await sql`select from follow where followee_id = ${leaving!.id}`.execute(world.app.db)
  expect(rows).toEqual([])
  const stat = world.app.db.selectFrom('accountStat').where('accountId', '=', leaving!.id).select('followers')
  expect(await stat.executeTakeFirst()).toEqual({ followers: 0 })
})
