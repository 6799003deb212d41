import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileNamed, zipOf } from '#test/archives.ts'
import { newAdmin } from '#test/desk.ts'
import { newWav } from '#test/sounds.ts'
import { filesLeft } from '#test/versions.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the preview of a file that its seller takes out of a kit is removed', async () => {
  const ann = await world.signUp()
  const zip = zipOf(['Kick.wav', 'Snare.wav'].map((name) => ({ name, content: newWav(1) })))
  const meta = { name: 'Cold Hits', type: 'Drum Kit' as const, description: 'Hits.', tags: 'drums', price: 20 }
  const { id } = await ann.call('POST /kits/upload', { files: { zip: fileNamed('kit.zip', zip) }, body: { meta } })
  await world.work()
  const admin = await newAdmin(world)
  await admin.call('POST /admin/kits/:id/approve', { params: { id }, body: {} })
  const { files } = await ann.call('GET /me/kits/:id/contents', { params: { id } })
  const [kick, snare] = files.map(({ previewUrl }) => previewUrl!.replace('/media/', ''))
  await ann.call('DELETE /kits/:id/items/:kitItemId', { params: { id, kitItemId: files[0]!.id } })
  const left = await filesLeft(world)
  expect(left).toContain(snare)
  expect(left).not.toContain(kick)
})
