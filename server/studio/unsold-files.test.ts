import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeMedia } from '#server/media/run-media.ts'
import { encodeMp3 } from '#server/media/encode.ts'
import { toWav } from '#server/media/wav.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { newPicture } from '#test/pictures.ts'
import { scratchFolder, sine } from '#test/sounds.ts'
import { until } from '#test/until.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world.close()
  closeMedia()
})
beforeEach(async () => {
  ann = await world.signUp()
  admin = await newAdmin(world)
})

const scratch = scratchFolder()
let made = 0
const sound = () => sine(200 + ++made, 6, { sampleRate: 11_025 })
const wav = () => fileNamed('a.wav', toWav(sound()))
const cover = await newPicture('cover.png')
async function mp3() {
  const path = await scratch('a.mp3')
  await encodeMp3(
    (async function* () {
      yield sound()
    })(),
    path,
    128,
  )
  return fileNamed('a.mp3', await readFile(path))
}
const zip = () =>
  fileNamed('a.zip', zipOf(['One.wav', 'Two.wav'].map((name) => ({ name, content: Buffer.from(toWav(sound())) }))))
const words = { tags: 'dark', licenses: [{ type: 'MP3' as const, price: 20 }] }
const sendBeat = (files: { audio: File; cover?: File }, draftId?: number) =>
  ann.call('POST /beats/upload', {
    files,
    body: { meta: { ...words, title: 'Night Bus', bpm: 140, genre: 'Drill', draftId } },
  })
const sendPack = (draftId?: number) =>
  ann.call('POST /packs/upload', {
    files: { zip: zip() },
    body: { meta: { ...words, name: 'Night', description: 'Two.', draftId } },
  })
const filesStored = async () => {
  const keys: string[] = []
  for await (const { key } of world.app.storage.list('')) keys.push(key)
  return keys
}
async function sweep() {
  await world.takeDue()
  world.passTime(11 * 60_000)
  await world.takeDue()
}
const stepsLeft = () => world.app.db.selectFrom('mediaJob').select('state').execute()
const reject = (kinds: 'beats' | 'packs', id: number) =>
  admin.call(`POST /admin/${kinds}/:id/reject`, { params: { id }, body: { reason: 'No.' } })

test('an item that was never on sale leaves no file when it is deleted', async () => {
  const beat = await sendBeat({ audio: wav() })
  const pack = await sendPack()
  await world.work()
  expect((await filesStored()).length).toBeGreaterThan(8)
  await ann.call('DELETE /me/beats/:id', { params: { id: beat.id } })
  await ann.call('DELETE /me/packs/:id', { params: { id: pack.id } })
  await sweep()
  expect(await filesStored()).toEqual([])
})

test('nothing is left of an item that is deleted with its steps under way, nor are they asked for again', async () => {
  const { id } = await sendBeat({ audio: wav(), cover })
  await ann.call('DELETE /me/beats/:id', { params: { id } })
  expect(await stepsLeft()).toEqual([])
  await world.work()
  await sendBeat({ audio: wav(), cover })
  await forgetPerson(world.app, ann.id)
  await sweep()
  expect(await filesStored()).toEqual([])
  expect(await stepsLeft()).toEqual([])
})

test('a step that goes on after the deletion saves nothing more', async () => {
  const { id } = await ann.call('POST /kits/upload', {
    files: { zip: zip() },
    body: { meta: { name: 'Hits', type: 'Drum Kit', description: 'Two.', tags: 'dark', price: 10 } },
  })
  const working = world.work()
  await until(async () => (await stepsLeft()).some(({ state }) => state === 'running'))
  await ann.call('DELETE /kits/:id', { params: { id } })
  await world.takeDue()
  await working
  await sweep()
  expect(await filesStored()).toEqual([])
})

test('files sent again after a rejection replace the former ones, also the MP3 of the former master', async () => {
  const beat = await sendBeat({ audio: wav() })
  const pack = await sendPack()
  await world.work()
  const before = await filesStored()
  await reject('beats', beat.id)
  await reject('packs', pack.id)
  await sendBeat({ audio: await mp3() }, beat.id)
  await sendPack(pack.id)
  await world.work()
  await sweep()
  const { files } = await ann.call('GET /me/beats/:id', { params: { id: beat.id } })
  expect(files.map(({ role, name }) => [role, name])).toEqual([['master', 'a.mp3']])
  const after = await filesStored()
  expect(after.filter((key) => before.includes(key))).toEqual([])
  expect(after).toHaveLength(before.length - 1)
  const own = await ann.call('GET /me/data/files', { query: {} })
  for (const { url } of own.items) expect((await world.http.inject(url)).statusCode).toBe(200)
  expect(own.items.map(({ role }) => role)).toEqual(['archive', 'mp3', 'mp3', 'master'])
  for (const [kinds, { id }] of [
    ['beats', beat],
    ['packs', pack],
  ] as const)
    await admin.call(`POST /admin/${kinds}/:id/approve`, { params: { id }, body: {} })
  expect((await ann.call('GET /me/data/files', { query: {} })).items).toHaveLength(4) // what is gone comes not back
})

test('an item that was on sale keeps its files for its buyers when it is deleted', async () => {
  const { id } = await sendBeat({ audio: wav() })
  await world.work()
  await admin.call('POST /admin/beats/:id/approve', { params: { id }, body: {} })
  const before = await filesStored()
  await ann.call('DELETE /me/beats/:id', { params: { id } })
  await sweep()
  expect(await filesStored()).toEqual(before)
})
