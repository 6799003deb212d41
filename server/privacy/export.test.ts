import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEntries } from '#server/archives/check-archive.ts'
import { limitsOf } from '#server/archives/limits.ts'
import { readEntry, readerOf } from '#server/archives/read-entry.ts'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { personalData } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Person = Awaited<ReturnType<World['signUp']>>
const DAY = 24 * 60 * 60_000
const ask = ({ call, password }: Person) => call('POST /me/data/export', { body: { password } })
const get = (url: string) => world.http.inject({ method: 'GET', url })

/** The files of the ZIP at an address, by their paths. */
async function unpacked(url: string) {
  const reply = await get(url)
  expect(reply.statusCode).toBe(200)
  const key = 'exports/read-by-a-test.zip'
  await world.app.storage.put(key, reply.rawPayload, { mediaType: 'application/zip' })
  const entries = await listEntries(readerOf(world.app.storage, key), reply.rawPayload.length, limitsOf('kit'))
  const texts = await Promise.all(
    entries.map(async (entry) => {
      const place = { ...entry, from: await entry.place() }
      return [entry.path, (await buffer(Readable.from(readEntry(world.app.storage, key, place)))).toString()] as const
    }),
  )
  await world.app.storage.remove(key)
  return new Map(texts)
}

test('an export is asked for with the password, comes with a mail and a notice, and is its owner’s alone', async () => {
  const person = await world.signUp({ displayName: 'hopper' })
  const other = await world.signUp()
  await person.call('POST /contact', {
    body: { name: 'Hopper', email: person.email, topic: 'Buying', message: 'Where is <b>my</b> beat?' },
  })
  await expect(person.call('POST /me/data/export', { body: { password: 'wrong words here' } })).rejects.toMatchObject({
    status: 400,
    fields: { password: 'That is not your current password.' },
  })
  expect(await person.call('GET /me/data')).toEqual({ export: null, canAskAt: null })
  expect(await ask(person)).toMatchObject({ export: { state: 'making', url: null } })
  await world.work()

  const { export: made } = await person.call('GET /me/data')
  expect(made).toMatchObject({ state: 'ready', bytes: expect.any(Number) as number })
  expect((await world.lastMailTo(person.email)).subject).toBe('Your data is ready')
  const { content } = await person.call('GET /notifications', { query: {} })
  expect(content[0]).toMatchObject({ title: 'Your data is ready', topic: 'system' })

  const files = await unpacked(made!.url!)
  expect(JSON.parse(files.get('data/accounts.json')!)).toMatchObject({ account: { handle: 'hopper' } })
  expect(JSON.parse(files.get('data/contact.json')!)).toMatchObject({
    messages: [{ body: 'Where is <b>my</b> beat?' }],
  })
  const page = files.get('read-me.html')!
  expect(page).toContain('Where is &lt;b&gt;my&lt;/b&gt; beat?')
  expect(page).not.toMatch(/(src|href)=/) // it opens without a network
  const all = [...files.values()].join('\n')
  expect(all).not.toContain('argon2')
  expect(all).not.toContain(other.email)
  // the confirmation link in the mail is still good
  const mail = await world.app.db
    .selectFrom('mail')
    .where('recipient', '=', person.email)
    .where('secret', 'is not', null)
    .select('secret')
    .executeTakeFirstOrThrow()
  expect(all).not.toContain(mail.secret)

  // a changed account or file in the address is refused
  expect((await get(made!.url!.replace(`account=${person.id}`, `account=${other.id}`))).statusCode).toBe(403)
  expect((await other.call('GET /me/data')).export).toBeNull()
  expect((await get(made!.url!)).headers['content-disposition']).toMatch(/^attachment; filename="slide-data-/)
})

test('the files that the person sent are in it, and those of items have an address each', async () => {
  const person = await world.signUp()
  const other = await world.signUp()
  const { db, storage } = world.app
  await storage.put('banners/own.webp', Buffer.from('a banner'), { mediaType: 'image/webp' })
  await db.updateTable('account').set({ bannerKey: 'banners/own.webp' }).where('id', '=', person.id).execute()
  const master = fileOf('master')
  await storage.put(master.storageKey, Buffer.from('a master'), { mediaType: 'audio/wav' })
  await addItem(db, { ownerId: person.id, title: 'Own Beat', files: [master] })
  await ask(person)
  await world.work()
  const { export: made } = await person.call('GET /me/data')
  expect((await unpacked(made!.url!)).get('files/banner.webp')).toBe('a banner')
  const { items } = await person.call('GET /me/data/files', { query: {} })
  expect(items).toMatchObject([{ item: 'Own Beat', role: 'master' }])
  expect((await get(items[0]!.url)).body).toBe('a master')
  expect((await other.call('GET /me/data/files', { query: {} })).items).toEqual([])
})

test('one export a day is made, also of ten requests at once', async () => {
  const person = await world.signUp()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => ask(person)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, error: 'too_soon' },
  })
  await world.work()
  await expect(ask(person)).rejects.toMatchObject({ error: 'too_soon' })
})

test('an export is gone after a week, with its file', async () => {
  const person = await world.signUp()
  await ask(person)
  await world.work()
  const { storageKey } = await world.app.db
    .selectFrom('dataExport')
    .where('accountId', '=', person.id)
    .select('storageKey')
    .executeTakeFirstOrThrow()
  expect(await world.storedFiles()).toContain(storageKey)
  world.passTime(7 * DAY)
  await world.takeDue()
  await world.sweepFiles()
  expect(await world.storedFiles()).not.toContain(storageKey)
  const { email, password } = person
  const { accessToken } = await world.guest('POST /auth/login', { body: { email, password } })
  expect(await world.clientFor(() => accessToken)('GET /me/data')).toEqual({ export: null, canAskAt: null })
})

test('a lost job is made up for, and an export that keeps failing says so', async () => {
  const { db } = world.app
  const person = await world.signUp()
  await ask(person)
  const due = () =>
    db.updateTable('dataExport').set({ dueAt: world.app.clock.now() }).where('accountId', '=', person.id)
  const noJobs = async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(db)
  }
  await noJobs()
  await due().execute()
  await world.takeDue()
  await world.work()
  expect((await person.call('GET /me/data')).export?.state).toBe('ready')

  const unlucky = await world.signUp()
  await ask(unlucky)
  for (let nth = 0; nth < 5; nth++) {
    await noJobs()
    await db
      .updateTable('dataExport')
      .set({ dueAt: world.app.clock.now() })
      .where('accountId', '=', unlucky.id)
      .execute()
    await world.takeDue()
  }
  expect(await unlucky.call('GET /me/data')).toMatchObject({ export: { state: 'failed' }, canAskAt: null })
  expect(await ask(unlucky)).toMatchObject({ export: { state: 'making' } })
})

test('others get connections while a long export is made', async () => {
  const { db } = world.app
  const person = await world.signUp()
  await ask(person)
  const readBefore = ['account', 'oldHandle', 'oneTimeLink', 'dataExport']
  const names = Object.values(personalData).flatMap(({ tables }) => Object.keys(tables))
  const slow = [...new Set(names)].filter((name) => !readBefore.includes(name))
  let making: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.join(slow.map((name) => sql.table(name)))} in access exclusive mode`.execute(tx)
    making = world.work()
    await untilBlocked(tx)
    await sql`select 1`.execute(db)
  })
  await making
  expect(await person.call('GET /me/data')).toMatchObject({ export: { state: 'ready' } })
})
