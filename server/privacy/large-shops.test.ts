import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
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
  for (let nth = 0; nth < items; nth++) await addItem(world.app.db, { ownerId, files: [fileOf('master')], licenses })
  return seller
}

const ways = { 'leaves and stays': [leave, stay], 'is banned and back': [ban, lift], 'is deleted': [remove] }

test.each(Object.entries(ways))('a seller of many items %s with few statements', async (_, steps) => {
  const statementsFor = async (items: number) => {
    const seller = await sellerOf(items)
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
