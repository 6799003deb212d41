import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000
type Person = Awaited<ReturnType<World['signUp']>>

const confirm = (token: string | null) => world.guest('POST /auth/confirm-email', { body: { token: token ?? '' } })
const isConfirmed = async ({ call }: Person) => (await call('GET /auth/me')).emailVerified
const mailsTo = async ({ email }: Person) =>
  (await world.app.db.selectFrom('mail').where('recipient', '=', email).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('registration mails a link that confirms the address', async () => {
  const person = await world.signUp({ displayName: 'SixFrost' })
  expect(await person.call('GET /me')).toMatchObject({ email: person.email, emailVerified: false })
  const mail = await world.lastMailTo(person.email)
  expect(mail).toMatchObject({
    kind: 'confirm-email',
    subject: 'Confirm your email for Slide',
    unsubscribeUrl: null,
    text: expect.stringContaining(`https://beats.example/confirm-email?token=${mail.token}\n`),
  })
  await confirm(mail.token)
  expect(await isConfirmed(person)).toBe(true)
  expect(await person.call('GET /me')).toMatchObject({ emailVerified: true })
  expect(await mailsTo(person)).toEqual(['confirm-email'])
})

test('mails to an unconfirmed address leave the handle out, which may look like a link', async () => {
  const displayName = 'win.prize-0tsq.com'
  const { email, password, call } = await world.signUp({ displayName })
  await world.guest('POST /auth/forgot-password', { body: { email } })
  await world.work()
  await call('PATCH /me/password', { body: { currentPassword: password, newPassword: 'a new one for the night bus' } })
  const mails = await world.app.db.selectFrom('mail').where('recipient', '=', email).selectAll().orderBy('id').execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['confirm-email', 'reset-password', 'password-changed'])
  for (const { kind, subject, text, html } of mails) {
    expect(`${subject} ${text} ${html}`, kind).not.toContain('0tsq')
    expect(html, kind).toContain('</html>')
  }
})

test('a failed registration sends no mail', async () => {
  const person = await world.signUp()
  const body = { email: 'unlucky@slide.test', password: person.password, displayName: person.displayName }
  await expect(world.guest('POST /auth/register', { body })).rejects.toMatchObject({ status: 409 })
  await expect(world.lastMailTo(body.email)).rejects.toThrow()
})

test('one of ten uses of a link at once confirms, and nine learn that it is used', async () => {
  const person = await world.signUp()
  const { token } = await world.lastMailTo(person.email)
  const uses = await Promise.allSettled(Array.from({ length: 10 }, () => confirm(token)))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(confirm(token)).rejects.toMatchObject({ status: 410, error: 'link_used' })
})

test('a link expires after a day', async () => {
  const [early, late] = [await world.signUp(), await world.signUp()]
  world.passTime(23.9 * HOUR)
  await confirm((await world.lastMailTo(early.email)).token)
  world.passTime(0.2 * HOUR)
  await expect(confirm((await world.lastMailTo(late.email)).token)).rejects.toMatchObject({
    status: 410,
    error: 'link_expired',
  })
})

test('a link to an earlier address of the account is not valid', async () => {
  const person = await world.signUp()
  const { token } = await world.lastMailTo(person.email)
  await world.app.db.updateTable('account').set({ email: 'moved@slide.test' }).where('id', '=', person.id).execute()
  await expect(confirm(token)).rejects.toMatchObject({ status: 404, error: 'link_unknown' })
  const stored = await world.app.db.selectFrom('account').where('id', '=', person.id).selectAll().executeTakeFirst()
  expect(stored?.emailVerifiedAt).toBeNull()
})

test.each(['', 'x', 'x'.repeat(201), 'A'.repeat(43)])('the token %j confirms nothing', async (token) => {
  await expect(confirm(token)).rejects.toMatchObject({ status: expect.toSatisfy((s) => s === 400 || s === 404) })
})

