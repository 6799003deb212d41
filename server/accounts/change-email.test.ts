import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownCode } from '#test/authenticator.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const DAY = 86_400_000
const NEW = 'lamps along the canal'
let addresses = 0
const fresh = () => `new${++addresses}@slide.test`

const ask = ({ call, password }: Person, email: string) => call('PATCH /me/email', { body: { email, password } })
const confirm = (token: string | null) => world.guest('POST /auth/confirm-new-email', { body: { token: token ?? '' } })
const undo = (token: string | null, password = NEW) =>
  world.guest('POST /auth/undo-email', { body: { token: token ?? '', password } })
const login = (email: string, password: string) => world.guest('POST /auth/login', { body: { email, password } })
const emailOf = async (id: number) =>
  (await world.app.db.selectFrom('account').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email
const mailsTo = async (recipient: string) =>
  (await world.app.db.selectFrom('mail').where('recipient', '=', recipient).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
/** A person with a confirmed address. */
async function confirmed() {
  const person = await world.signUp()
  const { token } = await world.lastMailTo(person.email)
  await world.guest('POST /auth/confirm-email', { body: { token: token ?? '' } })
  return person
}
/** The token in the mail to the new address. */
async function asked(person: Person, email = fresh()) {
  await ask(person, email)
  await world.work()
  return { email, token: (await world.lastMailTo(email)).token }
}
/** The token in the mail to the old address. */
async function changed(person: Person, from = person.email) {
  const { email, token } = await asked(person)
  await confirm(token)
  return { email, token: (await world.lastMailTo(from)).token }
}

test('the address changes when the new one confirms, and not before', async () => {
  const ann = await confirmed()
  const { email, token } = await asked(ann, 'Ann.New@slide.test')
  expect(await ann.call('GET /me')).toMatchObject({ email: ann.email })
  expect(await confirm(token)).toEqual({ ok: true })
  expect(await ann.call('GET /me')).toMatchObject({ email, emailVerified: true })
  await login('ann.new@slide.test', ann.password)
  await expect(login(ann.email, ann.password)).rejects.toMatchObject({ status: 401 })
  expect(await mailsTo(ann.email)).toEqual(['confirm-email', 'email-changed'])
  await expect(confirm(token)).rejects.toMatchObject({ status: 410, error: 'link_used' })
  const { emailChangedAt } = await world.app.db
    .selectFrom('account')
    .where('id', '=', ann.id)
    .select('emailChangedAt')
    .executeTakeFirstOrThrow()
  expect(emailChangedAt).not.toBeNull()
})

test('the old address undoes the change for seven days: it returns, with a new password and no session', async () => {
  const ann = await confirmed()
  const { email, token } = await changed(ann)
  await expect(undo(token, 'short')).rejects.toMatchObject({ status: 400 })
  await expect(undo(token, 'password1')).rejects.toMatchObject({
    status: 400,
    fields: { password: expect.any(String) },
  })
  expect(await undo(token)).toEqual({ ok: true })
  expect(await emailOf(ann.id)).toBe(ann.email)
  await expect(ann.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(login(ann.email, ann.password)).rejects.toMatchObject({ status: 401 })
  await expect(login(email, NEW)).rejects.toMatchObject({ status: 401 })
  await login(ann.email, NEW)
  expect(await mailsTo(email)).toEqual(['change-email', 'email-restored'])
  await expect(undo(token)).rejects.toMatchObject({ status: 410 })
})

test('after seven days a change stays', async () => {
  const ann = await confirmed()
  const { email, token } = await changed(ann)
  world.passTime(7 * DAY)
  await expect(undo(token)).rejects.toMatchObject({ status: 410, error: 'link_expired' })
  expect(await emailOf(ann.id)).toBe(email)
})

test('a thief who changes the address twice can’t keep the owner from undoing both', async () => {
  const ann = await confirmed()
  const first = await changed(ann)
  const second = await changed(ann, first.email)
  await undo(second.token) // the thief reads the first new mailbox
  expect(await emailOf(ann.id)).toBe(first.email)
  await undo(first.token)
  expect(await emailOf(ann.id)).toBe(ann.email)

  const ben = await confirmed()
  const one = await changed(ben)
  const two = await changed(ben, one.email)
  await undo(one.token)
  await expect(undo(two.token)).rejects.toMatchObject({ status: 410 })
  expect(await emailOf(ben.id)).toBe(ben.email)
})

test('an address that was never confirmed gets no power over the account', async () => {
  const ann = await world.signUp({ email: 'typo@slide.test' })
  const { email } = await changed(ann)
  expect(await emailOf(ann.id)).toBe(email)
  const mail = await world.lastMailTo('typo@slide.test')
  expect(mail).toMatchObject({ kind: 'email-changed', secret: null })
  expect(mail.text).not.toContain('undo-email')
})

test('an address of another account is answered alike; its owner gets a note, and nothing changes', async () => {
  const [ann, ben] = [await confirmed(), await confirmed()]
  expect(await ask(ann, ben.email.toUpperCase())).toEqual(await ask(ann, fresh()))
  await world.work()
  expect(await mailsTo(ben.email.toUpperCase())).toEqual(['address-wanted'])
  expect((await world.lastMailTo(ben.email.toUpperCase())).text).not.toContain('token=')
  expect(await emailOf(ann.id)).toBe(ann.email)
})

test('during seven days nobody else gets the former address', async () => {
  const [ann, ben] = [await confirmed(), await confirmed()]
  await changed(ann)
  const body = { email: ann.email.toUpperCase(), password: NEW, displayName: 'Another-Ann' }
  await expect(world.guest('POST /auth/register', { body })).rejects.toMatchObject({
    status: 409,
    fields: { email: 'There is an account with this email already. Sign in instead.' },
  })
  await ask(ben, ann.email)
  await world.work()
  expect((await world.lastMailTo(ann.email)).kind).toBe('address-wanted')
  world.passTime(7 * DAY)
  await world.guest('POST /auth/register', { body })
})

test('the wrong password changes nothing, and ten of them end the trying', async () => {
  const limited = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const ann = await limited.signUp()
  const wrong = () => ann.call('PATCH /me/email', { body: { email: fresh(), password: 'a wrong one' } })
  for (let tries = 0; tries < 10; tries++)
    await expect(wrong()).rejects.toMatchObject({ fields: { password: 'That is not your current password.' } })
  await expect(wrong()).rejects.toMatchObject({ status: 429 })
  await limited.work()
  expect(await limited.app.db.selectFrom('mail').where('kind', '=', 'change-email').select('id').execute()).toEqual([])
  await limited.close()
})

test('one’s own address, in any case, is refused', async () => {
  const ann = await world.signUp()
  await expect(ask(ann, ann.email.toUpperCase())).rejects.toMatchObject({
    fields: { email: 'That is your email already.' },
  })
})

test('only the last address that was asked for can be confirmed', async () => {
  const ann = await confirmed()
  const first = await asked(ann)
  const second = await asked(ann)
  await expect(confirm(first.token)).rejects.toMatchObject({ status: 410 })
  await confirm(second.token)
  expect(await emailOf(ann.id)).toBe(second.email)
})

test('a new password ends a change that waits for its confirmation', async () => {
  const ann = await confirmed()
  const { token } = await asked(ann)
  await ann.call('PATCH /me/password', { body: { currentPassword: ann.password, newPassword: NEW } })
  await expect(confirm(token)).rejects.toMatchObject({ status: 410 })
  expect(await emailOf(ann.id)).toBe(ann.email)
})

test('a new password also ends a change whose mail has not been written yet', async () => {
  const ann = await confirmed()
  const email = fresh()
  await ask(ann, email)
  await ann.call('PATCH /me/password', { body: { currentPassword: ann.password, newPassword: NEW } })
  await world.work()
  expect(await mailsTo(email)).toEqual([])
})

test('one of two confirmations at once changes the address, once', async () => {
  const ann = await confirmed()
  const { email, token } = await asked(ann)
  const tries = await Promise.allSettled([confirm(token), confirm(token)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await emailOf(ann.id)).toBe(email)
  expect((await mailsTo(ann.email)).filter((kind) => kind === 'email-changed')).toHaveLength(1)
})

test('of two people who confirm one address, one gets it', async () => {
  const [ann, ben] = [await confirmed(), await confirmed()]
  const email = fresh()
  const [first, second] = [await asked(ann, email), await asked(ben, email)]
  const tries = await Promise.allSettled([confirm(first.token), confirm(second.token)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, error: 'already_taken' },
  })
  const owners = await world.app.db.selectFrom('account').where('email', '=', email).select('id').execute()
  expect(owners).toHaveLength(1)
})

test('a link for another purpose changes no address', async () => {
  const ann = await confirmed()
  const { token } = await asked(ann)
  await expect(undo(token)).rejects.toMatchObject({ status: 404 })
  await expect(world.guest('POST /auth/confirm-email', { body: { token: token ?? '' } })).rejects.toMatchObject({
    status: 404,
  })
  const body = { token: token ?? '', password: NEW }
  await expect(world.guest('POST /auth/reset-password', { body })).rejects.toMatchObject({ status: 404 })
})

test('undoing a change takes a thief’s second step and passkeys along, and leaves older ones', async () => {
  const ann = await confirmed()
  const [own, theirs] = [new PasskeyDevice(), new PasskeyDevice()]
  const add = async ({ call, password }: Person, device: PasskeyDevice) => {
    const passkey = device.make(await call('POST /me/passkeys/begin', { body: { password } }))
    await call('POST /me/passkeys', { body: { passkey } })
  }
  const enter = async (device: PasskeyDevice) =>
    world.guest('POST /auth/login/passkey', {
      body: { passkey: device.answer(await world.guest('POST /auth/login/passkey/begin')) },
    })
  await add(ann, own)
  world.passTime(2 * DAY)
  const { accessToken } = await world.guest('POST /auth/login', { body: ann })
  const thief = { ...ann, call: world.clientFor(() => accessToken) }
  // some hours before the change
  await add(thief, theirs)
  world.passTime(5 * 60_000)
  const { token } = await changed(thief)
  const { accessToken: later } = await enter(theirs)
  const { secret } = await world.clientFor(() => later)('POST /me/two-step/begin', {
    body: { password: ann.password },
  })
  await world.clientFor(() => later)('POST /me/two-step/confirm', {
    body: { code: shownCode(secret, world.app.clock.now()) },
  })
  await undo(token)
  await expect(enter(theirs)).rejects.toMatchObject({ status: 401 })
  await expect(world.clientFor(() => later)('GET /me')).rejects.toMatchObject({ status: 401 })
  await login(ann.email, NEW) // without a code
  await enter(own)
})

test('a second step that was on long before the change stays when the change is undone', async () => {
  const ann = await confirmed()
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  const { codes } = await ann.call('POST /me/two-step/confirm', {
    body: { code: shownCode(secret, world.app.clock.now()) },
  })
  world.passTime(2 * DAY)
  const { accessToken } = await world
    .guest('POST /auth/login', { body: ann })
    .catch((error: { details: { token: string } }) =>
      world.guest('POST /auth/login/second-step', { body: { token: error.details.token, code: codes[0]! } }),
    )
  const email = fresh()
  await world.clientFor(() => accessToken)('PATCH /me/email', {
    body: { email, password: ann.password, code: codes[1]! },
  })
  await world.work()
  await confirm((await world.lastMailTo(email)).token)
  await undo((await world.lastMailTo(ann.email)).token)
  await expect(login(ann.email, NEW)).rejects.toMatchObject({ error: 'second_step_needed' })
})
