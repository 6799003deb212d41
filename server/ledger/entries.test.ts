import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { createWorld, type World } from '#test/world.ts'
import { leftOf, ledgerData, post, postAll, reverse } from './index.ts'
import type { LedgerAccount } from './ledger-accounts.ts'
import type { Entry, Line } from './post.ts'

const SANDBOX: LedgerAccount = { kind: 'provider', provider: 'sandbox' }
const HOUSE: LedgerAccount = { kind: 'house', unit: 'promo' }
type Person = Awaited<ReturnType<World['signUp']>>

let world: World
let ann: Person
let bob: Person
beforeAll(async () => {
  world = await createWorld()
  ann = await world.signUp()
  bob = await world.signUp()
})
afterAll(() => world.close())

const inTx = <Result>(act: (tx: Tx) => Promise<Result>) => world.app.db.transaction().execute(act)
const earningsOf = ({ id }: Person): LedgerAccount => ({ kind: 'earnings', owner: id })

let reference = ''
let made = 0
beforeEach(() => {
  reference = `order ${++made}`
})
const sale = (...lines: Line[]): Entry => {
  const whole = lines.reduce((sum, { cents }) => sum + cents, 0)
  const at = world.app.clock.now()
  return { kind: 'sale', reference, at, lines: [{ account: SANDBOX, cents: -whole }, ...lines] }
}
const toAnn = (cents: number, subject = 'a'): Line => ({ account: earningsOf(ann), cents, subject })
const toBob = (cents: number, subject = 'b'): Line => ({ account: earningsOf(bob), cents, subject })
const left = (subject?: string) => inTx((tx) => leftOf(tx, { kind: 'sale', reference }, subject))
const takeBack = (name: string, cents: number, of = reference, over: object = {}) =>
  inTx((tx) =>
    reverse(tx, {
      kind: 'refund',
      reference: name,
      of: { kind: 'sale', reference: of },
      cents,
      at: world.app.clock.now(),
      ...over,
    }),
  )

test('an entry keeps the order of its lines, their words and their days', async () => {
  const later = new Date('2031-05-06')
  const { at, ...entry } = sale({ ...toAnn(700), memo: 'Night Bus', availableAt: later }, toBob(300))
  expect(await inTx((tx) => post(tx, { at, ...entry }))).toBe(true)
  const lines = await world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'entryId')
    .where('reference', '=', reference)
    .select(['line', 'cents', 'subject', 'memo', 'availableAt'])
    .orderBy('line')
    .execute()
  expect(lines).toEqual([
    { line: 1, cents: -1_000, subject: '', memo: '', availableAt: at },
    { line: 2, cents: 700, subject: 'a', memo: 'Night Bus', availableAt: later },
    { line: 3, cents: 300, subject: 'b', memo: '', availableAt: at },
  ])
})

test('of several entries the new ones are posted, and a known one with other lines stops all', async () => {
  const known = sale(toAnn(100))
  const others = (cents: number): Entry[] => [
    { ...known, lines: [{ account: SANDBOX, cents: -cents }, toAnn(cents)] },
    { ...sale(toBob(50)), reference: `${reference} more` },
  ]
  await inTx((tx) => post(tx, known))
  await expect(inTx((tx) => postAll(tx, others(99)))).rejects.toThrow(`other lines for sale ${reference}`)
  expect(await inTx((tx) => postAll(tx, others(100)))).toMatchObject([{ reference: `${reference} more` }])
  expect(await inTx((tx) => postAll(tx, others(100)))).toEqual([])
  const bare = { ...known, reference: `${reference} bare`, lines: [] }
  await expect(inTx((tx) => postAll(tx, [known, bare]))).rejects.toThrow('An entry has lines')
})

test('entries of two kinds about one thing keep their own lines', async () => {
  const fee = { ...sale(toBob(7)), kind: 'fee' }
  await inTx((tx) => postAll(tx, [sale(toAnn(100)), fee]))
  await takeBack(`${reference} back`, 100)
  const rows = await world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'entryId')
    .where('reference', 'in', [reference, `${reference} back`])
    .select(['kind', 'line', 'cents'])
    .orderBy('entryId')
    .orderBy('line')
    .execute()
  expect(rows.map(({ kind, line, cents }) => [kind, line, cents])).toEqual([
    ['sale', 1, -100],
    ['sale', 2, 100],
    ['fee', 1, -7],
    ['fee', 2, 7],
    ['refund', 1, -100],
    ['refund', 2, 100],
  ])
})

test('the rest of an entry is counted in dollars, whole or about one thing', async () => {
  expect(await left()).toBe(0)
  const credit = { account: { kind: 'credit', owner: bob.id, unit: 'promo' }, cents: 40, subject: 'a' } as const
  const entry = sale(toAnn(1_000), toBob(500), toAnn(1, 'c'))
  await inTx((tx) => post(tx, { ...entry, lines: [...entry.lines, { account: HOUSE, cents: -40 }, credit] }))
  expect([await left(), await left('a'), await left('b'), await left('d')]).toEqual([1_501, 1_000, 500, 0])
  await takeBack(`${reference} part`, 300, reference, { subject: 'a' })
  await takeBack(`${reference} credit`, 40, reference, { unit: 'promo' })
  expect([await left(), await left('a'), await left('b'), await left('c')]).toEqual([1_201, 700, 500, 1])
})

test('a reversal that is itself taken back took nothing', async () => {
  await inTx((tx) => post(tx, sale(toAnn(1_000), toBob(500))))
  await takeBack(`${reference} frozen`, 600)
  expect(await left()).toBe(900)
  const of = { kind: 'refund', reference: `${reference} frozen` }
  expect(await takeBack(`${reference} won`, 600, reference, { of })).toBe(true)
  expect([await left(), await left('a')]).toEqual([1_500, 1_000])
})

test('the name of a reversal belongs to one entry, one amount and one unit', async () => {
  const credit = { account: { kind: 'credit', owner: ann.id, unit: 'promo' }, cents: 300 } as const
  const entry = sale(toAnn(1_000))
  const [first, name] = [reference, `${reference} back`]
  await inTx((tx) => post(tx, { ...entry, lines: [...entry.lines, { account: HOUSE, cents: -300 }, credit] }))
  reference = `${first} other`
  await inTx((tx) => post(tx, sale(toAnn(1_000))))
  expect(await takeBack(name, 300, first, { unit: 'promo' })).toBe(true)
  expect(await takeBack(name, 300, first, { unit: 'promo' })).toBe(false)
  const taken = `another refund ${name} already`
  await expect(takeBack(name, 300, first)).rejects.toThrow(taken)
  await expect(takeBack(name, 300, reference, { unit: 'promo' })).rejects.toThrow(taken)
  await expect(takeBack(`${name} more`, 1, first, { unit: 'promo' })).rejects.toThrow('More can’t be taken back')
})

test('a person’s data hold the earnings, and nobody else’s', async () => {
  const carl = await world.signUp()
  await inTx((tx) => post(tx, sale({ account: earningsOf(carl), cents: 250, memo: 'Day Bus' }, toBob(100))))
  const person = { ...carl, handle: carl.displayName, handles: [], addresses: [], since: new Date() }
  const data = await ledgerData.exportOf(world.app.db, person)
  expect(data).toMatchObject({ earnings: [{ description: 'Day Bus', gross: 2.5, net: 2.5 }] })
})
