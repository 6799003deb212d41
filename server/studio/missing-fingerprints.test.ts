import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MonoResampler } from '#server/media/resample.ts'
import { closeMedia } from '#server/media/run-media.ts'
import { toWav } from '#server/media/wav.ts'
import { drillBeat, louder } from '#test/altered-sounds.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  admin = await newAdmin(world)
})
afterAll(async () => {
  await world.close()
  closeMedia()
})

const original = { sampleRate: 22_050, channels: [new MonoResampler(22_050).add(drillBeat('original'))] }
const licenses = [{ type: 'MP3' as const, price: 20 }]
async function sendBeat(who: typeof admin, title: string, sound = original) {
  const meta = { title, bpm: 140, genre: 'UK Drill', tags: 'dark', licenses }
  const files = { audio: fileNamed('beat.wav', toWav(sound)) }
  return (await who.call('POST /beats/upload', { files, body: { meta } })).id
}
async function sendPack(who: typeof admin) {
  const content = Buffer.from(toWav(louder(original, -6)))
  const meta = { name: 'Night Lines', description: 'One.', tags: 'dark', licenses }
  const files = { zip: fileNamed('pack.zip', zipOf([{ name: '01 Lifted.wav', content }])) }
  return (await who.call('POST /packs/upload', { files, body: { meta } })).id
}

/** Takes the fingerprints of all items away and lists them as the migration does in a shop that had none. */
async function asBefore() {
  await world.app.db.deleteFrom('fingerprint').execute()
  await world.app.db.deleteFrom('missingFingerprint').execute()
  const migration = await readFile('server/db/migrations/0048_missing_fingerprints.sql', 'utf8')
  await sql.raw(migration.slice(migration.indexOf('insert into'))).execute(world.app.db)
}
const rows = async () => (await admin.call('GET /admin/submissions', { query: { status: 'all' } })).items
const rowOf = async (id: number) => (await rows()).find((row) => row.id === id)
const waiting = async () => (await rows()).filter(({ notCompared }) => notCompared === 'waiting').map(({ id }) => id)

test('beats and packs from before fingerprints get them one by one, and the desk says which have none', async () => {
  const [ann, bob, eve] = [await world.signUp(), await world.signUp(), await world.signUp()]
  const beat = await sendBeat(ann, 'Night Bus')
  const pack = await sendPack(bob)
  const lost = await sendBeat(eve, 'Lost file', { ...original, channels: [original.channels[0]!.slice(0, 22_050 * 8)] })
  await world.work()
  await asBefore()
  expect(new Set(await waiting())).toEqual(new Set([beat, pack, lost]))
  expect((await rowOf(beat))!.match).toBeNull()

  const file = world.app.db.selectFrom('itemFile').where('itemId', '=', lost).where('role', '=', 'master')
  const { storageKey } = await file.select('storageKey').executeTakeFirstOrThrow()
  await world.app.storage.put(storageKey, Buffer.from('no sound'), { mediaType: 'audio/wav' })
  await world.takeDue()
  await world.work()
  expect(await waiting()).toEqual([])
  expect((await rowOf(lost))!.notCompared).toBe('failed')
  expect(await rowOf(beat)).toMatchObject({ notCompared: null, match: { isCopy: true } })
  expect(await rowOf(pack)).toMatchObject({ notCompared: null, match: { isCopy: true } })
})

test('a match that an admin has cleared is gone from both items, stays so, and stands in the audit', async () => {
  const matches = (id: number) => admin.call('GET /admin/submissions/:id/matches', { params: { id } })
  const [beat, pack] = (await rows()).filter(({ match }) => match)
  const [match] = await matches(beat!.id)
  const clear = (who: typeof admin, id: number, pair = match!.pair) =>
    who.call('POST /admin/submissions/:id/matches/clear', { params: { id }, body: pair })
  await expect(clear(await world.signUp(), beat!.id)).rejects.toMatchObject({ status: 403 })
  await expect(clear(admin, beat!.id, { own: match!.pair.own, other: 99_999 })).rejects.toMatchObject({ status: 404 })
  expect((await clear(admin, beat!.id)).match).toBeNull()
  expect([await matches(beat!.id), await matches(pack!.id)]).toEqual([[], []])
  const [action] = (await admin.call('GET /admin/actions', { query: {} })).items
  expect(action).toMatchObject({
    action: 'clear match',
    subject: { kind: 'item', id: beat!.id },
    reason: match!.message,
  })
  await expect(clear(admin, beat!.id)).rejects.toMatchObject({ status: 404 })
})

/** The admin's session ends while the clock moves. */
const listed = async () =>
  (await world.app.db.selectFrom('missingFingerprint').select('itemId').execute()).map(({ itemId }) => itemId)

test('a job that ends with its server is done again later, and a storage that is away ends nothing', async () => {
  const id = await sendBeat(await world.signUp(), 'Day Bus', louder(original, -5))
  await world.work()
  await asBefore()
  await world.app.db.deleteFrom('missingFingerprint').where('itemId', '<>', id).execute()
  await world.takeDue()
  await sql`delete from graphile_worker._private_jobs`.execute(world.app.db)
  await world.takeDue()
  await world.work()
  expect(await listed()).toEqual([id])

  world.passTime(46 * 60_000)
  const open = vi.spyOn(world.app.storage, 'open').mockRejectedValueOnce(new Error('the disk is away'))
  await world.takeDue()
  await world.work()
  open.mockRestore()
  expect(await listed()).toEqual([id])

  world.passTime(31 * 60_000)
  await world.takeDue()
  await world.work()
  expect(await listed()).toEqual([])
  expect(await world.app.db.selectFrom('fingerprint').where('itemId', '=', id).selectAll().execute()).toHaveLength(1)
})
