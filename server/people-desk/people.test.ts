import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'
import { listenTo } from '#test/notices.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

type Filter = 'sellers' | 'admins' | 'banned' | 'appeals' | 'free' | 'growth' | 'pro'
const find = (q: string, filter?: Filter) =>
  admin.call('GET /admin/people', { query: { q, limit: 100, ...(filter && { filter }) } })
const idsOf = async (q: string, filter?: Filter) => (await find(q, filter)).items.map(({ id }) => id)
const at = ({ id }: { id: number }) => ({ params: { id } })
const mark = ({ id }: { id: number }, columns: object) =>
  shop.world.app.db.updateTable('account').set(columns).where('id', '=', id).execute()
const confirmed = async () => {
  const person = await shop.world.signUp()
  await mark(person, { emailVerifiedAt: new Date() })
  return person
}
const make = (by: Person, person: { id: number }, password = by.password) =>
  by.call('POST /admin/people/:id/make-admin', { ...at(person), body: { reason: 'Runs the shop with us', password } })
const end = (by: Person, person: { id: number }, password = by.password) =>
  by.call('POST /admin/people/:id/end-admin', { ...at(person), body: { reason: 'Left the team', password } })

test('people are found by the beginning of a name or an address, and by number', async () => {
  const person = await shop.world.signUp({ displayName: 'Zebra_Line', email: 'quagga.mail@slide.test' })
  const other = await shop.world.signUp({ displayName: 'Zebra.Two' })
  for (const q of ['zebra_l', 'ZEBRA_LINE', 'quagga', 'Quagga.Mail@slide.test', String(person.id), `#${person.id}`])
    expect(await idsOf(q)).toContain(person.id)
  expect(await idsOf('zebra')).toEqual([other.id, person.id]) // by name
  for (const q of ['ebra_line', '%', '_', 'mail@slide']) expect(await idsOf(q)).toEqual([])
  await mark(other, { deletedAt: new Date() })
  expect(await idsOf('zebra')).toEqual([person.id])
})

test('filters show sellers, admins, banned people and plans, the newest first, and work with a search', async () => {
  const [seller, paying] = [
    await shop.world.signUp({ displayName: 'Filter_one' }),
    await shop.world.signUp({ displayName: 'Filter_two' }),
  ]
  await mark(seller, { isProducer: true, bannedAt: new Date() })
  await mark(paying, { plan: 'pro' })
  const all = await idsOf('')
  expect(all.slice(0, 2)).toEqual([paying.id, seller.id])
  expect(all).not.toContain(1) // the accounts of the shop itself
  expect(all).not.toContain(2)
  expect(await idsOf('', 'sellers')).toEqual([seller.id])
  expect(await idsOf('', 'banned')).toEqual([seller.id])
  expect(await idsOf('', 'pro')).toEqual([paying.id])
  expect(await idsOf('', 'growth')).toEqual([])
  expect(await idsOf('', 'admins')).toEqual([admin.id])
  expect(await idsOf('', 'free')).toEqual(all.filter((id) => id !== paying.id))
  expect(await idsOf('filter', 'pro')).toEqual([paying.id])
  expect(await idsOf('filter', 'admins')).toEqual([])
  const page = await admin.call('GET /admin/people', { query: { limit: 1, page: 1 } })
  expect(page).toMatchObject({ items: [{ id: seller.id }], totalItems: all.length, capped: false, appeals: 0 })
})

test('a person’s page tells what is known', async () => {
  const seller = await shop.world.signUp()
  const buyer = await shop.world.signUp()
  await shop.buy([beatLine(await shop.addBeat({ ownerId: seller.id }))], buyer)
  await shop.start([beatLine(await shop.addBeat({ ownerId: seller.id }))], { buyer })
  await buyer.call('POST /users/:id/report', { ...at(seller), body: { reason: 'rude' } })
  expect(await admin.call('GET /admin/people/:id', at(seller))).toMatchObject({
    name: seller.displayName,
    email: seller.email,
    emailVerified: false,
    plan: 'free',
    planUntil: null,
    grant: null,
    items: 2,
    onSale: 2,
    sales: 1,
    balance: 0,
    pending: 29.95,
    reports: 1,
    sessions: 1,
    bans: [],
    isNobody: false,
  })
  expect(await admin.call('GET /admin/people/:id', at(buyer))).toMatchObject({
    purchases: 1,
    openOrders: 1,
    legalName: 'Nadia Åström-Bello',
  })
  await expect(admin.call('GET /admin/people/:id', at({ id: 999_999 }))).rejects.toMatchObject({ status: 404 })
})

