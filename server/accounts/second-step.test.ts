import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, shownCode } from '#test/authenticator.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const NEW = 'lamps along the canal'
const HALF_MINUTE = 30_000
/** The code that an authenticator app shows now, or some half minutes later. */
const shown = (secret: string, later = 0, at = world) => shownCode(secret, at.app.clock.now(), later)

/** A person with two-step sign-in. The clock has moved on since the first code. */
async function secured(at = world) {
  const person = await at.signUp()
  const { secret } = await person.call('POST /me/two-step/begin', { body: { password: person.password } })
  const { codes } = await person.call('POST /me/two-step/confirm', { body: { code: shown(secret, 0, at) } })
  at.passTime(2 * HALF_MINUTE)
  return { ...person, secret, codes }
}
/** The token for the second step, after a right password. */
async function halfIn({ email, password }: Pick<Person, 'email' | 'password'>, at = world) {
  const refusal: unknown = await at.guest('POST /auth/login', { body: { email, password } }).catch((error) => error)
  expect(refusal).toMatchObject({ status: 401, error: 'second_step_needed' })
  return (refusal as { details: { token: string } }).details.token
}
const step = (token: string, code: string, at = world) =>
  at.guest('POST /auth/login/second-step', { body: { token, code } })
const wrong = { status: 400, fields: { code: 'That code is wrong or was used already.' } }
const stateOf = ({ call }: Person) => call('GET /me/two-step')

test('nothing is asked for before a code of the app has confirmed the secret', async () => {
  const ann = await world.signUp()
  await expect(ann.call('POST /me/two-step/begin', { body: { password: 'a wrong one' } })).rejects.toMatchObject({
    fields: { password: 'That is not your current password.' },
  })
  const begun = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  expect(begun).toMatchObject({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    address: `otpauth://totp/Slide:${ann.displayName}?secret=${begun.secret}&issuer=Slide`,
    picture: { side: 41, path: expect.stringMatching(/^(M\d+ \d+h1v1h-1z)+$/) },
  })
  await world.guest('POST /auth/login', { body: ann })
  await expect(ann.call('POST /me/two-step/confirm', { body: { code: '000000' } })).rejects.toMatchObject({
    status: 400,
  })
  expect(await stateOf(ann)).toEqual({ since: null, codesLeft: 0 })
  const { codes } = await ann.call('POST /me/two-step/confirm', { body: { code: shown(begun.secret) } })
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  expect(await stateOf(ann)).toEqual({ since: expect.any(String), codesLeft: 10 })
  expect((await world.lastMailTo(ann.email)).subject).toBe('Two-step sign-in is on')
})

test('the password alone gives no tokens; with a code it signs in', async () => {
  const ann = await secured()
  const token = await halfIn(ann)
  await expect(step(token, '000000')).rejects.toMatchObject(wrong)
  await expect(world.clientFor(() => token)('GET /me')).rejects.toMatchObject({ status: 401 })
  const { accessToken } = await step(token, ` ${shown(ann.secret).slice(0, 3)} ${shown(ann.secret).slice(3)} `)
  expect(await world.clientFor(() => accessToken)('GET /me')).toMatchObject({ id: ann.id })
})

test('a wrong password is answered as without two-step sign-in', async () => {
  const ann = await secured()
  await expect(
    world.guest('POST /auth/login', { body: { email: ann.email, password: 'a wrong one' } }),
  ).rejects.toMatchObject({ status: 401, error: 'wrong_credentials' })
})

test('a code is taken once, also of several uses at once; older codes are refused after it', async () => {
  const ann = await secured()
  const [token, code] = [await halfIn(ann), shown(ann.secret)]
  const before = shown(ann.secret, -1)
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => step(token, code)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(step(token, before)).rejects.toMatchObject(wrong)
  await step(token, shown(ann.secret, 1))
})

test('codes of the half minutes beside this one are taken, others are not', async () => {
  const ann = await secured()
  world.passTime(4 * HALF_MINUTE)
  const token = await halfIn(ann)
  await expect(step(token, shown(ann.secret, -3))).rejects.toMatchObject(wrong)
  await expect(step(token, shown(ann.secret, 3))).rejects.toMatchObject(wrong)
  await step(token, shown(ann.secret, -1))
})

