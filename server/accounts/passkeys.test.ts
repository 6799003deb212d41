import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownCode } from '#test/authenticator.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { createWorld, type World } from '#test/world.ts'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const NEW = 'lamps along the canal'
const refused = { status: 401, error: 'passkey_refused' }
const notAdded = { status: 400, fields: { passkey: 'This passkey could not be added. Try again.' } }
const notAccepted = { status: 400, fields: { passkey: 'This passkey was not accepted. Try again.' } }

const begin = ({ call, password }: Person) => call('POST /me/passkeys/begin', { body: { password } })
async function add(person: Person, device = new PasskeyDevice()) {
  const passkey = device.make(await begin(person))
  const { id } = await person.call('POST /me/passkeys', { body: { passkey } })
  return { device, id }
}
const ask = (at = world) => at.guest('POST /auth/login/passkey/begin')
const signIn = async (device: PasskeyDevice, lies: Parameters<PasskeyDevice['answer']>[1] = {}) =>
  world.guest('POST /auth/login/passkey', { body: { passkey: device.answer(await ask(), lies) } })
const prove = async ({ call }: Person, device: PasskeyDevice) => device.answer(await call('POST /me/passkeys/prove'))
const listOf = async ({ call }: Person) => (await call('GET /me/passkeys')).items

test('a passkey is added after the password, is named after the device, and signs in', async () => {
  const ann = await world.signUp()
  await expect(ann.call('POST /me/passkeys/begin', { body: {} })).rejects.toMatchObject({
    fields: { password: 'Password is required.' },
  })
  await expect(ann.call('POST /me/passkeys/begin', { body: { password: 'a wrong one' } })).rejects.toMatchObject({
    fields: { password: 'That is not your current password.' },
  })
  const making = await begin(ann)
  expect(making).toMatchObject({ rp: { id: 'localhost', name: 'Slide' }, excludeCredentials: [] })
  expect(Buffer.from(making.user.id, 'base64url')).toHaveLength(32)
  const device = new PasskeyDevice()
  const made = await ann.call('POST /me/passkeys', { body: { passkey: device.make(making) } })
  expect(made).toMatchObject({ name: 'Unknown browser', lastUsedAt: null })
  expect((await world.lastMailTo(ann.email)).subject).toBe('A new passkey for your Slide account')

  const { accessToken } = await signIn(device)
  expect(await world.clientFor(() => accessToken)('GET /me')).toMatchObject({ id: ann.id })
  expect(await listOf(ann)).toMatchObject([{ id: made.id, lastUsedAt: expect.any(String) }])
})

