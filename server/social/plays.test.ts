import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/caller.ts'
import { ensureIndexed } from '#server/search/index.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { writePlays, type Play } from './write-plays.ts'

const HALF_HOUR = 30 * 60_000

let world: World
let ownerId: number
beforeAll(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
})
afterAll(() => world.close())

const add = (over: object = {}) => addItem(world.app.db, { ownerId, ...over })
/** Plays as a guest from this address. */
const from = async (
  remoteAddress: string,
  id: number | string,
  kinds = 'beats',
  headers: Record<string, string> = {},
) => {
  const reply = await world.http.inject({ method: 'POST', url: `/api/${kinds}/${id}/play`, remoteAddress, headers })
  return { status: reply.statusCode, ...reply.json<{ counted?: boolean; error?: string }>() }
}
const by = async (call: Call, id: number) => (await call('POST /beats/:id/play', { params: { id } })).counted
const hour = () => new Date(Math.floor(world.app.clock.now().getTime() / 3_600_000) * 3_600_000)
const playsOf = async (id: number) => (await world.guest('GET /beats/:id', { params: { id } })).playCount
const figure = async (what: ReturnType<typeof sql>) =>
  (await sql<{ figure: number }>`select (${what})::int as figure`.execute(world.app.db)).rows[0]?.figure

test.each(['beats', 'packs', 'kits'] as const)(
  'a play of %s counts for the item, its hour, its owner and the charts',
  async (kinds) => {
    const seller = await world.signUp()
    const id = await add({ kind: kinds.slice(0, -1), ownerId: seller.id })
    await sql`delete from chart_queue`.execute(world.app.db)
    const began = hour()
    expect(await world.guest(`POST /${kinds}/:id/play`, { params: { id } })).toEqual({ counted: true })
    expect((await world.guest(`GET /${kinds}/:id`, { params: { id } })).playCount).toBe(1)
    expect((await seller.call('GET /me')).totalPlays).toBe(1)
    const hours = await world.app.db.selectFrom('itemPlayHour').where('itemId', '=', id).selectAll().execute()
    expect(hours).toMatchObject([{ plays: 1 }])
    expect([began, hour()]).toContainEqual(hours[0]?.hour)
    expect(await world.app.db.selectFrom('chartQueue').selectAll().execute()).toEqual([{ itemId: id }])
  },
)

test('a listener counts once per item in half an hour: an account at any address, a guest by network', async () => {
  const [id, other] = [await add(), await add()]
  const { call, accessToken } = await world.signUp()
  expect(await by(call, id)).toBe(true)
  expect(await by(call, id)).toBe(false)
  expect(await from('203.0.113.7', id, 'beats', { authorization: `Bearer ${accessToken}` })).toMatchObject({
    counted: false,
  })
  expect(await by(call, other)).toBe(true)

  expect(await from('203.0.113.7', id)).toMatchObject({ counted: true })
  expect(
    await from('203.0.113.7', id, 'beats', { 'x-forwarded-for': '198.51.100.1', 'user-agent': 'another' }),
  ).toMatchObject({ counted: false })
  expect(await from('203.0.113.8', id)).toMatchObject({ counted: true })
  expect(await from('2001:db8::1', id)).toMatchObject({ counted: true })
  expect(await from('2001:db8::2', id)).toMatchObject({ counted: false })
  expect(await playsOf(id)).toBe(4)
})

test('a listener counts again after half an hour, whether or not the old row has been swept', async () => {
  const moving = await createWorld()
  const { id: seller } = await moving.signUp()
  const id = await addItem(moving.app.db, { ownerId: seller })
  const play = () => by(moving.guest, id)
  const remembered = async () => (await moving.app.db.selectFrom('recentPlay').selectAll().execute()).length
  expect(await play()).toBe(true)
  moving.passTime(HALF_HOUR - 60_000)
  expect(await play()).toBe(false) // and a refused play does not start the half hour again
  await moving.takeDue()
  expect(await remembered()).toBe(1)
  moving.passTime(60_000)
  expect(await play()).toBe(true)
  moving.passTime(HALF_HOUR)
  await moving.takeDue()
  expect(await remembered()).toBe(0)
  expect(await play()).toBe(true)
  const { rows } = await sql<{ plays: number; sum: number; hours: number }>`select
    (select plays from item_stat where item_id = ${id}) as plays, sum(plays)::int as sum, count(*) as hours
    from item_play_hour where item_id = ${id}`.execute(moving.app.db)
  expect(rows[0]).toMatchObject({ plays: 3, sum: 3 })
  expect(rows[0]!.hours).toBeGreaterThan(1)
  await moving.close()
})

