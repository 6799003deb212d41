import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAdmin, newSeller } from '#test/desk.ts'
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
    expect(await seen(bob, slug)).toBeNull()
    await expect(world.guest('GET /items/by-slug/:slug/unlisted', { params: { slug } })).rejects.toMatchObject({
      status: 401,
    })
    await expect(world.guest('GET /items/by-slug/:slug', { params: { slug } })).rejects.toMatchObject({ status: 404 })
  },
)

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
