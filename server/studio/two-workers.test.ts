import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { newPicture } from '#test/pictures.ts'
import { newWav } from '#test/sounds.ts'
import { filesLeft } from '#test/versions.ts'
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

const zipped = (names: string[]) => fileNamed('kit.zip', zipOf(names.map((name) => ({ name, content: newWav(1) }))))

async function kitOnSale() {
  const meta = { name: 'Cold Hits', type: 'Drum Kit' as const, description: 'Hits.', tags: 'drums', price: 20 }
  const { id } = await ann.call('POST /kits/upload', { files: { zip: zipped(['Kick.wav']) }, body: { meta } })
  await world.work()
  const admin = await newAdmin(world)
  await admin.call('POST /admin/kits/:id/approve', { params: { id }, body: {} })
  return id
}

async function send(id: number, part: 'zip' | 'cover', file: File) {
  const purpose = part === 'zip' ? 'kitZip' : 'kitCover'
  const upload = await ann.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })
  await ann.call('POST /me/kits/:id/files', { params: { id }, body: { [`${part}UploadId`]: upload.id } })
}

/** Holds the next preview back before it is stored. */
function holdPreview() {
  const { storage } = world.app
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const put: typeof storage.put = async (key, ...more) => {
    if (!key.startsWith('previews/')) return storage.put(key, ...more)
    world.app.storage = storage
    reached.resolve()
    await goOn.promise
    return storage.put(key, ...more)
  }
  world.app.storage = { ...storage, put }
  return { reached: reached.promise, goOn: goOn.resolve }
}

test('a worker that takes over the step of another one leaves no file of that one', async () => {
  const id = await kitOnSale()
  const kept = await filesLeft(world)
  await send(id, 'zip', zipped(['Hat.wav', 'Snare.wav']))
  const held = holdPreview()
  const first = world.work()
  await held.reached
  await send(id, 'cover', await newPicture('other.png')) // has the item processed once more
  await world.work()
  expect(await ann.call('GET /me/kits/:id', { params: { id } })).toMatchObject({ proposal: { state: 'in review' } })
  held.goOn()
  await first
  expect(await ann.call('GET /me/kits/:id', { params: { id } })).toMatchObject({ proposal: { state: 'in review' } })
  await ann.call('DELETE /me/items/:id/proposal', { params: { id } })
  expect(await filesLeft(world)).toEqual(kept)
})

test('a worker goes on with the steps that are planned while it works', async () => {
  const id = await kitOnSale()
  await send(id, 'zip', zipped(['Hat.wav', 'Snare.wav']))
  const held = holdPreview()
  const first = world.work()
  await held.reached
  await send(id, 'cover', await newPicture('other.png'))
  // the other worker finds each step begun by this one, and ends
  await sql`delete from graphile_worker._private_jobs where locked_by is null`.execute(world.app.db)
  held.goOn()
  await first
  expect(await ann.call('GET /me/kits/:id', { params: { id } })).toMatchObject({ proposal: { state: 'in review' } })
})