test('plays that arrive together count each listener once, and each caller gets its own answer', async () => {
  const ids = [await add(), await add(), await add()]
  const calls = ids.flatMap((id) => Array.from({ length: 40 }, (_, n) => from(`198.51.100.${n % 20}`, id)))
  const replies = await Promise.all([...calls, from('198.51.100.1', ids[0]!, 'packs')])
  expect(replies.filter(({ counted }) => counted)).toHaveLength(60)
  expect(replies.filter(({ counted }) => counted === false)).toHaveLength(60)
  expect(replies.at(-1)).toMatchObject({ status: 404, error: 'not_found' })
  for (const id of ids) expect(await playsOf(id)).toBe(20)
})

test('nodes that write plays of the same items do not block each other, and count no listener twice', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => add()))
  const { call } = await world.signUp()
  const before = await figure(sql`select plays from account_stat where account_id = ${ownerId}`)
  /** The same plays, for each node in another order. */
  const batch = (node: number) =>
    new Map(
      ids
        .flatMap((itemId) =>
          Array.from({ length: 100 }, (_, n): Play => ({ kind: 'beat', itemId, listener: `address ${n}` })),
        )
        .map((play, n, all) => [`${n}`, all[(n * 7 + node * 31) % all.length]!] as const),
    )
  const nodes = Array.from({ length: 8 }, (_, node) => writePlays(world.app, batch(node)))
  const likes = ids.map((id) => call('POST /beats/:id/like', { params: { id } }))
  const [outcomes] = await Promise.all([Promise.all(nodes), Promise.all(likes)])
  expect(outcomes.flatMap((one) => [...one.values()]).filter((outcome) => outcome === 'counted')).toHaveLength(3_000)
  for (const id of ids) expect(await figure(sql`select plays from item_stat where item_id = ${id}`)).toBe(100)
  expect(await figure(sql`select plays from account_stat where account_id = ${ownerId}`)).toBe((before ?? 0) + 3_000)
})

test('ten thousand calls by one listener change no chart', async () => {
  const [loved, known, pushed] = [await add({ kind: 'kit' }), await add({ kind: 'kit' }), await add({ kind: 'kit' })]
  for (const [id, listeners] of [
    [loved, 6],
    [known, 3],
    [pushed, 1],
  ] as const)
    await Promise.all(Array.from({ length: listeners }, (_, n) => from(`192.0.2.${n}`, id, 'kits')))
  const charts = async () => {
    await ensureIndexed(world.app)
    const lists = await Promise.all(
      (['popular', 'trending'] as const).map((name) => world.guest(`GET /kits/${name}`, { query: {} })),
    )
    return lists.map(({ items }) => items.map(({ id }) => id))
  }
  const before = await charts()
  expect(before[0]?.filter((id) => [loved, known, pushed].includes(id))).toEqual([loved, known, pushed])

  const replies = await Promise.all(Array.from({ length: 10_000 }, () => from('203.0.113.66', pushed, 'kits')))
  expect(replies.filter(({ counted }) => counted)).toHaveLength(1)
  expect(replies.every(({ status }) => status === 200)).toBe(true)
  expect(await figure(sql`select plays from item_stat where item_id = ${pushed}`)).toBe(2)
  expect(await figure(sql`select sum(plays) from item_play_hour where item_id = ${pushed}`)).toBe(2)
  expect(await charts()).toEqual(before)
})

test('a play that arrives before the server stops is written', async () => {
  const stopping = await createWorld()
  const { id: seller } = await stopping.signUp()
  const id = await addItem(stopping.app.db, { ownerId: seller })
  const asked = by(stopping.guest, id)
  await stopping.guest('GET /health') // by now the play waits for its batch
  await stopping.http.close()
  const { plays } = await stopping.app.db
    .selectFrom('itemStat')
    .where('itemId', '=', id)
    .select('plays')
    .executeTakeFirstOrThrow()
  expect(plays).toBe(1)
  expect(await asked).toBe(true)
  await stopping.close()
})

test('plays of hidden items are not counted, and malformed ids are refused', async () => {
  const hidden = [await add({ status: 'pending' }), await add({ deletedAt: new Date() }), await add({ kind: 'pack' })]
  for (const id of [...hidden, 123_456_789, Number.MAX_SAFE_INTEGER])
    expect(await from('192.0.2.1', id)).toMatchObject({ status: 404, error: 'not_found' })
  for (const id of hidden) expect(await figure(sql`select count(*) from item_play_hour where item_id = ${id}`)).toBe(0)
  for (const bad of ['x', '0', '-1', '1.5', '1e99', '9007199254740993', '%00', '%E2%80%AE', "'--"])
    expect((await from('192.0.2.1', bad)).status, bad).toBe(400)
  expect((await from('192.0.2.1', await add({ status: 'sold' }))).counted).toBe(true)
  expect((await from('192.0.2.1', await add(), 'beats', { authorization: 'Bearer nonsense' })).status).toBe(401)
})
