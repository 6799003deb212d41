import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetPerson, forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { newAdmin, newSeller } from '#test/desk.ts'
import { addItem, fileOf, inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { createWorld, type World } from '#test/world.ts'
import { goodbyeMail } from './mails.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await newAdmin(world)
})
afterAll(() => world.close())

const leave = ({ call, password }: Person) => call('POST /me/deletion', { body: { password } })
const stay = ({ call }: Person) => call('DELETE /me/deletion')
const at = ({ id }: Person) => ({ params: { id } })
const ban = (person: Person) =>
  admin.call('POST /admin/people/:id/ban', { ...at(person), body: { category: 'abuse', reason: 'Threats.' } })
const lift = (person: Person) =>
  admin.call('POST /admin/people/:id/lift-ban', { ...at(person), body: { reason: 'It was somebody else.' } })
const remove = ({ id }: Person) => forgetPerson(world.app, id)

async function sellerOf(items: number) {
  const seller = await newSeller(world)
  const { id: ownerId } = seller
  const licenses = [{ type: 'MP3' as const, priceCents: 2_000 }]
  const ids: number[] = []
  for (let nth = 0; nth < items; nth++)
    ids.push(await addItem(world.app.db, { ownerId, files: [fileOf('master')], licenses }))
  await sql`insert into media_job (item_id, position, step, state)
    select id, 0, 'check', 'done' from unnest(${ids}::bigint[]) id`.execute(world.app.db)
  return seller
}

/** Somebody else shares the earnings of each of their items with the person. */
const shareWith = async ({ id }: Person, items: number) =>
  inTransaction(world.app.db, async (tx) => {
    const other = await sellerOf(items)
    const now = world.app.clock.now()
    await sql`with version as (insert into share_version (item_id, number, state, owner_points, proposed_at, active_at)
        select id, 1, 'active', 9000, ${now}, ${now} from item where owner_id = ${other.id} returning id)
      insert into share (version_id, account_id, points, state, answered_at)
        select id, ${id}, 1000, 'accepted', ${now} from version`.execute(tx)
  })

const ways = { 'leaves and stays': [leave, stay], 'is banned and back': [ban, lift], 'is deleted': [remove] }

test.each(Object.entries(ways))('a seller of many items %s with few statements', async (_, steps) => {
  const statementsFor = async (items: number) => {
    const seller = await sellerOf(items)
    await shareWith(seller, items)
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    for (const step of steps) await step(seller)
    const { length } = asked.mock.calls
    asked.mockRestore()
    return length
  }
  const forTwo = await statementsFor(2)
  expect((await statementsFor(22)) - forTwo).toBeLessThan(15)
})

test.each(Object.entries({ hidden: leave, deleted: remove }))(
  'plays of others are counted while a follower with items is being %s',
  async (_, step) => {
    const { db } = world.app
    const [seller, followed, fan] = [await sellerOf(2), await sellerOf(0), await world.signUp()]
    const id = await addItem(db, { ownerId: followed.id })
    await seller.call('POST /follow/:id', at(followed))
    let going: Promise<unknown> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`lock table mail in access exclusive mode`.execute(tx) // as if mails took long
      going = step(seller)
      going.catch(() => {})
      await untilBlocked(db)
      expect(await fan.call('POST /beats/:id/play', { params: { id } })).toEqual({ counted: true })
    })
    await going
  },
)

test('a mail that comes while the deletion of its reader waits is removed, too', async () => {
  const { db, mail } = world.app
  const person = await world.signUp()
  let deleting: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select from account_stat where account_id = ${person.id} for update`.execute(tx)
    deleting = remove(person)
    deleting.catch(() => {})
    await untilBlocked(db)
    await inTransaction(db, (other) => mail.send(other, goodbyeMail, person.email, {}))
  })
  await deleting
  const left = db.selectFrom('mail').where('recipient', '=', person.email).select('subject')
  expect(await left.execute()).toEqual([])
})

test('a deletion doesn’t read the notices, likes, comments and mails of all others under its locks', async () => {
  const { app } = world
  const [item, person] = [await addItem(app.db, { ownerId: admin.id }), await world.signUp()]
  await sql`with crowd as (insert into account (email, handle, handle_key, referral_code)
      select 'crowd-' || n || '@slide.test', 'crowd-' || n, 'crowd-' || n, 'crowd-' || n from generate_series(1, ${CROWD}) n
      returning id),
    liked as (insert into like_told (item_id, account_id) select ${item}, id from crowd),
    said as (insert into comment (item_id, account_id, body, deleted_at) select ${item}, id, 'Nice.', now() from crowd),
    told as (insert into notification (account_id, seq, title, message, topic, profile_id)
      select id, 1, 'You have a follower', 'See their profile.', 'follow', id from crowd)
    insert into mail (recipient, subject, text, message_id, kind, created_at)
      select 'crowd-' || id || '@slide.test', 'Hello', 'Hello.', 'crowd-' || id, 'welcome', now() - interval '1 day' from crowd`.execute(
    app.db,
  )
  await sql`analyze notification, notification_person, like_told, comment, mail`.execute(app.db)
  const read = await app.db.transaction().execute(async (tx) => {
    await forgetPersonIn(app, tx, person.id)
    const { rows } = await sql<{
      name: string
      rows: number
    }>`select relname as name, seq_tup_read + idx_tup_fetch as rows
      from pg_stat_xact_user_tables where relname in ('notification', 'like_told', 'comment', 'mail')
        and seq_tup_read + idx_tup_fetch >= ${CROWD}`.execute(tx)
    return new Map(rows.map(({ name, rows: all }) => [name, Math.floor(all / CROWD)]))
  })
  expect([...read.keys()]).toEqual(['mail'])
  expect(read.get('mail')).toBeLessThan(4) // before the locks
})

const CROWD = 3_000
