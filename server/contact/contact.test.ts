import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUPPORT } from '#contract/support.ts'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { createWorld, type World } from '#test/world.ts'

const MINUTE = 60_000

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld({ env: { SUPPORT_EMAIL: 'help@slide.test' } })
  admin = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
})
afterAll(() => world.close())

const good = { name: 'Ada', email: 'ada@slide.test', topic: 'Buying' as const, message: 'Is the WAV tagged?' }
const send = (over: object = {}, call = world.guest) => call('POST /contact', { body: { ...good, ...over } })
const lastMail = async () => {
  const [newest] = (await admin.call('GET /admin/mail', { query: { limit: 1 } })).items
  return newest && admin.call('GET /admin/mail/:id', { params: { id: newest.id } })
}
const messages = () => world.app.db.selectFrom('contactMessage').selectAll().orderBy('id', 'desc').execute()
const supportHears = () =>
  world.app.db.selectFrom('notification').where('accountId', '=', SUPPORT).selectAll().orderBy('id', 'desc').execute()

test('a message is stored, and the support account gets a notice and a mail', async () => {
  expect(await send({ name: '  Ada ' })).toEqual({ ok: true, inMessages: false })
  expect((await messages())[0]).toMatchObject({ accountId: null, name: 'Ada', topic: 'Buying', body: good.message })
  expect((await supportHears())[0]).toMatchObject({
    title: 'Buying: a message from Ada',
    message: good.message,
    recipientName: 'Ada',
    profileId: null,
    readAt: null,
  })
  expect(await lastMail()).toMatchObject({
    to: 'help@slide.test',
    subject: 'Buying: a message from Ada',
    text: [
      'Slide',
      'Buying: a message from Ada',
      'From: Ada <ada@slide.test>',
      'Is the WAV tagged?',
      'Written on the contact page of Slide.\n',
    ].join('\n\n'),
    sentAt: null,
    failure: null,
  })
})

test('message, notice and mail carry the time of the app’s clock', async () => {
  world.passTime(10 * MINUTE)
  const before = world.app.clock.now()
  await send()
  const traces = [(await messages())[0], (await supportHears())[0], await lastMail()]
  for (const trace of traces) {
    const late = new Date(trace?.createdAt ?? 0).getTime() - before.getTime()
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(MINUTE)
  }
})

test('the message of a signed-in visitor names the account', async () => {
  const { id, call } = await world.signUp()
  expect(await send({}, call)).toEqual({ ok: true, inMessages: true })
  expect((await messages())[0]).toMatchObject({ accountId: id })
  expect((await supportHears())[0]).toMatchObject({ profileId: id })
})

test('a message of a signed-in visitor stays theirs, whatever address they type', async () => {
  const [writer, other] = [await world.signUp(), await world.signUp()]
  await world.app.db
    .updateTable('account')
    .set({ emailVerifiedAt: world.app.clock.now() })
    .where('id', '=', other.id)
    .execute()
  const message = 'My bank refuses the payout.'
  await send({ email: other.email, message }, writer.call)
  const exported = async ({ id }: { id: number }) => (await exportPerson(world.app, id)).contact!.messages
  expect(await exported(writer)).toMatchObject([{ body: message }])
  expect(await exported(other)).toEqual([])
  await forgetPerson(world.app, other.id)
  expect(await exported(writer)).toMatchObject([{ body: message }])
  expect((await supportHears())[0]).toMatchObject({ profileId: writer.id, message })
})

test('a message goes with its writer’s account, with the copy of its mail, whatever address it bears', async () => {
  const writer = await world.signUp()
  const message = 'I live above the chip shop.\n\nIn  Leeds.'
  await send({ message }, writer.call)
  await send({ message: 'Another Ada asks.' })
  await forgetPerson(world.app, writer.id)
  const texts = (await world.app.db.selectFrom('mail').select('text').execute()).map(({ text }) => text).join()
  expect(texts).not.toContain(message)
  expect(texts).toContain('Another Ada asks.')
})

test('a banned person is heard like a guest, and answered by mail', async () => {
  const { id, call } = await world.signUp()
  const body = { category: 'spam' as const, reason: 'The same offer to forty people.' }
  await admin.call('POST /admin/people/:id/ban', { params: { id }, body })
  expect(await send({ message: 'I never wrote these offers.' }, call)).toEqual({ ok: true, inMessages: false })
  expect((await admin.call('GET /admin/contact', { query: {} })).items[0]).toMatchObject({
    message: 'I never wrote these offers.',
    email: 'ada@slide.test',
  })
})