test('a link for a new password confirms no address, and a link for an address sets no password', async () => {
  const person = await world.signUp()
  const { token } = await world.lastMailTo(person.email)
  const reset = { token: token ?? '', password: 'another word at night' }
  await expect(world.guest('POST /auth/reset-password', { body: reset })).rejects.toMatchObject({ status: 404 })
  await world.guest('POST /auth/forgot-password', { body: { email: person.email } })
  await world.work()
  await expect(confirm((await world.lastMailTo(person.email)).token)).rejects.toMatchObject({ status: 404 })
})

test('another link can be requested until the address is confirmed; then all older links are used', async () => {
  const person = await world.signUp()
  const first = await world.lastMailTo(person.email)
  await expect(world.guest('POST /auth/confirm-email/send')).rejects.toMatchObject({ status: 401 })
  await person.call('POST /auth/confirm-email/send')
  const second = await world.lastMailTo(person.email)
  expect(second.token).not.toBe(first.token)
  await confirm(second.token)
  await expect(confirm(first.token)).rejects.toMatchObject({ error: 'link_used' })
  await expect(person.call('POST /auth/confirm-email/send')).rejects.toMatchObject({
    status: 409,
    error: 'already_confirmed',
  })
})

test('an account can request three links an hour', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { call } = await strict.signUp()
  for (let asked = 0; asked < 3; asked++) await call('POST /auth/confirm-email/send')
  await expect(call('POST /auth/confirm-email/send')).rejects.toMatchObject({ status: 429 })
  await strict.close()
})

test('no token is stored as plain text', async () => {
  const person = await world.signUp()
  const { token } = await world.lastMailTo(person.email)
  const links = await world.app.db.selectFrom('oneTimeLink').where('accountId', '=', person.id).selectAll().execute()
  expect(links[0]?.hash).toHaveLength(32)
  expect(JSON.stringify(links)).not.toContain(token)
})

test('people who want news get a welcome once they confirm, and unsubscribe with one click', async () => {
  const body = { email: 'news@slide.test', password: 'windows lit at night', displayName: 'newsreader', updates: true }
  await world.guest('POST /auth/register', { body })
  await confirm((await world.lastMailTo(body.email)).token)
  const welcome = await world.lastMailTo(body.email)
  expect(welcome.kind).toBe('welcome')
  const wants = async () =>
    (await world.app.db.selectFrom('account').where('email', '=', body.email).select('wantsUpdates').execute())[0]
      ?.wantsUpdates
  const url = new URL(welcome.unsubscribeUrl ?? '')
  const address = url.pathname + url.search

  // the link as a scanner follows it
  expect(await world.http.inject({ url: address })).toMatchObject({ statusCode: 404 }) // the page: not built here
  expect(await wants()).toBe(true)

  for (const payload of ['', 'List-Unsubscribe=One-Click']) {
    const reply = await world.http.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
    expect(reply.statusCode).toBe(200)
    expect(await wants()).toBe(false)
  }
})

test('one-click unsubscription refuses a body over 10 KB', async () => {
  const reply = await world.http.inject({
    method: 'POST',
    url: '/unsubscribe?token=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(11_000),
  })
  expect(reply.statusCode).toBe(413)
})

test.each(['multipart/form-data; boundary=x', 'text/plain', undefined])(
  'one-click unsubscription takes a body of type %s, and only a token that this server signed',
  async (type) => {
    const person = await world.signUp()
    await world.app.db.updateTable('account').set({ wantsUpdates: true }).where('id', '=', person.id).execute()
    const forged = `${person.id}.updates.${'A'.repeat(43)}`
    for (const token of [forged, '', '1.2.3', `${person.id}.security.x`]) {
      const reply = await world.http.inject({
        method: 'POST',
        url: `/unsubscribe?token=${token}`,
        ...(type && { headers: { 'content-type': type }, payload: '--x--' }),
      })
      expect(reply.statusCode).toBe(404)
      await expect(world.guest('POST /unsubscribe', { body: { token: token || 'x' } })).rejects.toMatchObject({
        status: 404,
      })
    }
    const { wantsUpdates } = await world.app.db
      .selectFrom('account')
      .where('id', '=', person.id)
      .select('wantsUpdates')
      .executeTakeFirstOrThrow()
    expect(wantsUpdates).toBe(true)
  },
)
