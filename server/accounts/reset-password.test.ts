import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000
const NEW = 'lamps along the canal'

const forget = (email: string) => world.guest('POST /auth/forgot-password', { body: { email } })
const reset = (token: string | null, password = NEW) =>
  world.guest('POST /auth/reset-password', { body: { token: token ?? '', password } })
const login = (email: string, password: string) => world.guest('POST /auth/login', { body: { email, password } })
const kindsTo = async (email: string) =>
  (await world.app.db.selectFrom('mail').where('recipient', '=', email).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

/** A new person, and the token in the mail that they requested. */
async function forgetful() {
  const person = await world.signUp()
  await forget(person.email)
  await world.work()
  return { ...person, token: (await world.lastMailTo(person.email)).token }
}

test('a mailed link sets a new password, ends all sessions and confirms the address', async () => {
  const person = await world.signUp({ displayName: 'Forgetful' })
  const elsewhere = await login(person.email, person.password)
  await forget(person.email.toUpperCase())
  await world.work()
  const mail = await world.lastMailTo(person.email)
  expect(mail).toMatchObject({
    kind: 'reset-password',
    unsubscribeUrl: null,
    text: expect.stringContaining(`https://beats.example/reset-password?token=${mail.token}\n`),
  })
  expect(await reset(mail.token)).toEqual({ ok: true })

  await expect(person.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(
    world.guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(world.clientFor(() => elsewhere.accessToken)('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(login(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  expect(await kindsTo(person.email)).toEqual(['confirm-email', 'reset-password', 'password-changed'])
  expect((await world.lastMailTo(person.email)).text).toContain('The password of your account was changed on')
  const { accessToken } = await login(person.email, NEW)
  expect(await world.clientFor(() => accessToken)('GET /auth/me')).toMatchObject({ emailVerified: true })
})

test('a new password leaves the sessions of other people open', async () => {
  const other = await world.signUp()
  const { token } = await forgetful()
  await reset(token)
  await other.call('GET /me')
})

test('an unknown address gets the same answer, and no mail', async () => {
  const { email } = await world.signUp()
  const ask = async (email: string) => {
    const { statusCode, headers, body } = await world.http.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email },
    })
    return { statusCode, body, names: Object.keys(headers).sort() }
  }
  expect(await ask('stranger@slide.test')).toEqual(await ask(email))
  // both wait as a job until the answer is sent, so nothing differs
  expect(await kindsTo(email)).toEqual(['confirm-email'])
  await world.work()
  expect(await kindsTo(email)).toEqual(['confirm-email', 'reset-password'])
  expect(await kindsTo('stranger@slide.test')).toEqual([])
})

test.each(['', 'nobody', 'a@b.test, c@d.test'])('%j is refused as an address', async (email) => {
  await expect(forget(email)).rejects.toMatchObject({ status: 400, fields: { email: expect.any(String) } })
})

test('no mail goes to the shop’s own accounts and to deleted ones', async () => {
  const gone = await world.signUp()
  await world.app.db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
  const before = await world.app.db.selectFrom('mail').select('id').execute()
  for (const email of ['house@slide.invalid', 'support@slide.invalid', gone.email]) await forget(email)
  await world.work()
  expect(await world.app.db.selectFrom('mail').select('id').execute()).toHaveLength(before.length)
})

test('what would mail or keep something waits for a deletion of the account, and does nothing then', async () => {
  const { db } = world.app
  const gone = await world.signUp()
  const mails = await kindsTo(gone.email)
  await forget(gone.email)
  let ends: Promise<unknown[]> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()
    const calls = [
      world.work(),
      gone.call('POST /auth/confirm-email/send'),
      gone.call('POST /me/two-step/begin', { body: { password: gone.password } }),
    ]
    ends = Promise.all(calls.map((call) => call.catch((error: unknown) => error)))
    await untilBlocked(db, 3)
  })
  expect(await ends).toMatchObject([undefined, { status: 404 }, { status: 404 }])
  expect(await kindsTo(gone.email)).toEqual(mails)
  const steps = await db.selectFrom('secondStep').where('accountId', '=', gone.id).select('accountId').execute()
  expect(steps).toEqual([])
})

