import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tokens } from '#contract/accounts.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

type Visit = { userAgent?: string; address?: string; cookie?: string }
/** Signs in as a browser would. */
async function visit(
  { email, password }: Person,
  { userAgent = FIREFOX, address = '203.0.113.7', cookie = '' }: Visit = {},
) {
  const reply = await world.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: { 'user-agent': userAgent, cookie },
    payload: { email, password },
  })
  const { accessToken } = reply.json<Tokens>()
  return {
    call: world.clientFor(() => accessToken),
    cookie: String(reply.headers['set-cookie']).split(';')[0]!,
  }
}
const mailsTo = async (recipient: string) =>
  (await world.app.db.selectFrom('mail').where('recipient', '=', recipient).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test.each([
  [FIREFOX, 'Firefox on Linux', 'computer'],
  [PIXEL, 'Chrome on Android', 'phone'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
    'computer',
  ],
  ['curl/8.5.0', 'Unknown browser', 'unknown'],
  ['', 'Unknown browser', 'unknown'],
])('a session is listed by what the browser says: %s', async (userAgent, name, kind) => {
  const ann = await world.signUp()
  const { call } = await visit(ann, { userAgent })
  const { items } = await call('GET /me/sessions')
  expect(items[0]).toMatchObject({ device: { name, kind }, current: true })
})

test('this session comes first, with short addresses; a network that was not seen before is marked', async () => {
  const ann = await world.signUp()
  await visit(ann, { address: '203.0.113.7' })
  await visit(ann, { address: '203.0.44.1' })
  const last = await visit(ann, { address: '2001:db8:7:1::9' })
  const { items } = await last.call('GET /me/sessions')
  expect(items.map(({ place, newPlace, current }) => ({ place, newPlace, current }))).toEqual([
    { place: '2001:db8:…', newPlace: true, current: true },
    { place: '203.0.44.x', newPlace: false, current: false },
    { place: '203.0.113.x', newPlace: true, current: false },
    { place: '127.0.0.x', newPlace: false, current: false },
  ])
})

test('a person ends one session, with the password, and it is over at once', async () => {
  const ann = await world.signUp()
  const phone = await visit(ann, { userAgent: PIXEL })
  const { items } = await ann.call('GET /me/sessions')
  const { id } = items.find(({ device }) => device.kind === 'phone')!
  const end = (password?: string) => ann.call('POST /me/sessions/:id/end', { params: { id }, body: { password } })
  await expect(end()).rejects.toMatchObject({ fields: { password: 'Password is required.' } })
  await expect(end('a wrong one')).rejects.toMatchObject({ fields: { password: 'That is not your current password.' } })
  await phone.call('GET /me')
  expect(await end(ann.password)).toEqual({ ok: true })
  await expect(phone.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await ann.call('GET /me')
  await expect(end(ann.password)).rejects.toMatchObject({ status: 404 })
})

test('nobody ends a session of somebody else', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const { items } = await ben.call('GET /me/sessions')
  const body = { password: ann.password }
  await expect(ann.call('POST /me/sessions/:id/end', { params: { id: items[0]!.id }, body })).rejects.toMatchObject({
    status: 404,
  })
  await ben.call('GET /me')
})

test('a person ends all other sessions', async () => {
  const ann = await world.signUp()
  const others = [await visit(ann), await visit(ann, { userAgent: PIXEL })]
  await ann.call('POST /me/sessions/end-others', { body: { password: ann.password } })
  for (const { call } of others) await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
  expect((await ann.call('GET /me/sessions')).items).toHaveLength(1)
})

test('a person without a password ends sessions without one', async () => {
  const ann = await world.signUp()
  await visit(ann)
  await world.app.db.updateTable('account').set({ passwordHash: null }).where('id', '=', ann.id).execute()
  await ann.call('POST /me/sessions/end-others', { body: {} })
  expect((await ann.call('GET /me/sessions')).items).toHaveLength(1)
})

test('a sign-in with a new browser is told to a confirmed address, and a known browser is not', async () => {
  const ann = await world.signUp()
  await visit(ann)
  expect(await mailsTo(ann.email)).toEqual(['confirm-email'])
  const { token } = await world.lastMailTo(ann.email)
  await world.guest('POST /auth/confirm-email', { body: { token: token ?? '' } })

  const { cookie } = await visit(ann, { userAgent: PIXEL, address: '198.51.100.4' })
  expect((await world.lastMailTo(ann.email)).text).toContain('Chrome on Android, from 198.51.100.x')
  await visit(ann, { userAgent: PIXEL, cookie })
  expect(await mailsTo(ann.email)).toEqual(['confirm-email', 'new-sign-in'])
  await visit(ann, { cookie: 'slide_device_1=forged' })
  expect(await mailsTo(ann.email)).toEqual(['confirm-email', 'new-sign-in', 'new-sign-in'])
})
