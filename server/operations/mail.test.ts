import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  admin = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
  await world.app.db.deleteFrom('mail').execute() // the mail from the admin's own registration
})
afterAll(() => world.close())

let written = 0
async function addMail(
  over: {
    recipient?: string
    subject?: string
    failure?: string
    sentAt?: Date
    dueAt?: Date
    text?: string
    html?: string
  } = {},
) {
  const mail = { recipient: 'ada@slide.test', subject: 'Hello', text: `Text of ${++written}`, ...over }
  const { id } = await world.app.db
    .insertInto('mail')
    .values({ ...mail, kind: 'contact', messageId: `<${written}@slide.test>` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const list = (query: { q?: string; page?: number; limit?: number }) => admin.call('GET /admin/mail', { query })
const jobsOf = async (mailId: number) =>
  (
    await sql`select from graphile_worker._private_jobs where (payload->>'mailId')::int = ${mailId}`.execute(
      world.app.db,
    )
  ).rows.length

test('mails are listed newest first with their state, page by page, and found by recipient and subject', async () => {
  const sent = await addMail({ recipient: 'Bob_1@slide.test', sentAt: new Date() })
  const failed = await addMail({ subject: '100% yours', failure: '550 No such user' })
  const waiting = await addMail({ recipient: 'bobx1@slide.test' })
  const { items, totalItems, totalPages, delivers } = await list({ limit: 2 })
  expect(items).toMatchObject([
    { id: waiting, state: 'waiting' },
    { id: failed, state: 'failed', failure: '550 No such user', subject: '100% yours' },
  ])
  expect({ totalItems, totalPages, delivers }).toEqual({ totalItems: 3, totalPages: 2, delivers: true })
  expect((await list({ limit: 2, page: 1 })).items).toMatchObject([{ id: sent, state: 'sent' }])
  expect((await list({ limit: 2, page: 9 })).items).toEqual([])

  const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
  expect(await found('bob_1')).toEqual([sent])
  expect(await found(' 0% Y ')).toEqual([failed])
  expect(await found('nobody')).toEqual([])
})

test('a rare number beside a common word is found only with this word', async () => {
  const mails = Array.from({ length: 150 }, (_, nth) => ({ subject: `Your order ${1000 + nth}` }))
  for (const mail of mails) await addMail(mail)
  const [ordered] = (await list({ q: 'order 1042' })).items
  const refunded = await addMail({ subject: 'Your refund 1042' })
  const toOrder = await addMail({ recipient: 'Order1042@slide.test' })

  const found = async (q: string) => (await list({ q })).items.map(({ id }) => id)
  expect(ordered).toMatchObject({ subject: 'Your order 1042' })
  expect(await found('Order 1042')).toEqual([ordered!.id])
  expect(await found('order1042')).toEqual([toOrder])
  expect(await found('refund 1042')).toEqual([refunded])
  expect((await list({ q: 'order 104' })).totalItems).toBe(10)
})

test('a mail that will be tried again is waiting, with the reason and the time', async () => {
  const dueAt = new Date('2100-01-01T12:00:00Z')
  const id = await addMail({ failure: '451 Try later', dueAt })
  expect((await list({})).items.find((mail) => mail.id === id)).toMatchObject({
    state: 'waiting',
    failure: '451 Try later',
    nextAttemptAt: dueAt.toISOString(),
  })
  const first = await addMail({ dueAt })
  expect((await list({})).items.find((mail) => mail.id === first)).toMatchObject({ nextAttemptAt: null })
})

test('a mail can be read with its text; an unknown one answers 404', async () => {
  const id = await addMail()
  expect(await admin.call('GET /admin/mail/:id', { params: { id } })).toMatchObject({ id, text: `Text of ${written}` })
  await expect(admin.call('GET /admin/mail/:id', { params: { id: 987_654 } })).rejects.toMatchObject({ status: 404 })
})

test('the HTML of a mail is shown in a frame, where nothing runs and no link leads anywhere', async () => {
  expect(await admin.call('GET /admin/mail/:id', { params: { id: await addMail() } })).toMatchObject({ htmlUrl: null })
  const html = '<!doctype html><p style="color:red">Hi</p><a href="https://slide.test/?a=1&amp;b=2" class="x">Go</a>'
  const { htmlUrl } = await admin.call('GET /admin/mail/:id', { params: { id: await addMail({ html }) } })
  const reply = await world.http.inject(htmlUrl!)
  expect(reply.body).toBe('<!doctype html><p style="color:red">Hi</p><a class="x">Go</a>')
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  expect((await world.http.inject({ url: htmlUrl!, headers: { range: 'bytes=0-8' } })).body).toBe('<!doctype')
})

test('the address of a mail’s HTML works for admins only', async () => {
  const admin = await world.signUp()
  const setAdmin = (isAdmin: boolean) =>
    world.app.db.updateTable('account').set({ isAdmin }).where('id', '=', admin.id).execute()
  await setAdmin(true)
  const id = await addMail({ html: '<p>Hi</p>' })
  const { htmlUrl } = await admin.call('GET /admin/mail/:id', { params: { id } })
  const statusOf = async (url: string) => (await world.http.inject(url)).statusCode
  expect(await statusOf(htmlUrl!)).toBe(200)
  expect(await statusOf(htmlUrl!.replace(`/mail/${id}`, `/mail/${id - 1}`))).toBe(403)
  await setAdmin(false)
  expect(await statusOf(htmlUrl!)).toBe(403)
})

test('a failed mail is sent again once, and recorded; other mails are refused', async () => {
  const failed = await addMail({ failure: 'Given up after a day: 451' })
  const retry = (id: number) => admin.call('POST /admin/mail/:id/retry', { params: { id }, body: { reason: 'mended' } })
  const outcomes = await Promise.allSettled([retry(failed), retry(failed), retry(failed)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await list({})).items.find(({ id }) => id === failed)).toMatchObject({ state: 'waiting', failure: null })
  expect(await jobsOf(failed)).toBe(1)
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items).toMatchObject([
    { admin: admin.displayName, action: 'retry mail', subject: { kind: 'mail', id: failed }, reason: 'mended' },
  ])

  const again = await addMail({ failure: '451', dueAt: new Date() })
  for (const id of [again, await addMail()])
    await expect(retry(id)).rejects.toMatchObject({ status: 409, error: 'not_failed' })
  await expect(retry(await addMail({ sentAt: new Date() }))).rejects.toMatchObject({ status: 409 })
  const blanked = await addMail({ failure: '550', text: 'Open /reset-password?token=… within an hour' })
  await expect(retry(blanked)).rejects.toMatchObject({ status: 409, error: 'link_removed' })
  await expect(retry(987_654)).rejects.toMatchObject({ status: 404 })
})

test('without a mail server nothing is sent again', async () => {
  const without = await createWorld()
  const person = await without.signUp()
  await without.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', person.id).execute()
  expect(await person.call('GET /admin/mail', { query: {} })).toMatchObject({ delivers: false })
  await expect(person.call('POST /admin/mail/:id/retry', { params: { id: 1 }, body: {} })).rejects.toMatchObject({
    status: 409,
    error: 'no_mail_server',
  })
  await without.close()
})

test('only admins can read mails', async () => {
  const id = await addMail({ failure: '550' })
  const { call } = await world.signUp()
  for (const [client, status] of [
    [world.guest, 401],
    [call, 403],
  ] as const) {
    await expect(client('GET /admin/mail', { query: {} })).rejects.toMatchObject({ status })
    await expect(client('GET /admin/mail/:id', { params: { id } })).rejects.toMatchObject({ status })
    await expect(client('POST /admin/mail/:id/retry', { params: { id }, body: {} })).rejects.toMatchObject({ status })
  }
})
