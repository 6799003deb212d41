import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>

const NEW = 'lamps along the canal'

const change = (person: Pick<Person, 'call' | 'password'>, newPassword = NEW) =>
  person.call('PATCH /me/password', { body: { currentPassword: person.password, newPassword } })
const login = (email: string, password: string) => world.guest('POST /auth/login', { body: { email, password } })
const refresh = (refreshToken: string) => world.guest('POST /auth/refresh-token', { body: { refreshToken } })

test('a new password keeps the session that asks, and ends all others', async () => {
  const person = await world.signUp({ displayName: 'Careful' })
  const elsewhere = await login(person.email, person.password)
  expect(await change(person)).toEqual({ ok: true })

  await person.call('GET /me')
  await refresh(person.refreshToken)
  await expect(world.clientFor(() => elsewhere.accessToken)('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(refresh(elsewhere.refreshToken)).rejects.toMatchObject({ status: 401 })
  await expect(login(person.email, person.password)).rejects.toMatchObject({ status: 401 })
  await login(person.email, NEW)
  expect(await world.lastMailTo(person.email)).toMatchObject({
    kind: 'password-changed',
    text: expect.stringContaining('Every other device was signed out.'),
  })
})

test('another person’s sessions go on', async () => {
  const [person, other] = [await world.signUp(), await world.signUp()]
  await change(person)
  await other.call('GET /me')
})

test('links that were mailed for a new password are worth nothing afterwards', async () => {
  const person = await world.signUp()
  await world.guest('POST /auth/forgot-password', { body: { email: person.email } })
  await world.work()
  const { token } = await world.lastMailTo(person.email)
  await change(person)
  await expect(
    world.guest('POST /auth/reset-password', { body: { token: token!, password: 'something else at night' } }),
  ).rejects.toMatchObject({ error: 'link_used' })
})

test.each([
  ['a wrong current password', { currentPassword: 'not this one' }, 'currentPassword'],
  ['no current password', { currentPassword: '' }, 'currentPassword'],
  ['a short new password', { newPassword: 'short' }, 'newPassword'],
  ['a common new password', { newPassword: 'Password1' }, 'newPassword'],
])('%s is refused at its field, and all sessions go on', async (_name, over, field) => {
  const person = await world.signUp()
  const elsewhere = await login(person.email, person.password)
  const body = { currentPassword: person.password, newPassword: NEW, ...over }
  await expect(person.call('PATCH /me/password', { body })).rejects.toMatchObject({
    status: 400,
    fields: { [field]: expect.any(String) },
  })
  await world.clientFor(() => elsewhere.accessToken)('GET /me')
  await login(person.email, person.password)
})

test('ten changes at once: one wins, and its session is the one that stays', async () => {
  const person = await world.signUp()
  const words = Array.from({ length: 10 }, (_, nth) => `lamps along canal ${nth}`)
  const askers = await Promise.all(
    words.map(async () => {
      const { accessToken } = await login(person.email, person.password)
      return { call: world.clientFor(() => accessToken), password: person.password }
    }),
  )
  const outcomes = await Promise.allSettled(askers.map((asker, nth) => change(asker, words[nth])))
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await askers[won]!.call('GET /me')
  for (const [nth, { call }] of askers.entries())
    if (nth !== won) await expect(call('GET /me')).rejects.toMatchObject({ status: 401 })
  await login(person.email, words[won]!)
})

test('an account without a password has none to change', async () => {
  const person = await world.signUp()
  await world.app.db.updateTable('account').set({ passwordHash: null }).where('id', '=', person.id).execute()
  await expect(change(person)).rejects.toMatchObject({ status: 409, error: 'no_password' })
})

test('after ten wrong passwords even the right one is refused for a quarter of an hour', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const person = await strict.signUp()
  for (let tries = 0; tries < 10; tries++)
    await expect(change({ ...person, password: 'not this one' })).rejects.toMatchObject({ status: 400 })
  await expect(change(person)).rejects.toMatchObject({ status: 429 })

  // a thief of one session keeps nobody from ending it
  const { accessToken } = await strict.guest('POST /auth/login', { body: person })
  const elsewhere = strict.clientFor(() => accessToken)
  await elsewhere('POST /me/sessions/end-others', { body: { password: person.password } })
  await expect(person.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await strict.close()
})

test('a guest changes nothing', async () => {
  await expect(change({ call: world.guest, password: 'x' })).rejects.toMatchObject({ status: 401 })
})
