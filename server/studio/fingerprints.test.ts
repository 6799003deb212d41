import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AudioBlock } from '#server/media/audio.ts'
import { closeMedia } from '#server/media/run-media.ts'
import { MonoResampler } from '#server/media/resample.ts'
import { toWav } from '#server/media/wav.ts'
import { cutEnds, drillBeat, faster, louder } from '#test/altered-sounds.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { sine } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

type Person = Awaited<ReturnType<World['signUp']>>

let world: World
let admin: Person
let ann: Person
let original: AudioBlock
let beatId: number
beforeAll(async () => {
  world = await createWorld()
  ;[admin, ann] = [await newAdmin(world), await world.signUp()]
  original = beat('original')
  beatId = await sendBeat(ann, 'Night Bus', original)
  await world.work()
})
afterAll(async () => {
  await world.close()
  closeMedia()
})

/** Mono and at half the rate, because the steps then take less time. */
function beat(seed: string): AudioBlock {
  return { sampleRate: 22_050, channels: [new MonoResampler(22_050).add(drillBeat(seed))] }
}
const licenses = [{ type: 'MP3' as const, price: 20 }]
async function sendBeat(who: Person, title: string, sound: AudioBlock, draftId?: number) {
  const meta = { title, bpm: 140, genre: 'UK Drill', tags: 'dark', licenses, draftId }
  const files = { audio: fileNamed('beat.wav', toWav(sound)) }
  return (await who.call('POST /beats/upload', { files, body: { meta } })).id
}
async function sendPack(who: Person, tracks: Record<string, AudioBlock>) {
  const entries = Object.entries(tracks).map(([name, sound]) => ({ name, content: Buffer.from(toWav(sound)) }))
  const meta = { name: 'Night Lines', description: 'Two.', tags: 'dark', licenses }
  const files = { zip: fileNamed('pack.zip', zipOf(entries)) }
  return (await who.call('POST /packs/upload', { files, body: { meta } })).id
}
const matches = (id: number) => admin.call('GET /admin/submissions/:id/matches', { params: { id } })
const flagOf = async (id: number) =>
  (await admin.call('GET /admin/submissions', { query: {} })).items.find((item) => item.id === id)?.match
const prints = (itemId: number) =>
  world.app.db.selectFrom('fingerprint').where('itemId', '=', itemId).select(['id', 'fileId']).execute()

test('an altered copy of another seller’s beat is flagged to reviewers, in both directions, and to nobody else', async () => {
  const bob = await world.signUp()
  const copyId = await sendBeat(bob, 'Day Bus', louder(cutEnds(faster(original, 1.006), 3, 13), -4))
  await world.work()
  const [match, ...others] = await matches(copyId)
  expect(others).toEqual([])
  expect(match).toMatchObject({
    isCopy: true,
    own: { id: copyId, title: 'Day Bus', artistName: bob.displayName, trackId: null, packTitle: null },
    other: { id: beatId, title: 'Night Bus', artistName: ann.displayName, state: 'pending', bpm: 140 },
  })
  const percent = Math.round(match!.score * 100)
  expect(match!.message).toBe(`Sounds like “Night Bus” by ${ann.displayName}: the same for 0:10 (${percent} %)`)
  expect(match!.offsetSec).toBeCloseTo(3, 0)
  expect(match!.own.wave).not.toBeNull()
  expect(await flagOf(copyId)).toEqual({ score: match!.score, isCopy: true })

  const [back] = await matches(beatId)
  expect(back).toMatchObject({ score: match!.score, own: { id: beatId }, other: { id: copyId } })
  expect(back!.fromSec).toBeCloseTo(3, 0)
  expect(back!.ratio).toBeCloseTo(1 / match!.ratio, 4)

  await admin.call('POST /admin/beats/:id/reject', { params: { id: copyId }, body: { reason: 'A copy.' } })
  expect(await matches(beatId)).toEqual([])
  expect(await matches(copyId)).toHaveLength(1)

  await expect(bob.call('GET /admin/submissions/:id/matches', { params: { id: copyId } })).rejects.toMatchObject({
    status: 403,
  })
  for (const answer of [
    await bob.call('GET /me/beats/:id', { params: { id: copyId } }),
    await bob.call('GET /me/items', { query: {} }),
    await bob.call('GET /notifications', { query: {} }),
  ])
    expect(JSON.stringify(answer)).not.toMatch(/Night Bus|match|score/)
})