test('a recovery code signs in once, however it is typed', async () => {
  const ann = await secured()
  const token = await halfIn(ann)
  await step(token, ann.codes[0]!.toUpperCase().replace('-', ' '))
  await expect(step(token, ann.codes[0]!)).rejects.toMatchObject(wrong)
  expect(await stateOf(ann)).toMatchObject({ codesLeft: 9 })
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => step(token, ann.codes[1]!)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a token for the second step ends after five minutes, with a new password, and is of no other use', async () => {
  const ann = await secured()
  const late = { status: 401, error: 'sign_in_again' }
  const old = await halfIn(ann)
  world.passTime(5 * 60_000 + 1_000)
  await expect(step(old, shown(ann.secret))).rejects.toMatchObject(late)
  const token = await halfIn(ann)
  await ann.call('PATCH /me/password', {
    body: { currentPassword: ann.password, newPassword: NEW, code: shown(ann.secret) },
  })
  world.passTime(2 * HALF_MINUTE)
  await expect(step(token, shown(ann.secret))).rejects.toMatchObject(late)
  for (const forged of ['x', ann.accessToken, ann.refreshToken, `${token}x`])
    await expect(step(forged, shown(ann.secret))).rejects.toMatchObject(late)
})

test('a code of one account is worth nothing for another', async () => {
  const [ann, ben] = [await secured(), await secured()]
  const token = await halfIn(ann)
  await expect(step(token, shown(ben.secret))).rejects.toMatchObject(wrong)
  await expect(step(token, ben.codes[0]!)).rejects.toMatchObject(wrong)
})

test('email and password change with a code only; a refused form uses none up', async () => {
  const ann = await secured()
  const needed = { status: 400, fields: { code: 'Enter the code from your authenticator app.' } }
  const email = (body: { email?: string; code?: string }) =>
    ann.call('PATCH /me/email', { body: { email: 'other@slide.test', password: ann.password, ...body } })
  const password = (body: object) =>
    ann.call('PATCH /me/password', { body: { currentPassword: ann.password, newPassword: NEW, ...body } })
  await expect(email({})).rejects.toMatchObject(needed)
  await expect(password({})).rejects.toMatchObject(needed)
  await expect(email({ code: '000000' })).rejects.toMatchObject(wrong)
  const code = shown(ann.secret)
  await expect(password({ newPassword: 'password1', code })).rejects.toMatchObject({
    fields: { newPassword: expect.any(String) },
  })
  await expect(email({ email: ann.email, code })).rejects.toMatchObject({ fields: { email: expect.any(String) } })
  await password({ code })
  await expect(password({ currentPassword: NEW, code })).rejects.toMatchObject(wrong)
})

test('a stranger who registers with an address that is not theirs can’t lock its owner out', async () => {
  const stranger = await secured()
  await world.guest('POST /auth/forgot-password', { body: { email: stranger.email } })
  await world.work()
  const { token } = await world.lastMailTo(stranger.email)
  await world.guest('POST /auth/reset-password', { body: { token: token ?? '', password: NEW } })
  const { accessToken } = await world.guest('POST /auth/login', { body: { email: stranger.email, password: NEW } })
  expect(await world.clientFor(() => accessToken)('GET /me/two-step')).toEqual({ since: null, codesLeft: 0 })
})

test('a password that is set by a mailed link leaves two-step sign-in on', async () => {
  const ann = await secured()
  await ann.call('POST /auth/confirm-email/send')
  const confirming = await world.lastMailTo(ann.email)
  await world.guest('POST /auth/confirm-email', { body: { token: confirming.token ?? '' } })
  await world.guest('POST /auth/forgot-password', { body: { email: ann.email } })
  await world.work()
  const { token } = await world.lastMailTo(ann.email)
  await world.guest('POST /auth/reset-password', { body: { token: token ?? '', password: NEW } })
  await step(await halfIn({ email: ann.email, password: NEW }), shown(ann.secret))
})

test('new codes and switching off ask for password and code', async () => {
  const ann = await secured()
  const proof = (over: object = {}) => ({ body: { password: ann.password, code: shown(ann.secret), ...over } })
  for (const route of ['POST /me/two-step/codes', 'POST /me/two-step/off'] as const) {
    await expect(ann.call(route, proof({ password: 'a wrong one' }))).rejects.toMatchObject({ status: 400 })
    await expect(ann.call(route, proof({ code: '000000' }))).rejects.toMatchObject(wrong)
  }
  const { codes } = await ann.call('POST /me/two-step/codes', proof())
  const token = await halfIn(ann)
  await expect(step(token, ann.codes[0]!)).rejects.toMatchObject(wrong)
  await step(token, codes[0]!)
  expect(await stateOf(ann)).toMatchObject({ codesLeft: 9 })

  // a lost device is answered by a recovery code
  await ann.call('POST /me/two-step/off', proof({ code: codes[1] }))
  expect(await stateOf(ann)).toEqual({ since: null, codesLeft: 0 })
  expect((await world.lastMailTo(ann.email)).subject).toBe('Two-step sign-in is off')
  await world.guest('POST /auth/login', { body: ann })
})

