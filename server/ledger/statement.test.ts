import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { readPdf } from '#test/read-pdf.ts'
import type { Person } from '#test/shop.ts'
import { createWorld, type World } from '#test/world.ts'
import { post, reverse } from './index.ts'
import type { LedgerAccount } from './ledger-accounts.ts'
import type { Line } from './post.ts'

const DAY = 24 * 60 * 60_000
const SANDBOX: LedgerAccount = { kind: 'provider', provider: 'sandbox' }

let world: World
let seller: Person
let reference = ''
let made = 0
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  seller = await world.signUp()
  reference = `order ${++made}`
})
afterAll(() => world.close())

const inTx = <Result>(act: (tx: Tx) => Promise<Result>) => world.app.db.transaction().execute(act)
const now = () => world.app.clock.now()
const earned = (cents: number, over: Partial<Line> = {}, by = seller): Line => ({
  account: { kind: 'earnings', owner: by.id },
  cents,
  ...over,
})
const sell = (lines: Line[], { name = reference, at = now() } = {}) => {
  const whole = lines.reduce((sum, { cents }) => sum + cents, 0)
  const paid = { account: SANDBOX, cents: -whole }
  return inTx((tx) => post(tx, { kind: 'sale', reference: name, at, lines: [paid, ...lines] }))
}
/** The provider's fee for lines of the sale. */
const charge = (...fees: [cents: number, subject: string][]) => {
  const whole = fees.reduce((sum, [cents]) => sum + cents, 0)
  const lines = fees.map(([cents, subject]): Line => ({ account: { kind: 'fees' }, cents: -cents, subject }))
  return inTx((tx) =>
    post(tx, { kind: 'fee', reference, at: now(), lines: [{ account: SANDBOX, cents: whole }, ...lines] }),
  )
}
const refund = (cents: number, subject: string) =>
  inTx((tx) =>
    reverse(tx, {
      kind: 'refund',
      reference: `${reference} back`,
      of: { kind: 'sale', reference },
      cents,
      subject,
      at: now(),
    }),
  )
const paperOf = async (person = seller) => {
  const blob = await person.call('GET /me/statement/paper', { query: {} })
  return readPdf(new Uint8Array(await blob.arrayBuffer())).text
}

test('a seller reads the statement by pages and days, with the provider’s fee, and nobody else’s', async () => {
  const other = await world.signUp()
  const availableAt = new Date(now().getTime() + 3 * DAY)
  await sell([
    earned(2_995, { subject: `${reference}.0`, memo: 'Night Bus', availableAt }),
    earned(1_000, { subject: `${reference}.1`, memo: 'Day Bus', availableAt }, other),
    earned(500, { subject: `${reference}.2`, memo: 'Late Bus', availableAt }),
  ])
  await charge([88, `${reference}.0`], [29, `${reference}.1`])
  await refund(995, `${reference}.0`)
  const page = (number: number) => seller.call('GET /me/statement', { query: { limit: 2, page: number } })
  const { items, totalItems, available, pending } = await page(0)
  expect({ totalItems, available, pending }).toEqual({ totalItems: 3, available: 0, pending: 25 })
  expect(items).toMatchObject([
    { kind: 'refund', gross: -9.95, net: -9.95, providerFee: null, description: 'Night Bus' },
    { kind: 'sale', gross: 29.95, net: 29.95, providerFee: 0.88 },
  ])
  expect((await page(1)).items).toMatchObject([{ kind: 'sale', gross: 5, net: 5, providerFee: null }])
  const today = now().toISOString().slice(0, 10)
  const rowsOf = async (query: { from?: string; until?: string }) =>
    (await seller.call('GET /me/statement', { query })).totalItems
  expect(await rowsOf({ from: today, until: today })).toBe(3)
  expect(await rowsOf({ until: '2020-01-01' })).toBe(0)
  expect(await rowsOf({ from: '2099-01-01' })).toBe(0)
  await expect(seller.call('GET /me/statement', { query: { from: 'yesterday' } })).rejects.toMatchObject({
    status: 400,
  })
  expect((await (await world.signUp()).call('GET /me/statement', { query: {} })).items).toEqual([])
  await expect(world.guest('GET /me/statement', { query: {} })).rejects.toMatchObject({ status: 401 })
})

test('a statement as a table has a row for each movement, with its day and the day of its money', async () => {
  const [at, availableAt] = [new Date('2026-03-04T05:06:07Z'), new Date('2026-03-07T05:06:07Z')]
  await sell([earned(2_995, { subject: `${reference}.0`, memo: 'Night Bus, slowed', availableAt })], { at })
  await charge([117, `${reference}.0`])
  const table = await seller.call('GET /me/statement/table', { query: {} })
  expect((await table.text()).split('\r\n')).toEqual([
    'Date,Type,Reference,Description,Gross USD,Provider fee USD,Net USD,Available on',
    `2026-03-04T05:06:07.000Z,sale,${reference},"Night Bus, slowed",29.95,1.17,29.95,2026-03-07T05:06:07.000Z`,
    '',
  ])
})

test('a statement on paper tells the balance and each movement, and what went back with a minus', async () => {
  const at = new Date('2026-03-04')
  const availableAt = new Date(now().getTime() + 3 * DAY)
  await sell(
    [earned(2_995, { subject: `${reference}.0`, memo: 'Night Bus' }), earned(1_000, { memo: 'Day Bus', availableAt })],
    {
      at,
    },
  )
  await refund(995, `${reference}.0`)
  const today = now().toISOString().slice(0, 10)
  const text = await paperOf()
  expect(text).toContain(`Made on ${today} from the books`)
  expect(text).toContain('Balance $20.00 Pending $10.00 Movements 3')
  expect(text).toContain(`Amount ${today} Refund Night Bus −$9.95 2026-03-04 Sale Night Bus $29.95`)
  expect(text).toContain('2026-03-04 Sale Day Bus $10.00')
  expect(await paperOf(await world.signUp())).toContain('Balance $0.00 Pending $0.00 Movements 0')
})

test('a statement on paper holds the 2,000 newest movements, and tells how many there are', async () => {
  const cents = (count: number) => Array.from({ length: count }, (_, nth) => earned(1, { subject: String(nth) }))
  await sell(cents(2_000))
  expect(await paperOf()).not.toContain('of 2000')
  await sell(cents(1), { name: `${reference} more` })
  expect(await paperOf()).toContain('2000 of 2001, the newest')
})
