import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const MINUTE = 60_000
const good = { email: 'new@slide.test', password: 'windows lit at night', displayName: 'Turnpike' }
const registering = (over: object) => world.guest('POST /auth/register', { body: { ...good, ...over } })
const accountCount = async () =>
  (
    await world.app.db
      .selectFrom('account')
      .select((count) => count.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

test('a new account is signed in, on the free plan and without further roles', async () => {
  const { call, displayName, id } = await world.signUp({ email: 'Mozer@Slide.test', displayName: 'Mozer' })
  expect(await call('GET /auth/me')).toEqual({
    id,
    displayName,
    username: 'Mozer',
    profilePicturePath: null,
    emailVerified: false,
    oauthUser: false,
    roles: ['ROLE_USER'],
  })
  expect(await call('GET /me')).toMatchObject({
    subscription: { planId: 'free', planName: 'Free' },
    followersCount: 0,
    promoCredits: 0,
  })
  expect(id).toBeGreaterThanOrEqual(100)
})

test.each([
  ['no email', { email: '' }, 'email', 'Email is required.'],
  ['missing email', { email: undefined }, 'email', 'Email is required.'],
  ['an invalid email', { email: 'nobody' }, 'email', 'Enter a valid email.'],
  ['a number for an email', { email: 7 }, 'email', 'Email is required.'],
  ['an endless email', { email: `${'a'.repeat(300)}@slide.test` }, 'email', 'That email is too long.'],
  ['no name', { displayName: ' ' }, 'displayName', 'Display name is required.'],
  [
    'a name with markup',
    { displayName: '<b>Ice</b>' },
    'displayName',
    'Use letters, digits, dots, dashes and underscores only.',
  ],
  [
    'a Cyrillic look-alike',
    { displayName: 'Моzеr' },
    'displayName',
    'Use letters, digits, dots, dashes and underscores only.',
  ],
  ['a name of dots', { displayName: '...' }, 'displayName', 'Use at least one letter or digit.'],
  ['a reserved name', { displayName: 'Support' }, 'displayName', 'That name is reserved. Choose another.'],
  [
    'a look-alike of a reserved name',
    { displayName: '5upp0rt' },
    'displayName',
    'That name is reserved. Choose another.',
  ],
  [
    'a name that begins like the staff’s',
    { displayName: 'Slide_Support.1' },
    'displayName',
    'That name is reserved. Choose another.',
  ],
  ['a short password', { password: 'short' }, 'password', 'Use at least 8 characters.'],
  ['a common password', { password: 'Password1' }, 'password', 'That password is too common. Choose another.'],
  [
    'the name as password',
    { password: 'Turnpike-Lane', displayName: 'turnpike-lane' },
    'password',
    'Don’t use your name or email as the password.',
  ],
  ['a password of 1 MB', { password: 'x'.repeat(1024 * 1024) }, 'password', 'Use at most 200 characters.'],
])('%s is refused with a message for its field, and stores nothing', async (_, over, field, message) => {
  const before = await accountCount()
  await expect(registering(over)).rejects.toMatchObject({ status: 400, error: 'invalid', fields: { [field]: message } })
  expect(await accountCount()).toBe(before)
})

test('a refusal names every field at fault', async () => {
  await expect(registering({ email: 'x', password: 'y', displayName: 'z' })).rejects.toMatchObject({
    fields: { email: expect.any(String), password: expect.any(String), displayName: expect.any(String) },
  })
})

test('a taken email or name is also refused in upper case and with similar letters', async () => {
  await world.signUp({ email: 'taken@slide.test', displayName: 'Illy.808' })
  await expect(registering({ email: 'TAKEN@slide.test', displayName: 'someone' })).rejects.toMatchObject({
    status: 409,
    fields: { email: 'There is an account with this email already. Sign in instead.' },
  })
  for (const displayName of ['illy.808', 'ILLY_808', '1IIy.8O8', 'lllY-808'])
    await expect(registering({ email: 'other@slide.test', displayName })).rejects.toMatchObject({
      status: 409,
      fields: { displayName: 'That name is taken, or reads like one that is.' },
    })
})

test('one of ten people who register a name at once gets it', async () => {
  const tries = Array.from({ length: 10 }, (_, i) =>
    registering({ email: `race${i}@slide.test`, displayName: 'One-Winner' }),
  )
  const won = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
})

test('a referral code names the referrer; an unknown code is ignored', async () => {
  const friend = await world.signUp()
  const { referralCode } = await world.app.db
    .selectFrom('account')
    .where('id', '=', friend.id)
    .select('referralCode')
    .executeTakeFirstOrThrow()
  await registering({ email: 'ref@slide.test', displayName: 'referred', referralCode })
  await registering({ email: 'ref2@slide.test', displayName: 'unreferred', referralCode: 'nobody' })
  const rows = await world.app.db
    .selectFrom('account')
    .where('email', 'like', 'ref%')
    .select('referredBy')
    .orderBy('email')
    .execute()
  expect(rows.map((row) => row.referredBy)).toEqual([null, friend.id])
})

test('sign-in ignores the case of the email, never of the password', async () => {
  const { email, password } = await world.signUp({ email: 'Sable@slide.test' })
  expect(await world.guest('POST /auth/login', { body: { email: email.toUpperCase(), password } })).toMatchObject({
    accessToken: expect.any(String),
  })
  for (const wrong of [password.toUpperCase(), `${password} `, 'x'])
    await expect(world.guest('POST /auth/login', { body: { email, password: wrong } })).rejects.toMatchObject({
      status: 401,
      error: 'wrong_credentials',
    })
})

test('an unknown email and a wrong password get the same answer', async () => {
  const { email } = await world.signUp()
  const answer = (who: string) =>
    world
      .guest('POST /auth/login', { body: { email: who, password: 'not the password' } })
      .catch(({ status, error, message }: { status: number; error: string; message: string }) => ({
        status,
        error,
        message,
      }))
  expect(await answer('nobody@slide.test')).toEqual(await answer(email))
})

test('nobody can sign in to an account without a password, such as the support account', async () => {
  for (const password of ['', 'null', 'a password that nobody has'])
    await expect(
      world.guest('POST /auth/login', { body: { email: 'support@slide.invalid', password } }),
    ).rejects.toMatchObject({ status: expect.toSatisfy((s: number) => s === 400 || s === 401) })
})

test('a refresh token works once, and its second use ends the session', async () => {
  const { refreshToken, call } = await world.signUp()
  const second = await world.guest('POST /auth/refresh-token', { body: { refreshToken } })
  await call('GET /auth/me') // the first access token still works
  await expect(world.guest('POST /auth/refresh-token', { body: { refreshToken } })).rejects.toMatchObject({
    status: 409,
    error: 'already_refreshed',
  })
  await call('GET /auth/me') // a moment later another tab may have used it
  world.passTime(11_000)
  await expect(world.guest('POST /auth/refresh-token', { body: { refreshToken } })).rejects.toMatchObject({
    status: 401,
  })
  await expect(
    world.guest('POST /auth/refresh-token', { body: { refreshToken: second.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  await expect(call('GET /auth/me')).rejects.toMatchObject({ status: 401 })
})

test('one of ten refreshes with a token at once gets new tokens', async () => {
  const { refreshToken } = await world.signUp()
  const tries = Array.from({ length: 10 }, () => world.guest('POST /auth/refresh-token', { body: { refreshToken } }))
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length).toBe(1)
})

test('signing out ends this session on the server and no other session', async () => {
  const person = await world.signUp()
  const elsewhere = await world.guest('POST /auth/login', { body: person })
  await world.guest('POST /auth/logout', { body: { refreshToken: person.refreshToken } })
  await expect(person.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(
    world.guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } }),
  ).rejects.toMatchObject({ status: 401 })
  await world.clientFor(() => elsewhere.accessToken)('GET /me')
  await world.guest('POST /auth/logout', { body: { refreshToken: 'unknown' } })
})

test('an access token lasts 15 minutes, a refresh token 60 days', async () => {
  const { refreshToken, call } = await world.signUp()
  world.passTime(14 * MINUTE)
  await call('GET /me')
  world.passTime(2 * MINUTE)
  await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
  world.passTime(59 * 24 * 60 * MINUTE)
  const later = await world.guest('POST /auth/refresh-token', { body: { refreshToken } })
  world.passTime(61 * 24 * 60 * MINUTE)
  await expect(world.guest('POST /auth/refresh-token', { body: later })).rejects.toMatchObject({ status: 401 })
})

test.each(['Bearer nonsense', 'Bearer ', 'Basic abc', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIyIiwic2lkIjoxfQ.'])(
  'the header %j lets nobody in, not even as a guest',
  async (authorization) => {
    for (const url of ['/api/me', '/api/beats/new'])
      expect((await world.http.inject({ url, headers: { authorization } })).statusCode).toBe(401)
  },
)

test('no password is stored or sent as plain text', async () => {
  const { password, id, call } = await world.signUp()
  const { passwordHash } = await world.app.db
    .selectFrom('account')
    .where('id', '=', id)
    .select('passwordHash')
    .executeTakeFirstOrThrow()
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.stringify(await call('GET /me'))).not.toMatch(new RegExp(`${password}|argon2`))
})

test.each(['Slider', 'landslide', 'DJ_Slidez', 'real-one', '1Billy', 'TeamWork', '808slides', 'Pinstripes'])(
  '%s is free, though it has letters of a reserved name',
  async (displayName) => {
    await registering({ displayName, email: `${displayName}@slide.test` })
  },
)

test.each([
  'Slide1',
  '1slide',
  '5lide_01',
  'Official_Slide',
  'realslide',
  'The.Real.Slide',
  'Billing1',
  'Security5',
  'Slide_24_7_Support',
  'SlideRecords',
  'Slide_Bot',
  'Verified.Slide.Store',
  'paypal',
  'Stripe1',
  'billing_dept',
])('the name %s is reserved, like those that it reads like', async (displayName) => {
  await expect(registering({ displayName })).rejects.toMatchObject({
    status: 400,
    fields: { displayName: 'That name is reserved. Choose another.' },
  })
})
