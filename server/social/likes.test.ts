import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addNotification } from '#test/factories.ts'
import { createShop, type Person } from '#test/shop.ts'

const { world, owner, fan, add, newsOf } = await createShop()
afterAll(() => world.close())

const on = (id: number) => ({ params: { id } })

test.each(['beats', 'packs', 'kits'] as const)(
  'a like of %s counts once, shows to the person who gave it, and can be taken back',
  async (kinds) => {
    const id = await add({ kind: kinds.slice(0, -1) })
    const state = () => fan.call(`GET /${kinds}/:id/liked`, on(id))
    expect(await state()).toEqual({ liked: false, likeCount: 0 })
    for (let time = 0; time < 2; time++)
      expect(await fan.call(`POST /${kinds}/:id/like`, on(id))).toEqual({ liked: true, likeCount: 1 })
    expect(await state()).toEqual({ liked: true, likeCount: 1 })
    expect(await owner.call(`GET /${kinds}/:id/liked`, on(id))).toEqual({ liked: false, likeCount: 1 })
    expect((await fan.call(`GET /${kinds}/:id`, on(id))).liked).toBe(true)
    for (let time = 0; time < 2; time++)
      expect(await fan.call(`DELETE /${kinds}/:id/like`, on(id))).toEqual({ liked: false, likeCount: 0 })
    expect(await state()).toEqual({ liked: false, likeCount: 0 })
  },
)

test('one call tells which of many items the account likes', async () => {
  const ids = [await add(), await add({ kind: 'pack' }), await add()]
  await fan.call('POST /beats/:id/like', on(ids[0]!))
  await fan.call('POST /packs/:id/like', on(ids[1]!))
  const items = [...ids, 999_999_999_999_999].join(',')
  expect(await fan.call('GET /me/likes', { query: { items } })).toEqual({ liked: ids.slice(0, 2) })
  expect(await owner.call('GET /me/likes', { query: { items } })).toEqual({ liked: [] })
})

test('hidden items cannot be liked, exclusively sold ones can', async () => {
  const hidden = [
    await add({ status: 'pending' }),
    await add({ deletedAt: new Date() }),
    await add({ kind: 'kit' }),
    123_456_789,
    Number.MAX_SAFE_INTEGER,
  ]
  for (const id of hidden)
    for (const call of ['GET /beats/:id/liked', 'POST /beats/:id/like', 'DELETE /beats/:id/like'] as const)
      await expect(fan.call(call, on(id))).rejects.toMatchObject({ status: 404, error: 'not_found' })
  expect(await fan.call('POST /beats/:id/like', on(await add({ status: 'sold' })))).toMatchObject({ liked: true })
})

test('guests and malformed input are refused', async () => {
  const id = await add()
  for (const call of ['GET /beats/:id/liked', 'POST /beats/:id/like', 'DELETE /beats/:id/like'] as const)
    await expect(world.guest(call, on(id))).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('GET /me/likes', { query: { items: '1' } })).rejects.toMatchObject({ status: 401 })
  for (const bad of ['x', '0', '-1', '1.5', '1e99', '9007199254740993', '1;drop table item', '\u0000', '<b>'])
    await expect(fan.call('POST /beats/:id/like', { params: { id: bad } }), bad).rejects.toMatchObject({ status: 400 })
  for (const items of ['', ',', 'x', '1,', '-1', '1'.repeat(16), Array(101).fill('1').join(','), '1 or true'])
    await expect(fan.call('GET /me/likes', { query: { items } }), items).rejects.toMatchObject({ status: 400 })
})

