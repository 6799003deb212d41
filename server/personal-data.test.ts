import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countFollower } from '#server/accounts/index.ts'
import type { Db } from '#server/db/connect.ts'
import { countComment, countPlay } from '#server/items/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { exportPerson, forgetPerson, personalData } from './personal-data.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Names of columns that identify a person without a foreign key. */
const TELLING =
  '^((account|admin|author|buyer|owner|payee|person|profile|recipient|reporter|seller|sender|user)_id' +
  '|.*email.*|.*recipient.*|.*handle.*|.*phone.*|.*paypal.*|legal_name|listener|address|ip|user_agent)$'
/** Tables that hold addresses in columns with other names. */
const ALSO = ['throttle', 'refresh_token']
const camel = (table: string) => table.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

async function tablesAboutPeople(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select distinct t.relname as name
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
      and (t.relname = any(${ALSO}::text[]) or a.attname ~ ${TELLING}
        or exists (select from pg_constraint c
          where c.contype = 'f' and c.conrelid = t.oid and c.confrelid = 'account'::regclass and a.attnum = any(c.conkey)))
    order by name`.execute(db)
  return rows.map(({ name }) => camel(name))
}

async function forgottenTables(db: Db, rooms: object = personalData) {
  const named = new Set(Object.values(rooms).flatMap(({ tables }: { tables: object }) => Object.keys(tables)))
  return (await tablesAboutPeople(db)).filter((table) => !named.has(table))
}

test('every table about people is named by a room', async () => {
  expect(await tablesAboutPeople(world.app.db)).toEqual(
    expect.arrayContaining(['account', 'item', 'itemLike', 'mail', 'notification', 'recentPlay', 'throttle']),
  )
  expect(await forgottenTables(world.app.db)).toEqual([])
})

test('a new table about people that no room names is found by its foreign key or its column’s name', async () => {
  const other = await createWorld()
  await sql`create table diary (writer bigint references account)`.execute(other.app.db)
  await sql`create table guest_list (email_key text)`.execute(other.app.db)
  expect(await forgottenTables(other.app.db)).toEqual(['diary', 'guestList'])
  const { social: _, ...rest } = personalData
  expect(await forgottenTables(world.app.db, rest)).toContain('itemLike')
  await other.close()
})

/** A person with rows in every table, and rows of others that must stay unchanged. */
async function wholePerson() {
  const { db } = world.app
  const person = await world.signUp({ email: 'lovelace@slide.test', displayName: 'ada.lovelace' })
  const other = await world.signUp()
  await db
    .updateTable('account')
    .set({ bio: 'Counts windows', emailVerifiedAt: new Date(), referredBy: other.id, isProducer: true })
    .where('id', '=', person.id)
    .execute()
  const theirs = await addItem(db, { ownerId: other.id, previewKey: 'previews/a.mp3', durationMs: 1_000 })
  const own = await addItem(db, { ownerId: person.id, title: 'Difference Engine' })
  const beat = { params: { id: theirs } }
  await person.call('POST /beats/:id/like', beat)
  await other.call('POST /beats/:id/like', { params: { id: own } })
  await person.call('POST /beats/:id/play', beat)
  await person.call('POST /me/playlist/entries', { body: { entries: [{ itemId: theirs, trackId: null }] } })
  await person.call('POST /beats/:id/comments', { ...beat, body: { text: 'Standing words' } })
  const { id: takenBack } = await person.call('POST /beats/:id/comments', { ...beat, body: { text: 'Taken back' } })
  await person.call('DELETE /comments/:id', { params: { id: takenBack } })
  const { id: rude } = await other.call('POST /beats/:id/comments', { ...beat, body: { text: 'Rude' } })
  await person.call('POST /comments/:id/report', { params: { id: rude }, body: { reason: 'It is rude' } })
  const message = {
    name: 'Lovelace',
    email: 'Lovelace@slide.test',
    topic: 'Buying' as const,
    message: 'Where is my beat?',
  }
  await person.call('POST /contact', { body: message })
  await world.guest('POST /contact', { body: { ...message, message: 'Written as a guest' } })
  const pair = { senderId: person.id, receiverId: other.id }
  await person.call('POST /chat/send', { body: { ...pair, content: 'Written to another' } })
  await person.call('PUT /chat/blocks/:id', { params: { id: other.id } })
  await db.insertInto('follow').values({ followerId: person.id, followeeId: other.id }).execute()
  await db.insertInto('follow').values({ followerId: other.id, followeeId: person.id }).execute()
  await db.updateTable('accountStat').set({ followers: 1 }).where('accountId', 'in', [person.id, other.id]).execute()
  await db
    .insertInto('mail')
    .values({ kind: 'receipt', recipient: person.email, subject: 'Your receipt', text: 'Thanks', messageId: '<1@x>' })
    .execute()
  const { id: batchId } = await db
    .insertInto('sandboxPayoutBatch')
    .values({ reference: 'batch', isDenied: false, createdAt: world.app.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payout = { batchId, cents: 4_200, note: 'Earnings', state: 'paid' as const, createdAt: world.app.clock.now() }
  await db
    .insertInto('sandboxPayout')
    .values([
      { ...payout, reference: 'hers', key: '1', address: person.email },
      { ...payout, reference: 'another', key: '2', address: 'somebody@slide.test' },
    ])
    .execute()
  await db
    .insertInto('upload')
    .values({
      id: 'engine',
      accountId: person.id,
      purpose: 'avatar',
      name: 'lovelace.png',
      mediaType: 'image/png',
      size: 9,
      createdAt: world.app.clock.now(),
      activeAt: world.app.clock.now(),
      dueAt: new Date('2100-01-01'),
    })
    .execute()
  await db.updateTable('account').set({ avatarKey: 'avatars/lovelace' }).where('id', '=', person.id).execute()
  return { person, other, theirs, own }
}

/** Every row of the database as text. */
async function everything(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return texts.flat()
}

test('an export contains everything about a person, and after deletion nothing identifies them', async () => {
  const { person, other, theirs, own } = await wholePerson()
  const parts = JSON.stringify(await exportPerson(world.app, person.id))
  for (const trace of [
    'ada.lovelace',
    'lovelace@slide.test',
    'Counts windows',
    'Difference Engine',
    'Standing words',
    'It is rude',
    'Where is my beat?',
    'Written as a guest',
    'Written to another',
    `"blockedId":${other.id}`,
    'Your receipt',
    `"followeeId":${other.id}`,
    `"followerId":${other.id}`,
  ])
    expect(parts).toContain(trace)
  expect(parts).not.toContain('argon2')
  expect(parts).not.toContain('Taken back')
  expect(await exportPerson(world.app, person.id)).toMatchObject({
    social: { likes: [{ title: expect.any(String) as string }] },
    listening: { playlist: [{}], recentlyPlayed: [{}] },
    notifications: { notifications: [{ title: expect.stringContaining('liked') as string }] },
    accounts: { sessions: [{}] },
  })

  const before = await everything(world.app.db)
  expect(before.filter((row) => /lovelace/i.test(row)).length).toBeGreaterThan(5)
  await forgetPerson(world.app, person.id)
  world.passTime(11 * 60_000)
  await world.takeDue()
  const left = await everything(world.app.db)
  // search words are counted anew each night
  const rest = left.filter((row) => !row.startsWith('search_term '))
  for (const trace of [
    'lovelace',
    'Counts windows',
    'Taken back',
    'It is rude',
    'my beat',
    'as a guest',
    'Written to another',
    'Your receipt',
  ])
    expect(rest.filter((row) => row.toLowerCase().includes(trace.toLowerCase()))).toEqual([])

  await expect(person.call('GET /me')).rejects.toMatchObject({ status: 401 })
  const { email, password } = person
  await expect(world.guest('POST /auth/login', { body: { email, password } })).rejects.toMatchObject({ status: 401 })
  await expect(world.guest('GET /beats/:id', { params: { id: own } })).rejects.toMatchObject({ status: 404 })
  const { items } = await world.guest('GET /beats/:id/comments', { params: { id: theirs }, query: {} })
  expect(items.map(({ text, user }) => [text, user.name])).toContainEqual(['Standing words', 'Deleted user'])
  expect(await other.call('GET /beats/:id/liked', { params: { id: theirs } })).toMatchObject({ likeCount: 0 })
  expect(await other.call('GET /me')).toMatchObject({ followersCount: 0 })
})

test('the name and address of a deleted account can be taken again', async () => {
  const { id } = await world.signUp({ email: 'gone@slide.test', displayName: 'gone.again' })
  await forgetPerson(world.app, id)
  await world.signUp({ email: 'gone@slide.test', displayName: 'gone.again' })
})

test('messages that somebody else wrote with an unconfirmed address are neither shown nor removed', async () => {
  const message = { name: 'Bob', email: 'bob@slide.test', topic: 'Buying' as const, message: 'Private words' }
  await world.guest('POST /contact', { body: message })
  const thief = await world.signUp({ email: 'bob@slide.test' })
  expect(JSON.stringify(await exportPerson(world.app, thief.id))).not.toContain('Private words')
})

test('plays that are counted while their producer is forgotten are waited for', async () => {
  const { db } = world.app
  const [producer, other] = [await world.signUp(), await world.signUp()]
  const own = await addItem(db, { ownerId: producer.id })
  const liked = await addItem(db, { ownerId: other.id })
  await producer.call('POST /beats/:id/like', { params: { id: liked } })
  let forgetting: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await countComment(tx, [{ itemId: liked, by: 1 }])
    forgetting = forgetPerson(world.app, producer.id)
    await untilBlocked(world.app.db)
    await countPlay(tx, [{ itemId: own, by: 1, at: new Date() }])
  })
  await forgetting
  await expect(producer.call('GET /me')).rejects.toMatchObject({ status: 401 })
})

test('a change of the password that runs while its account is forgotten is waited for', async () => {
  const { db } = world.app
  const person = await world.signUp()
  let forgetting: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('account').set({ passwordChangedAt: new Date() }).where('id', '=', person.id).execute()
    forgetting = forgetPerson(world.app, person.id)
    forgetting.catch(() => {})
    await untilBlocked(db)
    await tx.updateTable('oneTimeLink').set({ usedAt: new Date() }).where('accountId', '=', person.id).execute()
    await tx.updateTable('session').set({ endedAt: new Date() }).where('accountId', '=', person.id).execute()
  })
  await forgetting
})

test('people who like and follow each other are forgotten at the same time', async () => {
  const { db } = world.app
  const people = await Promise.all(Array.from({ length: 6 }, () => world.signUp()))
  const items = await Promise.all(people.map(({ id }) => addItem(db, { ownerId: id })))
  const others = people.flatMap(({ id }) =>
    people.filter((one) => one.id !== id).map((one) => ({ followerId: id, followeeId: one.id })),
  )
  await db.insertInto('follow').values(others).execute()
  await db.transaction().execute((tx) => countFollower(tx, new Map(people.map(({ id }) => [id, people.length - 1]))))
  for (const { call } of people) for (const id of items) await call('POST /beats/:id/like', { params: { id } })

  await Promise.all(people.map(({ id }) => forgetPerson(world.app, id)))
  const ids = people.map((person) => person.id)
  const { rows } = await sql`select id from account join account_stat on account_id = id
    where id = any(${ids}::bigint[]) and (followers <> 0 or tracks <> 0)`.execute(db)
  expect(rows).toEqual([])
  const { rows: liked } =
    await sql`select from item_stat where item_id = any(${items}::bigint[]) and likes <> 0`.execute(db)
  expect(liked).toEqual([])
})