test('all passkeys of an account have one random person, and none is made twice', async () => {
  const ann = await world.signUp()
  const first = await begin(ann)
  const device = new PasskeyDevice()
  await ann.call('POST /me/passkeys', { body: { passkey: device.make(first) } })
  const second = await begin(ann)
  expect(second.user.id).toBe(first.user.id)
  expect(second.excludeCredentials).toEqual([
    { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
  ])
  await expect(ann.call('POST /me/passkeys', { body: { passkey: device.make(second) } })).rejects.toMatchObject(
    notAdded,
  )
  const ben = await world.signUp()
  await expect(
    ben.call('POST /me/passkeys', { body: { passkey: device.make(await begin(ben)) } }),
  ).rejects.toMatchObject(notAdded)
})

test('a passkey stands for password and code', async () => {
  const ann = await world.signUp()
  const { device } = await add(ann)
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  await ann.call('POST /me/two-step/confirm', { body: { code: shownCode(secret, world.app.clock.now()) } })
  await signIn(device)
  await ann.call('PATCH /me/email', { body: { email: 'new@slide.test', passkey: await prove(ann, device) } })
  await ann.call('PATCH /me/password', { body: { newPassword: NEW, passkey: await prove(ann, device) } })
  await ann.call('POST /me/data/export', { body: { passkey: await prove(ann, device) } })
  await ann.call('POST /me/two-step/codes', { body: { passkey: await prove(ann, device) } })
  await ann.call('POST /me/sessions/end-others', { body: { passkey: await prove(ann, device) } })
  await ann.call('POST /me/two-step/off', { body: { passkey: await prove(ann, device) } })
  await world.guest('POST /auth/login', { body: { email: ann.email, password: NEW } })
})

test.each([
  ['of another origin', { origin: 'https://slide.example' }],
  ['of another host', { rpId: 'slide.example' }],
  ['of a device that has not checked its person', { isVerified: false }],
  ['of another kind', { type: 'webauthn.create' }],
  ['for another person', { person: Buffer.from('somebody').toString('base64url') }],
])('an answer %s does not sign in', async (_, lies) => {
  const { device } = await add(await world.signUp())
  await expect(signIn(device, lies)).rejects.toMatchObject(refused)
  await signIn(device)
})

test.each([
  ['of another origin', { origin: 'https://slide.example' }],
  ['of another host', { rpId: 'slide.example' }],
  ['by a device that has not checked its person', { isVerified: false }],
  ['of another kind', { type: 'webauthn.get' }],
])('a passkey %s is not added', async (_, lies) => {
  const ann = await world.signUp()
  const passkey = new PasskeyDevice().make(await begin(ann), lies)
  await expect(ann.call('POST /me/passkeys', { body: { passkey } })).rejects.toMatchObject(notAdded)
  expect(await listOf(ann)).toEqual([])
})

test('a challenge is answered once, also of several uses at once, and within five minutes', async () => {
  const ann = await world.signUp()
  const { device } = await add(ann)
  const passkey = device.answer(await ask())
  const tries = await Promise.allSettled(
    Array.from({ length: 5 }, () => world.guest('POST /auth/login/passkey', { body: { passkey } })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(world.guest('POST /auth/login/passkey', { body: { passkey } })).rejects.toMatchObject(refused)

  const [question, making] = [await ask(), await begin(ann)]
  world.passTime(5 * 60_000 + 1_000)
  const late = { passkey: device.answer(question) }
  await expect(world.guest('POST /auth/login/passkey', { body: late })).rejects.toMatchObject(refused)
  await expect(
    ann.call('POST /me/passkeys', { body: { passkey: new PasskeyDevice().make(making) } }),
  ).rejects.toMatchObject(notAdded)
  await world.takeDue()
  const kept = await world.app.db.selectFrom('passkeyChallenge').selectAll().execute()
  expect(kept).toEqual([])
})

test('a device without a counter answers a challenge once, too', async () => {
  const { device } = await add(await world.signUp())
  const passkey = device.answer(await ask(), { counter: 0 })
  await world.guest('POST /auth/login/passkey', { body: { passkey } })
  await expect(world.guest('POST /auth/login/passkey', { body: { passkey } })).rejects.toMatchObject(refused)
  await signIn(device, { counter: 0 })
})

test('a counter that goes back is refused: somebody has copied the passkey', async () => {
  const { device } = await add(await world.signUp())
  await signIn(device, { counter: 7 })
  await expect(signIn(device, { counter: 7 })).rejects.toMatchObject(refused)
  await expect(signIn(device, { counter: 3 })).rejects.toMatchObject(refused)
  await signIn(device, { counter: 8 })
})

test('a challenge is good for its own purpose and its own account', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const [{ device }, { device: other }] = [await add(ann), await add(ben)]
  const proving = await ann.call('POST /me/passkeys/prove')
  await expect(
    world.guest('POST /auth/login/passkey', { body: { passkey: device.answer(proving) } }),
  ).rejects.toMatchObject(refused)
  const end = (passkey: ReturnType<PasskeyDevice['answer']>) =>
    ann.call('POST /me/sessions/end-others', { body: { passkey } })
  await expect(end(device.answer(await ask()))).rejects.toMatchObject(notAccepted)
  await expect(end(other.answer(proving))).rejects.toMatchObject(notAccepted)
  await expect(end(await prove(ben, other))).rejects.toMatchObject(notAccepted)
  await end(device.answer(proving))
  await expect(end(device.answer(proving))).rejects.toMatchObject(notAccepted)
  const making = await begin(ann)
  await expect(
    ben.call('POST /me/passkeys', { body: { passkey: new PasskeyDevice().make(making) } }),
  ).rejects.toMatchObject(notAdded)
  // a challenge of another shop, or of nobody
  const forged = { ...(await ask()), challenge: Buffer.from('a challenge').toString('base64url') }
  await expect(
    world.guest('POST /auth/login/passkey', { body: { passkey: device.answer(forged) } }),
  ).rejects.toMatchObject(refused)
})

test('a removed passkey signs in no more; others can’t remove it', async () => {
  const [ann, ben] = [await world.signUp(), await world.signUp()]
  const { device, id } = await add(ann)
  const remove = (person: Person, body: object) => person.call('POST /me/passkeys/:id/remove', { params: { id }, body })
  await expect(remove(ann, {})).rejects.toMatchObject({ status: 400 })
  await expect(remove(ben, { password: ben.password })).rejects.toMatchObject({ status: 404 })
  await expect(ben.call('PATCH /me/passkeys/:id', { params: { id }, body: { name: 'Mine' } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await ann.call('PATCH /me/passkeys/:id', { params: { id }, body: { name: ' Studio  laptop' } })).toMatchObject(
    {
      name: 'Studio laptop',
    },
  )
  await remove(ann, { passkey: await prove(ann, device) })
  expect(await listOf(ann)).toEqual([])
  expect((await world.lastMailTo(ann.email)).subject).toBe('A passkey of your Slide account was removed')
  await expect(signIn(device)).rejects.toMatchObject(refused)
  const passkey = await prove(ann, device)
  await expect(ann.call('POST /me/sessions/end-others', { body: { passkey } })).rejects.toMatchObject(notAccepted)
})

test('an account without a password keeps its last passkey', async () => {
  const ann = await world.signUp()
  const [first, second] = [await add(ann), await add(ann)]
  await world.app.db.updateTable('account').set({ passwordHash: null }).where('id', '=', ann.id).execute()
  await signIn(second.device)
  const remove = async ({ id, device }: { id: number; device: PasskeyDevice }) =>
    ann.call('POST /me/passkeys/:id/remove', { params: { id }, body: { passkey: await prove(ann, device) } })
  await remove(first)
  await expect(remove(second)).rejects.toMatchObject({ status: 409, error: 'last_way_in' })
  await signIn(second.device)
})

test('a stranger who registers with an address that is not theirs can’t stay in by a passkey', async () => {
  const stranger = await world.signUp()
  const { device } = await add(stranger)
  const reset = async () => {
    await world.guest('POST /auth/forgot-password', { body: { email: stranger.email } })
    await world.work()
    const mail = await world.app.db
      .selectFrom('mail')
      .where('recipient', '=', stranger.email)
      .where('kind', '=', 'reset-password')
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow()
    const token = /token=([\w-]+)/.exec(mail.text)![1]!
    await world.guest('POST /auth/reset-password', { body: { token, password: NEW } })
  }
  await reset()
  await expect(signIn(device)).rejects.toMatchObject(refused)
  // the address is confirmed now: the passkeys that its owner adds stay
  const { accessToken } = await world.guest('POST /auth/login', { body: { email: stranger.email, password: NEW } })
  const owner = { ...stranger, password: NEW, call: world.clientFor(() => accessToken) }
  const own = await add(owner)
  await reset()
  await signIn(own.device)
})

test('at an address that is a number no passkey is made, as no browser makes one there', async () => {
  const { statusCode, body } = await world.http.inject({
    method: 'POST',
    url: '/api/auth/login/passkey/begin',
    headers: { host: '127.0.0.1:3000' },
  })
  expect(statusCode, body).toBe(409)
})

test('with a public address the passkeys belong to it, whatever host a request names', async () => {
  const named = await createWorld({ env: { PUBLIC_URL: 'https://beats.example/' } })
  const { body } = await named.http.inject({
    method: 'POST',
    url: '/api/auth/login/passkey/begin',
    headers: { host: 'evil.example' },
  })
  expect(JSON.parse(body)).toMatchObject({ rpId: 'beats.example' })
  await named.close()
})

test('an account has at most twenty passkeys', async () => {
  const ann = await world.signUp()
  for (let made = 0; made < 20; made++) await add(ann)
  await expect(add(ann)).rejects.toMatchObject({ status: 409, error: 'too_many_passkeys' })
})

test('the export names passkeys without their keys, and a forgotten person has none', async () => {
  const ann = await world.signUp()
  const { device } = await add(ann)
  const exported = await exportPerson(world.app, ann.id)
  expect(exported.accounts?.passkeys).toEqual([
    { name: 'Unknown browser', device: 'unknown', createdAt: expect.any(Date), lastUsedAt: null },
  ])
  await forgetPerson(world.app, ann.id)
  await expect(signIn(device)).rejects.toMatchObject(refused)
  expect(await world.app.db.selectFrom('passkey').where('accountId', '=', ann.id).select('id').execute()).toEqual([])
})
