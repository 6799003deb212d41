import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSubmission, newAdmin, newSeller } from '#test/desk.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
let ann: typeof admin
let bob: typeof admin
beforeAll(async () => {
  world = await createWorld()
  ;[admin, ann, bob] = [await newAdmin(world), await newSeller(world), await world.signUp()]
})
afterAll(() => world.close())

const seen = async (who: typeof admin, slug: string) =>
  (await who.call('GET /items/by-slug/:slug/unlisted', { params: { slug } })).item

test.each(['draft', 'processing', 'failed', 'pending', 'rejected', 'paused', 'taken_down'] as const)(
  'its owner and admins see a pack in the state %s, nobody else does',
  async (status) => {
    const [slug, previewKey, trackKey] = [
      `hidden-${status}`.replace('_', '-'),
      `previews/${status}.mp3`,
      `previews/${status}-1.mp3`,
    ]
    await addItem(world.app.db, {
      ownerId: ann.id,
      kind: 'pack',
      slug,
      status,
      statusReason: 'A reason',
      previewKey,
      tracks: [{ title: 'One', path: 'one.wav', previewKey: trackKey }],
    })
    for (const key of [previewKey, trackKey])
      await world.app.storage.put(key, Buffer.from(key), { mediaType: 'audio/mpeg' })
    for (const who of [ann, admin]) {
      const item = await seen(who, slug)
      expect(item).toMatchObject({ slug, state: status, reason: 'A reason', tracks: [{ title: 'One' }] })
      const urls = [item!.previewUrl!, item!.tracks[0]!.previewUrl!]
      const heard = await Promise.all(urls.map((url) => world.http.inject({ url })))
      expect(heard.map(({ payload }) => payload)).toEqual([previewKey, trackKey])
      expect(heard[0]!.headers['cache-control']).toBe('private, no-cache')
    }
    for (const key of [previewKey, trackKey])
      expect((await world.http.inject(`/media/${key}`)).statusCode, key).toBe(404)
    expect(await seen(bob, slug)).toBeNull()
    await expect(world.guest('GET /items/by-slug/:slug/unlisted', { params: { slug } })).rejects.toMatchObject({
      status: 401,
    })
    await expect(world.guest('GET /items/by-slug/:slug', { params: { slug } })).rejects.toMatchObject({ status: 404 })
  },
)

test('the preview of an item is public while it is on sale; its owner and admins always hear it', async () => {
  const [previewKey, trackKey] = ['previews/on-and-off.mp3', 'previews/on-and-off-1.mp3']
  for (const key of [previewKey, trackKey])
    await world.app.storage.put(key, Buffer.from(key), { mediaType: 'audio/mpeg' })
  const tracks = [{ title: 'One', path: 'one.wav', previewKey: trackKey }]
  const id = await addSubmission(world, { ownerId: ann.id, kind: 'pack', title: 'On and off', previewKey, tracks })
  const heard = async (url: string | null | undefined) => (await world.http.inject({ url: url! })).body
  async function expectHeard(isPublic: boolean) {
    const [own, [track], listed, asked] = await Promise.all([
      ann.call('GET /me/packs/:id', { params: { id } }),
      ann.call('GET /me/packs/:id/contents', { params: { id } }),
      admin.call('GET /admin/submissions', { query: { status: 'all', q: 'On and off' } }),
      admin.call('GET /admin/submissions/:id/preview-url', { params: { id } }),
    ])
    for (const url of [own.previewUrl, listed.items[0]!.previewUrl, asked.url]) {
      expect(await heard(url)).toBe(previewKey)
      expect(url!.startsWith('/media/'), url!).toBe(isPublic)
    }
    expect(await heard(track!.previewUrl)).toBe(trackKey)
    for (const key of [previewKey, trackKey])
      expect((await world.http.inject(`/media/${key}`)).statusCode, key).toBe(isPublic ? 200 : 404)
  }
  await expectHeard(false)
  await admin.call('POST /admin/packs/:id/approve', { params: { id }, body: {} })
  await expectHeard(true)
  await ann.call('POST /me/items/:id/pause', { params: { id } })
  await expectHeard(false)
  await ann.call('POST /me/items/:id/resume', { params: { id } })
  await expectHeard(true)
  await admin.call('POST /admin/items/:id/take-down', { params: { id }, body: { reason: 'Not yours.' } })
  await expectHeard(false)
})

test('a deleted item, one on sale and an unknown one are no unlisted items', async () => {
  await addItem(world.app.db, { ownerId: ann.id, slug: 'on-sale' })
  await addItem(world.app.db, { ownerId: ann.id, slug: 'deleted', status: 'draft', deletedAt: new Date() })
  for (const slug of ['on-sale', 'deleted', 'unknown']) expect(await seen(ann, slug)).toBeNull()
})

test('the address of a preview stops working when the admin loses the role', async () => {
  const other = await newAdmin(world)
  const previewKey = 'previews/lost-role.mp3'
  await world.app.storage.put(previewKey, Buffer.from('sound'), { mediaType: 'audio/mpeg' })
  await addItem(world.app.db, { ownerId: ann.id, slug: 'lost-role', status: 'draft', previewKey })
  const url = (await seen(other, 'lost-role'))!.previewUrl!
  expect((await world.http.inject({ url })).statusCode).toBe(200)
  await world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', other.id).execute()
  expect((await world.http.inject({ url })).statusCode).toBe(403)
})
