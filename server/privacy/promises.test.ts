import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { workOf } from '#server/work.ts'
import { post } from '#server/ledger/index.ts'
import { inTransaction } from '#test/factories.ts'
import { beatLine } from '#test/checkout.ts'
import { fileNamed } from '#test/archives.ts'
import { createProblems, type Problems } from '#test/problems.ts'

/** What the page /privacy promises about a person who leaves. */
let shop: Problems
beforeAll(async () => {
  shop = await createProblems()
})
afterAll(() => shop.world.close())

const DAY = 24 * 60 * 60_000
const EMAIL = 'augusta.king@slide.test'
const HANDLE = 'lovelace-1815'
const LEGAL_NAME = 'Augusta Ada King-Noël'
const PAYPAL = 'the.countess@paypal.test'
const PASSWORD = 'windows lit at night'
const ADDRESS = '198.51.100.77'

/** Every row of the database as text, those of the job queue included. Bytes are shown in hexadecimal digits. */
async function everything() {
  const { db } = shop.world.app
  const { rows: tables } = await sql<{ room: string; name: string }>`select nspname as room, relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'graphile_worker')`.execute(db)
  const texts = await Promise.all(
    tables.map(async ({ room, name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`${room}.${name}`)} t`.execute(
        db,
      )
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return texts.flat()
}

const rowsWith = (rows: string[], trace: string) => {
  const [plain, hex] = [trace.toLowerCase(), Buffer.from(trace).toString('hex')]
  return rows.filter((row) => row.toLowerCase().includes(plain) || row.includes(hex))
}
const tablesOf = (rows: string[]) => [...new Set(rows.map((row) => row.split(' ', 1)[0]!))].toSorted()

/** Somebody who has done everything that leaves a trace. */
async function busyPerson() {
  const { world, owner, fan } = shop
  const { db } = world.app
  const person = await world.signUp({ email: EMAIL, displayName: HANDLE })
  await db
    .updateTable('account')
    .set({ bio: `I am ${HANDLE}`, legalName: LEGAL_NAME, instagram: HANDLE, emailVerifiedAt: world.app.clock.now() })
    .where('id', '=', person.id)
    .execute()
  // what a reader of mails would get at once
  for (const kind of ['comments', 'likes', 'followers'] as const)
    await owner.call('PATCH /me/notification-preferences', { body: { kind, mail: true } })
  await db.updateTable('account').set({ emailVerifiedAt: world.app.clock.now() }).where('id', '=', owner.id).execute()

  const theirs = await shop.addBeat({ slug: 'of-another', previewKey: 'previews/a.mp3', durationMs: 1_000 })
  const own = await shop.addBeat({ ownerId: person.id, slug: 'own-engine', title: 'Engine' })
  await person.call('POST /beats/:id/like', { params: { id: theirs } })
  await fan.call('POST /beats/:id/like', { params: { id: theirs } })
  await person.call('POST /follow/:id', { params: { id: owner.id } })
  await owner.call('POST /follow/:id', { params: { id: person.id } })
  await person.call('POST /beats/:id/comments', { params: { id: theirs }, body: { text: 'Cold as the stairwell' } })
  await person.call('POST /beats/:id/play', { params: { id: theirs } })
  await person.call('POST /me/playlist/entries', { body: { entries: [{ itemId: theirs, trackId: null }] } })
  const { id: rude } = await fan.call('POST /beats/:id/comments', { params: { id: theirs }, body: { text: 'Rude' } })
  await person.call('POST /comments/:id/report', { params: { id: rude }, body: { reason: `It insults ${HANDLE}` } })
  for (const call of [person.call, world.guest])
    await call('POST /contact', {
      body: { name: 'Augusta', email: EMAIL, topic: 'Buying', message: `Where is the beat of ${HANDLE}?` },
    })
  await person.call('POST /me/avatar', {
    files: { avatar: fileNamed('me.png', PIXEL) },
  })
  for (const content of ['Hello', `I am ${HANDLE}, write to ${EMAIL}`])
    await person.call('POST /chat/send', { body: { senderId: person.id, receiverId: fan.id, content } })
  await fan.call('POST /chat/send', { body: { senderId: fan.id, receiverId: person.id, content: 'Hello yourself' } })
  // bought, complained, and sold something that a buyer complains about
  const items = [beatLine(theirs)]
  const { total } = await shop.preview(items, person)
  const started = await person.call('POST /checkout/start', {
    body: { items, method: 'credit', total, legalName: LEGAL_NAME },
  })
  await shop.payByCard(started)
  await shop.confirm(started, person)
  const [bought] = await shop.purchasesOf(person)
  await shop.report(person, bought!.id)
  await shop.buy([beatLine(own)], fan)
  const sold = (await shop.purchasesOf(fan)).find(({ itemId }) => itemId === own)
  const { id: problem } = await shop.report(fan, sold!.id)
  await person.call('POST /problems/:id/answer', { params: { id: problem }, body: { text: `Yours, ${HANDLE}` } })
  // was paid out
  await person.call('PATCH /me/paypal', { body: { paypalEmail: PAYPAL, password: person.password } })
  await person.call('PATCH /me/payouts', { body: { country: 'GB', autoPayout: false } })
  await payOut(person.id)
  // wrong passwords are counted, and a reset is asked for
  await world.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ADDRESS,
    payload: { email: EMAIL, password: 'not the right one' },
  })
  await db
    .insertInto('throttle')
    .values({ key: `login by account ${EMAIL}`, hits: 3, endsAt: new Date(world.app.clock.now().getTime() + 900_000) })
    .execute()
  await world.guest('POST /auth/forgot-password', { body: { email: EMAIL } })
  await world.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: ADDRESS,
    payload: { email: EMAIL, password: person.password },
  })
  await person.call('POST /me/data/export', { body: { password: person.password } })
  await world.work()
  return { person, own, theirs }
}

/** A balance that goes to PayPal, as an admin has approved it. */
async function payOut(owner: number) {
  const { world } = shop
  const { app } = world
  const lines = [
    { account: { kind: 'earnings', owner } as const, cents: 4_200 },
    { account: { kind: 'house' } as const, cents: -4_200 },
  ]
  await inTransaction(app.db, (tx) => post(tx, { kind: 'gift', reference: 'one', lines, at: app.clock.now() }))
  const past = { changedAt: new Date(0), autoPayout: true }
  await app.db.updateTable('payoutTarget').set(past).where('accountId', '=', owner).execute()
  await app.db.insertInto('payoutWeek').values({ week: '2020-W01', dueAt: app.clock.now() }).execute()
  await world.takeDue()
  await app.db.updateTable('payout').set({ looks: [], dueAt: app.clock.now() }).where('accountId', '=', owner).execute()
  world.passTime(2_000)
  await world.takeDue()
  const paid = await app.db.selectFrom('sandboxPayout').where('address', '=', PAYPAL).select('cents').execute()
  expect(paid).toEqual([{ cents: 4_200 }])
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('after a deletion a search of the whole database finds only the papers of licenses', async () => {
  const { world, fan, owner } = shop
  const { person, own, theirs } = await busyPerson()
  const before = await everything()
  for (const trace of [EMAIL, HANDLE, LEGAL_NAME, PAYPAL, ADDRESS])
    expect(rowsWith(before, trace).length, trace).toBeGreaterThan(0)
  expect(await world.storedFiles()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^avatars/), expect.stringMatching(/^exports/)]),
  )

  await person.call('POST /me/deletion', { body: { password: person.password, giveUp: true } })
  world.passTime(7 * DAY)
  await world.takeDue()
  await world.work()
  world.passTime(2 * DAY)
  await world.takeDue()
  await world.work()
  for (const { run } of workOf(world.app).rounds) await run() // the nightly count of search words
  await world.sweepFiles()

  const after = await everything()
  expect(tablesOf(rowsWith(after, EMAIL))).toEqual([])
  expect(tablesOf(rowsWith(after, PAYPAL))).toEqual([])
  expect(tablesOf(rowsWith(after, ADDRESS))).toEqual([])
  // a license proves for good who may use what: its paper names both sides
  expect(tablesOf(rowsWith(after, HANDLE))).toEqual(['license_paper'])
  expect(tablesOf(rowsWith(after, LEGAL_NAME))).toEqual(['license_paper'])
  expect(rowsWith(after, 'Yours, ')).toEqual([])
  expect((await world.storedFiles()).filter((key) => /^(avatars|exports)/.test(key))).toEqual([])

  // what others have a right to is there
  const { items } = await fan.call('GET /library', { query: {} }).catch(async () => {
    const { accessToken } = await world.guest('POST /auth/login', {
      body: { email: fan.email, password: fan.password },
    })
    return world.clientFor(() => accessToken)('GET /library', { query: {} })
  })
  expect(items.map(({ title }) => title)).toContain('Engine')
  await expect(world.guest('GET /beats/:id', { params: { id: own } })).rejects.toMatchObject({ status: 404 })
  const comments = await world.guest('GET /beats/:id/comments', { params: { id: theirs }, query: {} })
  expect(comments.items.map(({ user }) => user.name)).toContain('Deleted user')
  const { content } = await owner.call('GET /notifications', { query: {} })
  expect(content.map(({ title }) => title).join('\n')).toContain('Deleted user')
})

test('after a deletion nothing has an earlier name or address, or one that was only asked for', async () => {
  const { world, addBeat } = shop
  const { db } = world.app
  const { id, password, call } = await world.signUp({ email: 'first.mailbox@slide.test', displayName: 'first-name-1' })
  const tokenFor = async (email: string) => (await world.lastMailTo(email)).token!
  await world.guest('POST /auth/confirm-email', { body: { token: await tokenFor('first.mailbox@slide.test') } })
  const [reader, other] = [await world.signUp(), await world.signUp()]
  await db.updateTable('account').set({ emailVerifiedAt: world.app.clock.now() }).where('id', '=', reader.id).execute()
  await reader.call('PATCH /me/notification-preferences', { body: { kind: 'likes', mail: true } })
  const beat = await addBeat({ ownerId: reader.id })
  await call('POST /beats/:id/like', { params: { id: beat } })
  await other.call('POST /beats/:id/like', { params: { id: beat } })
  world.passTime(11 * 60_000) // news is mailed ten minutes later
  await world.takeDue()
  await world.work()
  await world.guest('POST /contact', {
    body: { name: 'A', email: 'first.mailbox@slide.test', topic: 'Buying', message: 'Written before the change' },
  })
  expect(tablesOf(rowsWith(await everything(), 'first-name-1'))).toEqual(
    expect.arrayContaining(['mail', 'notification']),
  )
  await call('PATCH /me/profile', { body: { username: 'second-name-2' } })
  for (const email of ['second.mailbox@slide.test', 'third.mailbox@slide.test']) {
    await call('PATCH /me/email', { body: { email, password } })
    await world.work()
    if (email.startsWith('second'))
      await world.guest('POST /auth/confirm-new-email', { body: { token: await tokenFor(email) } })
  }
  await call('POST /me/deletion', { body: { password } })
  world.passTime(7 * DAY)
  await world.takeDue()
  world.passTime(2 * DAY)
  await world.takeDue()
  const { deletedAt } = await db
    .selectFrom('account')
    .where('id', '=', id)
    .select('deletedAt')
    .executeTakeFirstOrThrow()
  expect(deletedAt).not.toBeNull()
  const after = await everything()
  for (const trace of ['first-name-1', 'second-name-2', '.mailbox@slide.test', 'Written before the change'])
    expect(tablesOf(rowsWith(after, trace)), trace).toEqual([])
})

test('an earlier name that is a word of a title stays in the notice of a later act', async () => {
  const { world, addBeat } = shop
  const [{ id, call }, owner] = [await world.signUp({ displayName: 'Harbour_1' }), await world.signUp()]
  await call('PATCH /me/profile', { body: { username: 'Quay_2' } })
  await call('POST /beats/:id/like', {
    params: { id: await addBeat({ ownerId: owner.id, title: 'Harbour_1 at Night' }) },
  })
  await forgetPerson(world.app, id)
  const [notice] = (await owner.call('GET /notifications', { query: {} })).content
  expect(`${notice!.title} ${notice!.message}`).toMatch(/^Deleted user .*Harbour_1 at Night/)
})

test('a deletion leaves the mails of others who had the address before, or one that contains it', async () => {
  const { world } = shop
  const { db } = world.app
  const confirm = async (email: string) =>
    world.guest('POST /auth/confirm-email', { body: { token: (await world.lastMailTo(email)).token! } })
  const move = async (email: string, to: string) => {
    const { accessToken } = await world.guest('POST /auth/login', { body: { email, password: PASSWORD } })
    await world.clientFor(() => accessToken)('PATCH /me/email', { body: { email: to, password: PASSWORD } })
    await world.work()
    await world.guest('POST /auth/confirm-new-email', { body: { token: (await world.lastMailTo(to)).token! } })
  }
  const leaving = await world.signUp({ email: 'an.early@slide.test', password: PASSWORD })
  await confirm('an.early@slide.test')
  world.passTime(DAY)
  await world.signUp({ email: 'in.turn@slide.test', password: PASSWORD })
  await confirm('in.turn@slide.test')
  world.passTime(DAY)
  await move('in.turn@slide.test', 'elsewhere@slide.test')
  const theirs = await db.selectFrom('mail').where('recipient', '=', 'in.turn@slide.test').select('id').execute()
  expect(theirs.length).toBeGreaterThan(1)
  world.passTime(8 * DAY) // nobody else can have the address before
  await move('an.early@slide.test', 'in.turn@slide.test')
  await world.guest('POST /contact', {
    body: { name: 'J', email: 'j.in.turn@slide.test', topic: 'Buying', message: 'Is the bass in the stems?' },
  })
  world.passTime(DAY)
  await move('in.turn@slide.test', 'at.last@slide.test')
  await forgetPerson(world.app, leaving.id)
  const left = await db.selectFrom('mail').where('recipient', '=', 'in.turn@slide.test').select('id').execute()
  expect(left).toEqual(theirs)
  expect(tablesOf(rowsWith(await everything(), 'j.in.turn@slide.test'))).toContain('mail')
  expect(tablesOf(rowsWith(await everything(), 'an.early@slide.test'))).toEqual([])
})

test('mails are kept for half a year', async () => {
  const { world } = shop
  const one = await world.signUp()
  const { id } = await world.lastMailTo(one.email)
  const isThere = async () =>
    (await world.app.db.selectFrom('mail').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
  world.passTime(179 * DAY)
  await world.takeDue()
  expect(await isThere()).toBe(true)
  world.passTime(2 * DAY)
  await world.takeDue()
  expect(await isThere()).toBe(false)
})