test('an other beat, a copy of the same seller and a steady tone are not flagged', async () => {
  const cat = await world.signUp()
  const ids = [
    await sendBeat(cat, 'Another', beat('another')),
    await sendBeat(ann, 'My own again', louder(original, -3)),
    await sendBeat(cat, 'Tone', sine(440, 6)),
  ]
  await world.work()
  for (const id of ids) {
    expect(await prints(id)).toHaveLength(1)
    expect(await matches(id)).toEqual([])
    expect(await flagOf(id)).toBeNull()
  }
})

test('a copied track of a pack is flagged and named when the pack is verified; a deleted pack leaves no fingerprint', async () => {
  const dan = await world.signUp()
  const id = await sendPack(dan, { '01 Clean.wav': beat('clean'), '02 Lifted.wav': louder(original, -6) })
  await world.work()
  const found = await matches(id)
  expect(found.map(({ own, other }) => [own.title, own.packTitle, other.artistName])).toContainEqual([
    'Lifted',
    'Night Lines',
    ann.displayName,
  ])
  const { ok, issues } = await admin.call('GET /admin/packs/:id/verify', { params: { id } })
  expect(ok).toBe(false)
  expect(issues).toContainEqual({ file: found[0]!.own.trackId, message: `${found[0]!.message}.` })
  const { url } = await admin.call('GET /admin/packs/:id/master-url', {
    params: { id },
    query: { file: found[0]!.own.trackId! },
  })
  expect((await world.http.inject({ url })).statusCode).toBe(200)

  const [back] = (await matches(beatId)).filter(({ other }) => other.id === id)
  expect(back!.message).toContain(`Sounds like “Lifted” in “Night Lines” by ${dan.displayName}`)
  await dan.call('DELETE /me/packs/:id', { params: { id } })
  expect((await matches(beatId)).filter(({ other }) => other.id === id)).toEqual([])
  await world.takeDue()
  expect(await prints(id)).toEqual([])
})

test('a fingerprint that was saved before a crash is not made again, and a new master gets its own until it is deleted', async () => {
  const eve = await world.signUp()
  const id = await sendBeat(eve, 'Broken off', louder(original, -5))
  const { db } = world.app
  await world.work()
  const [first] = await prints(id)
  await db.updateTable('item').set({ status: 'processing' }).where('id', '=', id).execute()
  await db.deleteFrom('fingerprintMatch').where('fingerprintId', '=', first!.id).execute()
  await db
    .updateTable('mediaJob')
    .set({ state: 'running' })
    .where('itemId', '=', id)
    .where('step', '=', 'fingerprint')
    .execute()
  await db.transaction().execute((tx) => world.app.enqueue(tx, 'process-item', { itemId: id }))
  await world.work()
  expect(await prints(id)).toEqual([first])
  expect((await matches(id)).map(({ other }) => other.id)).toContain(beatId)

  await admin.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason: 'A copy.' } })
  await sendBeat(eve, 'My own work', beat('eve'), id)
  await world.work()
  const [second, ...others] = await prints(id)
  expect(others).toEqual([])
  expect(second!.fileId).not.toBe(first!.fileId)
  expect(await matches(id)).toEqual([])
  await eve.call('DELETE /me/beats/:id', { params: { id } })
  await world.takeDue()
  expect(await prints(id)).toEqual([])
})