test('an admin makes another one and takes the role back, with a reason and the password', async () => {
  const person = await confirmed()
  await expect(make(admin, person, 'not the right one')).rejects.toMatchObject({ status: 400 })
  await expect(
    admin.call('POST /admin/people/:id/make-admin', { ...at(person), body: { reason: ' ', password: admin.password } }),
  ).rejects.toMatchObject({ status: 400, fields: { reason: 'Say why.' } })
  await expect(person.call('GET /admin/people', { query: {} })).rejects.toMatchObject({ status: 403 })

  expect(await make(admin, person)).toMatchObject({ isAdmin: true })
  expect((await person.call('GET /admin/people', { query: {} })).totalItems).toBeGreaterThan(1)
  expect((await shop.world.lastMailTo(person.email)).subject).toBe('You are an admin of Slide now')
  await expect(make(admin, person)).rejects.toMatchObject({ status: 409, error: 'already_admin' })

  expect(await end(admin, person)).toMatchObject({ isAdmin: false })
  await expect(person.call('GET /admin/people', { query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(end(admin, person)).rejects.toMatchObject({ status: 409, error: 'no_admin' })
  const { items } = await admin.call('GET /admin/actions', { query: { limit: 2 } })
  expect(items).toMatchObject([
    { action: 'end admin', subject: { kind: 'account', id: person.id }, reason: 'Left the team' },
    { action: 'make admin', subject: { kind: 'account', id: person.id }, reason: 'Runs the shop with us' },
  ])
})

test('an unconfirmed address, the shop’s own accounts and banned people get no role', async () => {
  const person = await shop.world.signUp()
  await expect(make(admin, person)).rejects.toMatchObject({ error: 'unconfirmed_email' })
  await expect(make(admin, { id: 2 })).rejects.toMatchObject({ status: 404 })
  await expect(end(admin, { id: 2 })).rejects.toMatchObject({ status: 404 })
  await mark(person, { emailVerifiedAt: new Date(), bannedAt: new Date() })
  await expect(make(admin, person)).rejects.toMatchObject({ error: 'banned' })
})

test('nobody takes the own role, and an admin who leaves does not count', async () => {
  await expect(end(admin, admin)).rejects.toMatchObject({ status: 409, error: 'own_role' })
  const other = await confirmed()
  await make(admin, other)
  await other.call('POST /me/deletion', { body: { password: other.password } })
  await expect(end(other, admin)).rejects.toMatchObject({ status: 409, error: 'last_admin' })
  await other.call('DELETE /me/deletion')
  await end(admin, other)
})

test('of two admins who end each other’s role at once, one stays', async () => {
  const other = await confirmed()
  await make(admin, other)
  const outcomes = await Promise.allSettled([end(admin, other), end(other, admin)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await mark(admin, { isAdmin: true })
  await mark(other, { isAdmin: false })
})

test('open browsers of a person hear of a role at once', async () => {
  const person = await confirmed()
  const address = `${await shop.world.http.listen({ host: '127.0.0.1', port: 0 })}/api/notifications/stream`
  const before = await listenTo(address, person.accessToken)
  await before.saying('"roles":["ROLE_USER"]')
  await make(admin, person)
  await before.ended // a stream ends with the role that it began with
  const after = await listenTo(address, person.accessToken)
  await after.saying('"roles":["ROLE_USER","ROLE_ADMIN"]')
  await end(admin, person)
  await after.ended
})