test('all likes of one item share one notice, which moves up and is unread again with each new like', async () => {
  const id = await add({ slug: 'stairwell-sermon' })
  const fans = [
    fan,
    ...(await Promise.all(['mo', 'kez', 'lou'].map((name) => world.signUp({ displayName: `${name}_140` })))),
  ]
  const title = async () => (await newsOf(owner, 'stairwell-sermon')).map((news) => news.title)
  await owner.call('POST /beats/:id/like', on(id))
  expect(await title()).toEqual([])

  const steps: string[] = []
  for (const { call } of fans.toReversed()) {
    await call('POST /beats/:id/like', on(id))
    steps.push(...(await title()))
  }
  expect(steps).toEqual([
    'lou_140 liked Stairwell Sermon',
    'kez_140 and lou_140 liked Stairwell Sermon',
    'mo_140, kez_140 and 1 other liked Stairwell Sermon',
    'Nadia_bars, mo_140 and 2 others liked Stairwell Sermon',
  ])
  const [news] = await newsOf(owner, 'stairwell-sermon')
  expect(news).toMatchObject({ message: 'It has 5 likes.', relatedType: 'BEAT', topic: 'like', groupSize: 4 })
  expect(news?.people.map(({ displayName }) => displayName)).toEqual(['Nadia_bars', 'mo_140', 'kez_140', 'lou_140'])
  for (const { call } of fans) {
    await call('DELETE /beats/:id/like', on(id))
    await call('POST /beats/:id/like', on(id))
  }
  expect(await newsOf(owner, 'stairwell-sermon')).toEqual([news])

  const newer = await addNotification(world.app.db, owner.id)
  await owner.call('POST /notifications/read-all')
  await fan.call('DELETE /beats/:id/like', on(id))
  await fan.call('POST /beats/:id/like', on(id))
  expect(await title()).toEqual([])
  for (const displayName of ['late_one', 'later_one'])
    await (await world.signUp({ displayName })).call('POST /beats/:id/like', on(id))
  expect(await title()).toEqual(['later_one, late_one and 4 others liked Stairwell Sermon'])
  const { content } = await owner.call('GET /notifications', { query: { size: 2 } })
  expect(content.map((one) => one.id)).toEqual([news?.id, newer])
  expect(content[0]).toMatchObject({ read: false, groupSize: 6 })
  expect(content[0]?.people.map(({ displayName }) => displayName)).toEqual([
    'later_one',
    'late_one',
    'Nadia_bars',
    'mo_140',
    'kez_140',
  ])
  await owner.call('DELETE /notifications/:id', { params: { id: news!.id } })
  await (await world.signUp({ displayName: 'last_one' })).call('POST /beats/:id/like', on(id))
  expect(await title()).toEqual(['last_one liked Stairwell Sermon'])
})

test('a notice about a like leads to the kit or pack', async () => {
  for (const kind of ['pack', 'kit'] as const) {
    const id = await add({ kind, slug: `a-${kind}` })
    await fan.call(`POST /${kind}s/:id/like`, on(id))
    expect(await newsOf(owner, `a-${kind}`)).toMatchObject([
      { relatedType: kind.toUpperCase(), message: 'Its first like.' },
    ])
  }
})

test('a thousand likes and unlikes at once by fifty people leave counters equal to rows', async () => {
  const items = [await add({ slug: 'contended' }), await add(), await add()]
  const people = await Promise.all(Array.from({ length: 50 }, () => world.signUp()))
  /** Presses twenty times, each time right after the last answer. */
  const click = async ({ call }: Person, person: number) => {
    for (let n = person; n < 1_000; n += people.length) {
      const route = (n * 7919) % 5 < 3 ? 'POST /beats/:id/like' : 'DELETE /beats/:id/like'
      const { liked, likeCount } = await call(route, on(items[n % 11 < 7 ? 0 : n % 3]!))
      expect(liked).toBe(route.startsWith('POST'))
      expect(likeCount).toBeGreaterThanOrEqual(0)
    }
  }
  await sql`delete from chart_queue`.execute(world.app.db) // indexing has queued the items
  await Promise.all(people.map(click))

  const { rows } = await sql<{ likes: number; count: number; queued: number }>`select likes,
    (select count(*) from item_like l where l.item_id = s.item_id) as count,
    (select count(*) from chart_queue q where q.item_id = s.item_id) as queued
    from item_stat s where item_id = any(${items}::bigint[])`.execute(world.app.db)
  expect(rows).toHaveLength(3)
  for (const { likes, count, queued } of rows) {
    expect(likes).toBe(count)
    expect(queued).toBe(1)
  }
  expect(await newsOf(owner, 'contended')).toHaveLength(1)
  await Promise.all(people.flatMap(({ call }) => items.map((id) => call('DELETE /beats/:id/like', on(id)))))
  for (const id of items) expect((await fan.call('GET /beats/:id/liked', on(id))).likeCount).toBe(0)
})

test('one person toggles likes 120 times a minute at most, and others go on', async () => {
  const strict = await createShop({ env: { RATE_LIMIT: 'on' } })
  const id = await strict.add()
  const toggle = (person: Person, n: number) =>
    person.call(n % 2 ? 'DELETE /beats/:id/like' : 'POST /beats/:id/like', on(id))
  for (let n = 0; n < 120; n++) await toggle(strict.fan, n)
  await expect(toggle(strict.fan, 0)).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  expect(await toggle(strict.owner, 0)).toEqual({ liked: true, likeCount: 1 })
  strict.world.passTime(60_000)
  expect(await toggle(strict.fan, 0)).toEqual({ liked: true, likeCount: 2 })
  await strict.world.close()
})
