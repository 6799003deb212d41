import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#test/until.ts'
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

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a03020' } }).withExif({ IFD0: { Copyright: 'somebody' } })
const jpeg = async (width = 800, height = 600) =>
  new File([Uint8Array.from(await photo(width, height).jpeg().toBuffer())], 'me.jpg')
const setAvatar = (avatar: File) => ann.call('POST /me/avatar', { files: { avatar } })

const get = (url: string) => world.http.inject({ url })

test('an avatar is cut to squares without the photo’s metadata, and shown everywhere', async () => {
  const { avatarUrl } = await setAvatar(await jpeg())
  expect(avatarUrl).toMatch(/^\/media\/avatars\/[\w-]+\/320\.webp$/)
  for (const side of [96, 320]) {
    const picture = await get(avatarUrl!.replace('320', String(side)))
    expect(picture.statusCode).toBe(200)
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: side, height: side })
    expect((await sharp(picture.rawPayload).metadata()).exif).toBeUndefined()
  }
  expect(await ann.call('GET /me')).toMatchObject({ avatarUrl })
  expect(await ann.call('GET /auth/me')).toMatchObject({ profilePicturePath: avatarUrl })
  expect(await world.guest('GET /users/:id', { params: { id: ann.id } })).toMatchObject({ avatarUrl })
})

test('a banner is cut to 1920 x 336', async () => {
  const { bannerUrl } = await ann.call('POST /me/banner', { files: { banner: await jpeg(2500, 900) } })
  const picture = await get(bannerUrl!)
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1920, height: 336 })
  const small = await get(bannerUrl!.replace('.webp', '-small.webp'))
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 846, height: 148 })
  expect(await ann.call('GET /me')).toMatchObject({ bannerUrl })
  expect(await ann.call('DELETE /me/banner')).toEqual({ bannerUrl: null })
  expect(await ann.call('GET /me')).toMatchObject({ bannerUrl: null })
})

test('old pictures and the uploaded originals are removed from the storage', async () => {
  await world.sweepFiles()
  const before = await world.storedFiles()
  await setAvatar(await jpeg())
  const { avatarUrl } = await setAvatar(await jpeg(300, 300))
  await world.sweepFiles()
  const key = avatarUrl!.replace('/media/', '').replace('/320.webp', '')
  expect(await world.storedFiles()).toEqual([...before, `${key}/320.webp`, `${key}/96.webp`].sort())
  expect(await ann.call('DELETE /me/avatar')).toEqual({ avatarUrl: null })
  expect((await get(avatarUrl!)).statusCode).toBe(200) // cached pages still show it
  await world.sweepFiles()
  expect(await world.storedFiles()).toEqual(before)
})

test.each([
  ['is no picture', async () => new File(['<svg/>'], 'me.png')],
  ['is cut off', async () => new File([(await jpeg()).slice(0, 900)], 'me.jpg')],
  [
    'unfolds to too many pixels',
    async () => new File([Uint8Array.from(await photo(8_000, 8_000).png().toBuffer())], 'me.png'),
  ],
])('a file that %s is refused; the old avatar stays, and no new file', async (_, make) => {
  const { avatarUrl } = await setAvatar(await jpeg())
  await world.sweepFiles()
  const before = await world.storedFiles()
  await expect(setAvatar(await make())).rejects.toMatchObject({ status: 400, fields: { avatar: expect.any(String) } })
  await world.sweepFiles()
  expect(await world.storedFiles()).toEqual(before)
  expect(await ann.call('GET /me')).toMatchObject({ avatarUrl })
})

test('one of two avatars uploaded at once is shown, and no file of the other stays', async () => {
  await world.sweepFiles()
  const before = await world.storedFiles()
  await Promise.all([setAvatar(await jpeg()), setAvatar(await jpeg(500, 500))])
  await world.sweepFiles()
  expect(await world.storedFiles()).toHaveLength(before.length + 2)
  const { avatarUrl } = await ann.call('GET /me')
  expect((await get(avatarUrl!)).statusCode).toBe(200)
})

test('a picture that waits for its turn is not in memory yet', async () => {
  const atOnce = availableParallelism()
  const { storage } = world.app
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  const open = storage.open.bind(storage)
  const opened = vi.spyOn(storage, 'open').mockImplementation(async (...given) => {
    await gate
    return open(...given)
  })
  const sent = Promise.all(Array.from({ length: atOnce + 4 }, async () => setAvatar(await jpeg())))
  const ready = () => world.app.db.selectFrom('upload').where('state', '=', 'ready').select('id').execute()
  await until(async () => (await ready()).length === atOnce + 4, 'all pictures')
  await new Promise((done) => setTimeout(done, 200))
  expect(opened).toHaveBeenCalledTimes(atOnce)
  openGate()
  await sent
  opened.mockRestore()
})

test('a guest cannot set an avatar', async () => {
  await expect(world.guest('DELETE /me/avatar')).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('POST /me/avatar', { files: { avatar: await jpeg() } })).rejects.toMatchObject({
    status: 401,
  })
})
