import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SoundRef } from '#contract/listening.ts'
import { createShop, type Person } from '#test/shop.ts'

const { world, owner, add } = await createShop()
afterAll(() => world.close())

const heard = (over: object = {}) => add({ previewKey: 'previews/a.mp3', ...over })
const addTrack = async (itemId: number, position: number, previewKey: string | null = `previews/t${position}.mp3`) =>
  (
    await world.app.db
      .insertInto('itemTrack')
      .values({ itemId, position, title: `Track ${position}`, path: `${position}.wav`, durationMs: 61_500, previewKey })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

let me: Person
beforeAll(async () => void (me = await world.signUp()))
const fresh = async () => void (me = await world.signUp())

const append = (entries: { itemId: number; trackId?: number | null }[], person = me) =>
  person.call('POST /me/playlist/entries', { body: { entries } })
const put = (version: number, entries: Partial<SoundRef>[]) =>
  me.call('PUT /me/playlist', { body: { version, entries: entries as SoundRef[] } })
const list = (person = me) => person.call('GET /me/playlist')
const idsOf = async (person = me) => (await list(person)).entries.map(({ id }) => id)

test('a playlist holds beats and tracks of packs in order, each once, with present data', async () => {
  const [beat, pack] = [
    await heard({ bpm: 142, styleId: 1, durationMs: 36_000 }),
    await heard({ kind: 'pack', title: 'Night Shift' }),
  ]
  const track = await addTrack(pack, 1)
  expect(await list()).toEqual({ version: 0, entries: [] })
  expect(await append([{ itemId: beat }, { itemId: pack, trackId: track }])).toEqual({
    version: 1,
    previous: 0,
    added: 2,
  })
  expect(await append([{ itemId: beat }, { itemId: beat }])).toEqual({ version: 1, previous: 1, added: 0 })

  await world.app.db.updateTable('item').set({ title: 'Renamed', priceCents: 4_995 }).where('id', '=', beat).execute()
  const { entries } = await list()
  expect(entries).toMatchObject([
    { id: beat, title: 'Renamed', artistName: 'drillmaker', durationInSeconds: 36, trackId: null },
    { id: track, title: 'Track 1', artistName: 'drillmaker', durationInSeconds: 61.5, trackId: track },
  ])
  expect(entries[0]!.audioUrl).toContain('previews/a.mp3')
  expect(entries[0]!.item).toMatchObject({ kind: 'BEAT', bpm: 142, price: 49.95, style: { line: 'uk', code: 'UK' } })
  expect(entries[1]!.item).toMatchObject({ id: pack, kind: 'PACK', title: 'Night Shift' })
  expect(await idsOf(await world.signUp())).toEqual([])
})

test('unplayable entries are left out: kits, unknown, silent, removed or sold items, tracks of other packs', async () => {
  await fresh()
  const [beat, mute, kit, pack, other] = [
    await heard(),
    await add(),
    await heard({ kind: 'kit' }),
    await heard({ kind: 'pack' }),
    await heard({ kind: 'pack' }),
  ]
  const [sound, silent] = [await addTrack(pack, 1), await addTrack(pack, 2, null)]
  const not = [
    ...[mute, kit, pack, 123_456_789, Number.MAX_SAFE_INTEGER].map((itemId) => ({ itemId })),
    { itemId: await heard({ status: 'sold' }) },
    { itemId: await heard({ status: 'pending' }) },
    { itemId: pack, trackId: silent },
    { itemId: other, trackId: sound },
    { itemId: kit, trackId: await addTrack(kit, 1) },
    { itemId: beat, trackId: sound },
  ]
  for (const entry of not) await expect(append([entry])).rejects.toMatchObject({ status: 404, error: 'not_found' })
  expect(await append([...not, { itemId: beat }])).toMatchObject({ added: 1 })
  await world.app.db.updateTable('item').set({ status: 'sold' }).where('id', '=', beat).execute()
  expect(await idsOf()).toEqual([])
})

test('removing an entry works whether or not it is in the list', async () => {
  await fresh()
  const [beat, pack] = [await heard(), await heard({ kind: 'pack' })]
  const [one, two] = [await addTrack(pack, 1), await addTrack(pack, 2)]
  await append([{ itemId: pack, trackId: one }, { itemId: beat }, { itemId: pack, trackId: two }])
  const remove = (query: { itemId: number; trackId?: number }) => me.call('DELETE /me/playlist/entries', { query })
  expect(await remove({ itemId: pack })).toEqual({ version: 1, previous: 1 })
  expect(await remove({ itemId: pack, trackId: one })).toEqual({ version: 2, previous: 1 })
  expect(await remove({ itemId: pack, trackId: one })).toEqual({ version: 2, previous: 2 })
  expect(await remove({ itemId: beat })).toMatchObject({ version: 3 })
  expect(await idsOf()).toEqual([two])
})

test('a new order based on an outdated version is refused', async () => {
  await fresh()
  const [a, b, c] = [await heard(), await heard(), await heard()]
  await append([{ itemId: a }, { itemId: b }])
  expect(await put(1, [{ itemId: b }, { itemId: a }, { itemId: b }])).toEqual({ version: 2, previous: 1 })
  expect(await idsOf()).toEqual([b, a])
  await append([{ itemId: c }]) // another device
  await expect(put(2, [{ itemId: a }, { itemId: b }])).rejects.toMatchObject({ status: 409, error: 'playlist_changed' })
  expect(await idsOf()).toEqual([b, a, c])
  await put(3, [])
  expect(await idsOf()).toEqual([])
})

test('a hidden entry returns to its place after the others were moved, unless the list was cleared', async () => {
  await fresh()
  const [a, b, c, d, other] = [
    await heard(),
    await heard(),
    await heard(),
    await heard(),
    await heard({ status: 'pending' }),
  ]
  const setStatus = (status: 'pending' | 'published', ...ids: number[]) =>
    world.app.db.updateTable('item').set({ status }).where('id', 'in', ids).execute()
  const order = (...ids: number[]) => ids.map((itemId) => ({ itemId }))
  await append(order(a, b, c, d))
  await setStatus('pending', a, c)
  expect(await put(1, order(d, b))).toEqual({ version: 2, previous: 1 })
  expect(await idsOf()).toEqual([d, b])
  expect(await put(2, order(b, c, d, other))).toEqual({ version: 3, previous: 2 }) // hidden after the device read the list
  expect(await idsOf()).toEqual([b, d])
  await setStatus('published', a, c, other)
  expect(await idsOf()).toEqual([a, b, c, d])
  await setStatus('pending', a)
  await put(3, [])
  await setStatus('published', a)
  expect(await idsOf()).toEqual([])
})

test('concurrent changes from several devices lose nothing', async () => {
  await fresh()
  const ids = await Promise.all(Array.from({ length: 30 }, () => heard()))
  const replies = await Promise.all(ids.map((itemId) => append([{ itemId }])))
  expect(replies.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1))
  expect((await idsOf()).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  const orders = await Promise.allSettled(
    ids.map((_, n) =>
      put(
        30,
        [...ids.slice(n), ...ids.slice(0, n)].map((itemId) => ({ itemId })),
      ),
    ),
  )
  expect(orders.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await idsOf()).toHaveLength(30)
})

test('a playlist holds five hundred entries, and adding fills only the room that is left', async () => {
  await fresh()
  const pack = await heard({ kind: 'pack' })
  const tracks = await world.app.db
    .insertInto('itemTrack')
    .values(
      Array.from({ length: 501 }, (_, n) => ({
        itemId: pack,
        position: n,
        title: `T${n}`,
        path: `${n}`,
        previewKey: 'p.mp3',
      })),
    )
    .returning('id')
    .execute()
  const refs = tracks.map(({ id }) => ({ itemId: pack, trackId: id }))
  expect(await append(refs.slice(0, 499))).toMatchObject({ added: 499 })
  expect(await append(refs.slice(499))).toMatchObject({ added: 1 })
  await expect(append([{ itemId: await heard() }])).rejects.toMatchObject({ status: 409, error: 'playlist_full' })
  await expect(append(refs)).rejects.toMatchObject({ status: 400 })
  expect(await idsOf()).toEqual(tracks.slice(0, 500).map(({ id }) => id))
})

test('guests and malformed input are refused', async () => {
  const entries = [{ itemId: await heard() }]
  await expect(world.guest('GET /me/playlist')).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('POST /me/playlist/entries', { body: { entries } })).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('PUT /me/playlist', { body: { version: 0, entries: [] } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(world.guest('DELETE /me/playlist/entries', { query: { itemId: 1 } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(append([])).rejects.toMatchObject({ status: 400 })
  for (const bad of [0, -1, 1.5, 2 ** 60, null, '1', {}, []] as number[]) {
    await expect(append([{ itemId: bad }]), String(bad)).rejects.toMatchObject({ status: 400 })
    if (bad !== null) await expect(append([{ itemId: 1, trackId: bad }])).rejects.toMatchObject({ status: 400 })
  }
  for (const version of [-1, 1.5, null, '1'] as number[])
    await expect(put(version, [])).rejects.toMatchObject({ status: 400 })
})

test('deleting an account or an item removes its entries', async () => {
  await fresh()
  await append([{ itemId: await heard() }])
  await world.app.db.deleteFrom('account').where('id', '=', me.id).execute()
  for (const table of ['playlist', 'playlistEntry'] as const)
    expect(await world.app.db.selectFrom(table).where('accountId', '=', me.id).selectAll().execute()).toEqual([])
  expect((await owner.call('GET /me/playlist')).entries).toEqual([])
})
