import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmedSeller, mailsTo, untilDigest } from '#test/mailed-news.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

const titlesOf = async ({ call }: Person) =>
  (await call('GET /notifications', { query: {} })).content.map(({ title }) => title)
const MINUTE = 60_000

test('preferences start as the contract says, and each change is answered whole', async () => {
  const person = await world.signUp()
  const start = await person.call('GET /me/notification-preferences')
  expect(start).toEqual({
    items: [
      { kind: 'messages', site: true, mail: true, digest: false },
      { kind: 'comments', site: true, mail: false, digest: true },
      { kind: 'followers', site: true, mail: false, digest: false },
      { kind: 'likes', site: true, mail: false, digest: false },
      { kind: 'announcements', site: true, mail: false, digest: true },
    ],
    updates: false,
    mailsReach: false,
  })
  const change = (body: object) => person.call('PATCH /me/notification-preferences', { body })
  const kindIn = ({ items }: typeof start, kind: string) => items.find((one) => one.kind === kind)
  expect(kindIn(await change({ kind: 'likes', digest: true }), 'likes')).toMatchObject({ digest: true, mail: false })
  // single mails take the kind out of the digest
  expect(kindIn(await change({ kind: 'likes', mail: true }), 'likes')).toMatchObject({ digest: false, mail: true })
  expect(kindIn(await change({ kind: 'likes', site: false }), 'likes')).toEqual({
    kind: 'likes',
    site: false,
    mail: true,
    digest: false,
  })
  expect(await change({ updates: true })).toMatchObject({ updates: true })
  expect((await world.signUp().then(({ call }) => call('GET /me/notification-preferences'))).items).toEqual(start.items)
})

test('kinds that are not there to choose, both ways of mail, and channels without a kind are refused', async () => {
  const { call } = await world.signUp()
  for (const body of [
    { kind: 'sales', site: false },
    { kind: 'account', mail: false },
    { kind: 'likes', mail: true, digest: true },
    { site: false },
    { kind: 'likes', site: 'no' },
  ])
    await expect(call('PATCH /me/notification-preferences', { body: body as object })).rejects.toMatchObject({
      status: 400,
    })
  expect((await call('GET /me/notification-preferences')).items.every(({ site }) => site)).toBe(true)
  await expect(world.guest('GET /me/notification-preferences')).rejects.toMatchObject({ status: 401 })
})

test('a kind that is off on the site leaves no notice, also if it comes by mail, and others still do', async () => {
  const owner = await confirmedSeller(world)
  const fan = await world.signUp()
  for (const kind of ['likes', 'comments'] as const)
    await owner.call('PATCH /me/notification-preferences', { body: { kind, site: false } })
  await fan.call('POST /beats/:id/like', owner.item)
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Cold' } })
  await fan.call('POST /follow/:id', { params: { id: owner.id } })
  expect(await titlesOf(owner)).toEqual([`${fan.displayName} followed you`])
  untilDigest(world)
  await world.takeDue()
  expect((await mailsTo(world, owner, 'digest'))[0]?.text).toContain('Cold')
})

test('the link of a mail switches off exactly its kind, without signing in, and leads back', async () => {
  const owner = await confirmedSeller(world)
  const fan = await world.signUp()
  for (const kind of ['likes', 'comments'] as const)
    await owner.call('PATCH /me/notification-preferences', { body: { kind, mail: true } })
  await fan.call('POST /beats/:id/like', owner.item)
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Waiting' } })
  world.passTime(10 * MINUTE)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'news-likes')
  const url = new URL(mail!.unsubscribeUrl!)
  const token = url.searchParams.get('token')!
  const channels = async () => (await owner.call('GET /me/notification-preferences')).items
  const before = await channels()

  const once = await world.http.inject({
    method: 'POST',
    url: url.pathname + url.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(once.statusCode).toBe(200)
  expect(await channels()).toEqual(before.map((one) => (one.kind === 'likes' ? { ...one, mail: false } : one)))
  expect(await world.guest('POST /unsubscribe', { body: { token } })).toEqual({ topic: 'likes', kinds: ['likes'] })
  expect(await world.guest('POST /resubscribe', { body: { token } })).toEqual({ topic: 'likes', kinds: ['likes'] })
  expect(await channels()).toEqual(before)
  for (const forged of [token.replace('likes', 'comments'), token.replace('likes', 'sales'), 'x'])
    await expect(world.guest('POST /resubscribe', { body: { token: forged } })).rejects.toMatchObject({ status: 404 })
})

test('the digest’s link switches the digest off for all kinds, and the way back restores them', async () => {
  const owner = await confirmedSeller(world)
  const fan = await world.signUp()
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'followers', digest: true } })
  await fan.call('POST /follow/:id', { params: { id: owner.id } })
  untilDigest(world)
  await world.takeDue()
  const [mail] = await mailsTo(world, owner, 'digest')
  const token = new URL(mail!.unsubscribeUrl!).searchParams.get('token')!
  const stopped = await world.guest('POST /unsubscribe', { body: { token } })
  expect(stopped).toEqual({ topic: 'digest', kinds: ['comments', 'followers', 'announcements'] })
  const { email, password } = owner
  const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
  const call = world.clientFor(() => accessToken)
  const inDigest = async () =>
    (await call('GET /me/notification-preferences')).items.filter(({ digest }) => digest).map(({ kind }) => kind)
  expect(await inDigest()).toEqual([])
  await world.guest('POST /resubscribe', { body: { token, kinds: stopped.kinds } })
  expect(await inDigest()).toEqual(['comments', 'followers', 'announcements'])
})

test('switching a mail off takes back what was waiting', async () => {
  const owner = await confirmedSeller(world)
  const fan = await world.signUp()
  await fan.call('POST /beats/:id/comments', { ...owner.item, body: { text: 'Too late' } })
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', digest: false } })
  await owner.call('PATCH /me/notification-preferences', { body: { kind: 'comments', digest: true } })
  untilDigest(world)
  await world.takeDue()
  expect(await mailsTo(world, owner, 'digest')).toEqual([])
})
