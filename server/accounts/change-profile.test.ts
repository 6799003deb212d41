import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const picture = async () =>
  new File(
    [
      Uint8Array.from(
        await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a03020' } })
          .png()
          .toBuffer(),
      ),
    ],
    'me.png',
  )
const save = (body: object, files: object = {}) => ann.call('POST /me/profile', { body, files })
const change = (body: object) => ann.call('PATCH /me/profile', { body })
const rowOf = ({ id }: { id: number }) =>
  world.app.db.selectFrom('account').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

test('one form sets avatar, banner and bio', async () => {
  const saved = await save(
    { bio: ' Counts windows.\nAt night. ' },
    { avatar: await picture(), banner: await picture() },
  )
  expect(saved).toEqual({
    avatarUrl: expect.stringMatching(/^\/media\/avatars\//),
    bannerUrl: expect.stringMatching(/^\/media\/banners\//),
    bio: 'Counts windows.\nAt night.',
  })
  expect(await ann.call('GET /me')).toMatchObject(saved)
  expect(await world.guest('GET /users/:id', { params: { id: ann.id } })).toMatchObject(saved)
})

test('a form removes both pictures, and leaves a bio that it does not name', async () => {
  await save({ bio: 'Stays' }, { avatar: await picture(), banner: await picture() })
  expect(await save({ removeAvatar: 'true', removeBanner: 'true' })).toEqual({
    avatarUrl: null,
    bannerUrl: null,
    bio: 'Stays',
  })
})

test('a form with one fault changes nothing, and leaves no file', async () => {
  await save({ bio: 'Before' }, { avatar: await picture() })
  await world.sweepFiles()
  const files = await world.storedFiles()
  const before = await ann.call('GET /me')
  const noPicture = new File(['<svg/>'], 'me.png')
  await expect(save({ bio: 'x'.repeat(601) }, { avatar: await picture() })).rejects.toMatchObject({
    status: 400,
    fields: { bio: 'Use at most 600 characters.' },
  })
  await expect(save({ bio: 'After' }, { avatar: await picture(), banner: noPicture })).rejects.toMatchObject({
    status: 400,
    fields: { banner: expect.any(String) },
  })
  await expect(save({ bio: 'After', removeAvatar: 'true' }, { avatar: await picture() })).rejects.toMatchObject({
    status: 400,
    fields: { avatar: 'Send a picture or remove it, not both.' },
  })
  await expect(save({ removeAvatar: 'maybe' })).rejects.toMatchObject({ status: 400 })
  expect(await ann.call('GET /me')).toEqual(before)
  await world.sweepFiles()
  expect(await world.storedFiles()).toEqual(files)
})

test('a bio may be emptied, and has at most 600 characters', async () => {
  expect(await change({ bio: 'x'.repeat(600) })).toMatchObject({ bio: 'x'.repeat(600) })
  await expect(change({ bio: 'x'.repeat(601) })).rejects.toMatchObject({
    status: 400,
    fields: { bio: 'Use at most 600 characters.' },
  })
  expect(await change({ bio: '' })).toMatchObject({ bio: '' })
})

test.each([
  ['instagram', 'cold.harbour', 'https://instagram.com/cold.harbour'],
  ['twitter', '@cold_harbour', 'https://x.com/cold_harbour'],
  ['youtube', ' @ColdHarbour ', 'https://youtube.com/@ColdHarbour'],
  ['facebook', 'cold.harbour', 'https://facebook.com/cold.harbour'],
  ['soundcloud', 'cold-harbour', 'https://soundcloud.com/cold-harbour'],
  ['tiktok', 'coldharbour', 'https://tiktok.com/@coldharbour'],
  ['instagram', 'www.instagram.com/cold.harbour', 'https://www.instagram.com/cold.harbour'],
  ['youtube', 'https://youtu.be/abc?t=1', 'https://youtu.be/abc?t=1'],
  ['facebook', 'HTTP://facebook.com/a', 'HTTP://facebook.com/a'],
  ['tiktok', 'ülke', 'https://tiktok.com/@%C3%BClke'],
  ['instagram', '  ', ''],
])('the page on %s that is typed as “%s” becomes %s', async (network, typed, page) => {
  expect(await change({ [network]: typed })).toMatchObject({ [network]: page })
  expect(await world.guest('GET /users/:id', { params: { id: ann.id } })).toMatchObject({ [network]: page })
})

test.each([
  'javascript:alert(1)',
  'https://.',
  'https://example.',
  'data:text/html,hi',
  'https://',
  'https://nowhere',
  'https://instagram.com@evil.example/',
  'https://a b.example',
  '//evil.example',
  '../../evil',
  'a/b',
  `https://example.com/${'x'.repeat(200)}`,
])('“%s” is no page on another site, and changes nothing', async (typed) => {
  await change({ instagram: 'before' })
  await expect(change({ twitter: 'after', instagram: typed })).rejects.toMatchObject({
    status: 400,
    fields: { instagram: expect.any(String) },
  })
  expect(await ann.call('GET /me')).toMatchObject({ instagram: 'https://instagram.com/before', twitter: '' })
})

test('a change of the profile reaches nothing else of the account', async () => {
  const before = await rowOf(ann)
  await change({
    bio: 'New',
    plan: 'pro',
    isAdmin: true,
    is_admin: true,
    isProducer: true,
    email: 'other@slide.test',
    emailVerifiedAt: '2026-01-01',
    handle: 'Admin',
    handleKey: 'x',
    id: 1,
    passwordHash: 'x',
    avatarKey: 'avatars/1',
    legalName: 'Somebody',
  } as object)
  expect(await rowOf(ann)).toEqual({ ...before, bio: 'New' })
})

test('guests change no profile', async () => {
  await expect(world.guest('PATCH /me/profile', { body: { bio: 'x' } })).rejects.toMatchObject({ status: 401 })
})