test('a reset link sets the first password of an account without one', async () => {
  const person = await world.signUp()
  await world.app.db.updateTable('account').set({ passwordHash: null }).where('id', '=', person.id).execute()
  await forget(person.email)
  await world.work()
  await reset((await world.lastMailTo(person.email)).token)
  await login(person.email, NEW)
})

test('one of ten uses of a link at once sets the password', async () => {
  const { token, email } = await forgetful()
  const words = Array.from({ length: 10 }, (_, nth) => `lamps along canal ${nth}`)
  const uses = await Promise.allSettled(words.map((word) => reset(token, word)))
  const won = words.filter((_, nth) => uses[nth]?.status === 'fulfilled')
  expect(won).toHaveLength(1)
  await login(email, won[0]!)
  await expect(reset(token)).rejects.toMatchObject({ status: 410, error: 'link_used' })
})

test('a successful reset uses up all other links', async () => {
  const { token, email } = await forgetful()
  await forget(email)
  await world.work()
  const newer = await world.lastMailTo(email)
  await reset(token)
  await expect(reset(newer.token, 'something else at night')).rejects.toMatchObject({ error: 'link_used' })
  await login(email, NEW)
})

test('one of two links that an account uses at once wins, without a deadlock', async () => {
  const { token, email } = await forgetful()
  await forget(email)
  await world.work()
  const newer = await world.lastMailTo(email)
  const uses = await Promise.allSettled([reset(token), reset(newer.token, 'something else at night')])
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a link expires after an hour', async () => {
  const { token } = await forgetful()
  world.passTime(HOUR + 1_000)
  await expect(reset(token)).rejects.toMatchObject({ status: 410, error: 'link_expired' })
})

test.each([
  ['short', 'Use at least 8 characters.'],
  ['Password1', 'That password is too common. Choose another.'],
  ['own name', 'Don’t use your name or email as the password.'],
])('the password “%s” is refused, and the link still works', async (password, message) => {
  const { token, displayName } = await forgetful()
  await expect(reset(token, password === 'own name' ? displayName.toUpperCase() : password)).rejects.toMatchObject({
    status: 400,
    fields: { password: message },
  })
  await reset(token)
})

test('a sign-in that began with the old password gets no session', async () => {
  const { token, email, password, id } = await forgetful()
  const tries = Promise.allSettled(Array.from({ length: 6 }, () => login(email, password)))
  await reset(token)
  await tries
  const open = await world.app.db
    .selectFrom('session')
    .where('accountId', '=', id)
    .where('endedAt', 'is', null)
    .select('id')
    .execute()
  expect(open).toEqual([])
})

test('strangers who try passwords do not lock out the browser that sets a new one', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await strict.signUp()
  await strict.guest('POST /auth/forgot-password', { body: { email } })
  await strict.work()
  const { token } = await strict.lastMailTo(email)
  const post = (call: string, payload: object, cookie = '') =>
    strict.http.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { cookie }, payload })
  const set = await post('reset-password', { token, password: NEW })
  for (let attempt = 0; attempt < 10; attempt++) await post('login', { email, password: 'wrong' })
  expect((await post('login', { email, password: NEW })).statusCode).toBe(429)
  const cookie = String(set.headers['set-cookie']).split(';')[0]
  expect((await post('login', { email, password: NEW }, cookie)).statusCode).toBe(200)
  await strict.close()
})

test('one address gets five links an hour, and one network can ask twenty times', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await strict.signUp()
  const ask = async (email: string, remoteAddress: string) =>
    (await strict.http.inject({ method: 'POST', url: '/api/auth/forgot-password', remoteAddress, payload: { email } }))
      .statusCode
  for (const address of [email, 'stranger@slide.test']) {
    for (let asked = 0; asked < 5; asked++) expect(await ask(address, `203.0.113.${asked}`)).toBe(200)
    expect(await ask(address, '203.0.113.99')).toBe(429)
  }
  for (let asked = 0; asked < 20; asked++) expect(await ask(`other${asked}@slide.test`, '198.51.100.7')).toBe(200)
  expect(await ask('one-more@slide.test', '198.51.100.7')).toBe(429)
  await strict.close()
})
