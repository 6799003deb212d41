import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileNamed } from '#test/archives.ts'
import { packMeta, packZip, twoTracks } from '#test/packs.ts'
import { newWav } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await world.signUp()
})

type Entries = Parameters<typeof packZip>[0]
/** Somebody sends a pack of these tracks. */
const send = (who: typeof ann, tracks: Entries, over: Parameters<typeof packMeta>[0] = {}) =>
  who.call('POST /packs/upload', { files: { zip: packZip(tracks) }, body: { meta: packMeta(over) } })
const beatsOf = async (id: number) =>
  (await ann.call('GET /me/packs/:id/contents', { params: { id } })).map(({ beat, fileUrl }) => ({ beat, fileUrl }))
const uploadBeat = (who: typeof ann, title: string, audio: Buffer) =>
  who.call('POST /beats/upload', {
    files: { audio: fileNamed('beat.wav', audio) },
    body: { meta: { title, bpm: 140, genre: 'UK Drill', tags: 'dark', licenses: [{ type: 'MP3', price: 20 }] } },
  })

test('one of two sellers that send the same track at once keeps it', async () => {
  const bob = await world.signUp()
  const track = [{ name: 'x.wav', content: newWav() }]
  const ids = [await send(ann, track), await send(bob, track)].map(({ id }) => id)
  await Promise.all([world.work(), world.work()])
  const states = await world.app.db.selectFrom('item').where('id', 'in', ids).select('status').execute()
  expect(states.map(({ status }) => status).toSorted()).toEqual(['failed', 'pending'])
})

test('a track that another seller sells is refused, alone or in a pack, and a track that is an own beat leads to it', async () => {
  const mine = newWav()
  const { id: beatId } = await uploadBeat(ann, 'Solo', mine)
  const { id } = await send(ann, [{ name: 'a.wav', content: mine }, ...twoTracks()], { beatIds: [beatId] })
  await world.work()
  const tracks = await beatsOf(id)
  expect(tracks.map(({ beat }) => beat)).toEqual([{ id: beatId, title: 'Solo' }, null, null])
  const inPack = (await world.http.inject({ url: tracks[1]!.fileUrl })).rawPayload

  const bob = await world.signUp()
  await expect(uploadBeat(bob, 'X', inPack)).rejects.toMatchObject({ status: 409, error: 'known_audio' })
  const { id: copied } = await send(bob, [{ name: 'x.wav', content: mine }])
  await world.work()
  expect(await bob.call('GET /me/packs/:id', { params: { id: copied } })).toMatchObject({
    statusLabel: 'Failed',
    reason: 'x.wav: Another seller has uploaded exactly this file.',
  })
})

test('a track of the same bytes leads to an own beat that came before or after it and was not chosen', async () => {
  const both = [newWav(), newWav()] as const
  const before = await uploadBeat(ann, 'Before', both[0])
  await world.work()
  const tracks = [{ name: 'a.wav', content: both[0] }, { name: 'b.wav', content: both[1] }, ...twoTracks()]
  const { id } = await send(ann, tracks)
  await world.work()
  const after = await uploadBeat(ann, 'After', both[1])
  const beats = (await beatsOf(id)).map(({ beat }) => beat?.id)
  expect(beats).toEqual([before.id, after.id, undefined, undefined])
})