test.each([
  ['no name', { name: ' ' }, 'name', 'Name is required.'],
  ['a name of nothing visible', { name: '\u202E\u0000\n' }, 'name', 'Name is required.'],
  ['a long name', { name: 'x'.repeat(81) }, 'name', 'Use at most 80 characters.'],
  ['no email', { email: undefined }, 'email', 'Email is required.'],
  ['two emails', { email: 'a@b.test, c@d.test' }, 'email', 'Enter a valid email.'],
  ['an email with a header', { email: 'a@b.test\r\nBcc: c@d.test' }, 'email', 'Enter a valid email.'],
  ['another topic', { topic: 'Selling\r\nX: y' }, 'topic', 'Choose a topic.'],
  ['a name of zero-width blanks', { name: '\u200b\u3164' }, 'name', 'Name is required.'],
  ['a message of zero-width blanks', { message: '\u200b\n\u2800' }, 'message', 'Message is required.'],
  ['no message', { message: '\n' }, 'message', 'Message is required.'],
  ['a long message', { message: 'x'.repeat(5001) }, 'message', 'Use at most 5,000 characters.'],
])('%s is refused with a message for its field, and stores nothing', async (_, over, field, message) => {
  const before = (await messages()).length
  await expect(send(over)).rejects.toMatchObject({ status: 400, fields: { [field]: message } })
  expect(await messages()).toHaveLength(before)
})

test('line breaks in a name are removed from subject, body and notice', async () => {
  await send({ name: 'Ada\r\nBcc: all@slide.test\n\nInjected\u2028more' })
  const name = 'Ada Bcc: all@slide.test Injected more'
  const mail = await lastMail()
  expect(mail?.subject).toBe(`Buying: a message from ${name}`)
  expect(mail?.text.split('\n')[4]).toBe(`From: ${name} <ada@slide.test>`)
  expect((await supportHears())[0]).toMatchObject({ title: `Buying: a message from ${name}`, recipientName: name })
})

test('control and direction characters are removed; letters of every script stay', async () => {
  await send({ name: 'A\u0000d\u001b[31ma\u202Egnp\u2066', message: 'one\u0000\r\ntwo\u202E\tسلام 你好 🎹\u001b[2J' })
  expect((await messages())[0]).toMatchObject({ name: 'A d [31magnp', body: 'one\ntwo\tسلام 你好 🎹[2J' })
})

test('markup is stored as text, and escaped in the mail', async () => {
  const message = '<script>alert(1)</script> {{7*7}} %s ${x} \'"; drop table mail; --'
  await send({ message })
  expect((await messages())[0]).toMatchObject({ body: message })
  const { html } = await world.lastMailTo('help@slide.test')
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{7*7}} %s ${x} &#39;&quot;; drop table mail; --')
})

test('one address can write five messages an hour; refused messages do not count', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const write = (over: object = {}) => strict.guest('POST /contact', { body: { ...good, ...over } })
  await expect(write({ name: '' })).rejects.toMatchObject({ status: 400 })
  for (let sent = 0; sent < 5; sent++) await write()
  await expect(write()).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  expect(await strict.app.db.selectFrom('contactMessage').selectAll().execute()).toHaveLength(5)
  strict.passTime(60 * 60_000)
  await write()
  await strict.close()
})

test('a flood from many addresses silences nobody; after 300 mails an hour messages come without one', async () => {
  const strict = await createWorld({ env: { RATE_LIMIT: 'on', SUPPORT_EMAIL: 'help@slide.test' } })
  const write = async (remoteAddress: string) =>
    (await strict.http.inject({ method: 'POST', url: '/api/contact', remoteAddress, payload: good })).statusCode
  for (let n = 0; n < 305; n++) expect(await write(`203.0.${n % 100}.${Math.floor(n / 100)}`)).toBe(200)
  const { db } = strict.app
  const count = async (table: 'contactMessage' | 'mail') =>
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('all'))
        .executeTakeFirstOrThrow()
    ).all
  expect([await count('contactMessage'), await count('mail')]).toEqual([305, 300])

  // people who are signed in have counts of their own, even behind one address
  for (const person of [await strict.signUp(), await strict.signUp()]) {
    for (let sent = 0; sent < 5; sent++) await send({}, person.call)
    await expect(send({}, person.call)).rejects.toMatchObject({ status: 429 })
  }
  await strict.close()
})