test('a step that is on can’t be begun or confirmed again', async () => {
  const ann = await secured()
  const on = { status: 409, error: 'two_step_is_on' }
  await expect(ann.call('POST /me/two-step/begin', { body: { password: ann.password } })).rejects.toMatchObject(on)
  await expect(ann.call('POST /me/two-step/confirm', { body: { code: shown(ann.secret) } })).rejects.toMatchObject(on)
  await step(await halfIn(ann), shown(ann.secret))
})

test('one of several confirmations at once gives codes', async () => {
  const ann = await world.signUp()
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  const body = { code: shown(secret) }
  const tries = await Promise.allSettled(
    Array.from({ length: 4 }, () => ann.call('POST /me/two-step/confirm', { body })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('strangers who know the password get five tries, and the owner’s browser has tries of its own', async () => {
  const limited = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const ann = await secured(limited)
  const own = await limited.http.inject({ method: 'POST', url: '/api/auth/login', payload: ann })
  const { token } = own.json<{ details: { token: string } }>().details
  await step(token, ann.codes[0]!, limited)
  const entered = await limited.http.inject({
    method: 'POST',
    url: '/api/auth/login/second-step',
    payload: { token, code: ann.codes[1] },
  })
  for (let tries = 0; tries < 5; tries++) await expect(step(token, '000000', limited)).rejects.toMatchObject(wrong)
  await expect(step(token, shown(ann.secret, 0, limited), limited)).rejects.toMatchObject({ status: 429 })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const again = await limited.http.inject({
    method: 'POST',
    url: '/api/auth/login/second-step',
    headers: { cookie },
    payload: { token, code: shown(ann.secret, 0, limited) },
  })
  expect(again.statusCode).toBe(200)
  await limited.close()
})

test('a browser that signed in before the step was switched on has no tries of its own', async () => {
  const limited = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const ann = await limited.signUp()
  const signIn = () => limited.http.inject({ method: 'POST', url: '/api/auth/login', payload: ann })
  // a thief of the password collects browsers
  const thieves = [await signIn(), await signIn()].map(({ headers }) => String(headers['set-cookie']).split(';')[0]!)
  limited.passTime(HALF_MINUTE)
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  await ann.call('POST /me/two-step/confirm', { body: { code: shown(secret, 0, limited) } })
  const token = await halfIn(ann, limited)
  const guess = async (cookie: string) => {
    const payload = { token, code: '000000' }
    return (
      await limited.http.inject({ method: 'POST', url: '/api/auth/login/second-step', headers: { cookie }, payload })
    ).statusCode
  }
  for (let tries = 0; tries < 5; tries++) expect(await guess(thieves[0]!)).toBe(400)
  for (const cookie of thieves) expect(await guess(cookie)).toBe(429)
  await limited.close()
})

test('secret and codes are stored in no readable form, and never exported', async () => {
  const ann = await secured()
  const row = await world.app.db
    .selectFrom('secondStep')
    .where('accountId', '=', ann.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row.secret.includes(bytesOf(ann.secret))).toBe(false)
  const exported = JSON.stringify(await exportPerson(world.app, ann.id))
  expect(exported).toContain('"recoveryCodesLeft":10')
  for (const secret of [ann.secret, row.secret.toString('base64'), row.secret.toString('hex'), ann.codes[0]!])
    expect(exported).not.toContain(secret)
  await forgetPerson(world.app, ann.id)
  const left = await world.app.db.selectFrom('secondStep').where('accountId', '=', ann.id).select('accountId').execute()
  expect(left).toEqual([])
})

test('switching the step on ends all other sessions, and this one goes on', async () => {
  const ann = await world.signUp()
  const { accessToken } = await world.guest('POST /auth/login', { body: ann })
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  await world.clientFor(() => accessToken)('GET /me')
  await ann.call('POST /me/two-step/confirm', { body: { code: shown(secret) } })
  await expect(world.clientFor(() => accessToken)('GET /me')).rejects.toMatchObject({ status: 401 })
  await ann.call('GET /me')
})

test('a sign-in that was on its way when the step was switched on is asked for a code', async () => {
  const ann = await world.signUp()
  await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  let late: Promise<unknown> = Promise.resolve()
  await world.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('account').where('id', '=', ann.id).select('id').forNoKeyUpdate().execute()
    late = world.guest('POST /auth/login', { body: ann }).catch((error: unknown) => error)
    await untilBlocked(world.app.db, 1)
    await tx
      .updateTable('secondStep')
      .set({ confirmedAt: world.app.clock.now() })
      .where('accountId', '=', ann.id)
      .execute()
  })
  expect(await late).toMatchObject({ error: 'second_step_needed' })
})
