import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { inTransaction } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { balanceOf, lockAccount, post, postAll, reverse } from './index.ts'
import type { LedgerAccount } from './ledger-accounts.ts'
import type { Line } from './post.ts'

const DAY = 24 * 60 * 60_000
const SANDBOX: LedgerAccount = { kind: 'provider', provider: 'sandbox' }
type Person = Awaited<ReturnType<World['signUp']>>

let world: World
let ann: Person
let bob: Person
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  ann = await world.signUp()
  bob = await world.signUp()
})
afterAll(() => world.close())

const inTx = <Result>(act: (tx: Tx) => Promise<Result>) => inTransaction(world.app.db, act)
const now = () => world.app.clock.now()
const earningsOf = ({ id }: Person): LedgerAccount => ({ kind: 'earnings', owner: id })
const balance = (account: LedgerAccount) => balanceOf(world.app.db, account, now())

let made = 0
/** A sale of several order lines, each with its seller and price. Gives its reference. */
async function sell(...lines: [seller: Person, cents: number][]) {
  const reference = `order ${++made}`
  const whole = lines.reduce((sum, [, cents]) => sum + cents, 0)
  const given = lines.map(([seller, cents], index): Line => ({
    account: earningsOf(seller),
    cents,
    subject: `${reference}.${index}`,
    memo: `Beat ${index}`,
    availableAt: new Date(now().getTime() + 3 * DAY),
  }))
  await inTx((tx) =>
    post(tx, { kind: 'sale', reference, at: now(), lines: [{ account: SANDBOX, cents: -whole }, ...given] }),
  )
  return reference
}

const refund = (of: string, reference: string, cents: number, subject?: string) =>
  inTx((tx) =>
    reverse(tx, {
      kind: 'refund',
      reference,
      of: { kind: 'sale', reference: of },
      cents,
      at: now(),
      ...(subject !== undefined && { subject }),
    }),
  )

const sums = async () => {
  const { rows } = await sql<{ unit: string; sum: number }>`
    select unit, sum(cents)::bigint as sum from ledger_line join ledger_account on ledger_account.id = account_id
    group by unit`.execute(world.app.db)
  return rows.map(({ sum }) => sum)
}

test('earnings are pending, and available when their day has come', async () => {
  await sell([ann, 2_995], [bob, 1_000])
  expect(await balance(earningsOf(ann))).toEqual({ available: 0, pending: 2_995 })
  const later = new Date(now().getTime() + 3 * DAY + 1)
  expect(await balanceOf(world.app.db, earningsOf(ann), later)).toEqual({ available: 2_995, pending: 0 })
  expect(await balance({ kind: 'credit', owner: ann.id, unit: 'promo' })).toEqual({ available: 0, pending: 0 })
})

test('an entry is posted once, however many ask at once; the same name with other lines is refused', async () => {
  const entry = (cents: number) => ({
    kind: 'sale',
    reference: 'once',
    at: now(),
    lines: [
      { account: SANDBOX, cents: -cents },
      { account: earningsOf(ann), cents },
    ],
  })
  const posted = await Promise.all(Array.from({ length: 20 }, () => inTx((tx) => post(tx, entry(500)))))
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await balance(earningsOf(ann))).toMatchObject({ available: 500 })
  await expect(inTx((tx) => post(tx, entry(600)))).rejects.toThrow('other lines')
  expect(await balance(earningsOf(ann))).toMatchObject({ available: 500 })
})

test('the database refuses entries that do not sum to zero in each unit, and every change', async () => {
  const unequal = (lines: Line[]) => inTx((tx) => post(tx, { kind: 'sale', reference: 'wrong', at: now(), lines }))
  await expect(
    unequal([
      { account: SANDBOX, cents: -500 },
      { account: earningsOf(ann), cents: 499 },
    ]),
  ).rejects.toThrow('do not sum to zero')
  await expect(
    unequal([
      { account: { kind: 'house', unit: 'promo' }, cents: -500 },
      { account: earningsOf(ann), cents: 500 },
    ]),
  ).rejects.toThrow('do not sum to zero')
  await expect(
    inTx((tx) => sql`insert into ledger_entry (kind, reference, posted_at) values ('sale', 'bare', now())`.execute(tx)),
  ).rejects.toThrow('has no lines')
  const reference = await sell([ann, 700])
  for (const [table, column] of [
    ['ledger_account', 'kind'],
    ['ledger_entry', 'reference'],
    ['ledger_line', 'cents'],
  ] as const)
    for (const change of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(
        inTx((tx) => sql.raw(change).execute(tx)),
        change,
      ).rejects.toThrow('is append only')
  await expect(
    inTx((tx) =>
      sql`insert into ledger_line (entry_id, line, account_id, cents, subject, available_at)
        select entry_id, line + 10, account_id, cents, 'late', now() from ledger_line
        join ledger_entry on ledger_entry.id = entry_id where reference = ${reference}`.execute(tx),
    ),
  ).rejects.toThrow('is complete')
  expect(new Set(await sums())).toEqual(new Set([0]))
})

test('a refund takes back in proportion, and parts end at exactly the whole', async () => {
  const reference = await sell([ann, 1_000], [bob, 500], [ann, 1])
  await refund(reference, 'part 1', 100)
  expect(await balance(earningsOf(ann))).toEqual({ available: 0, pending: 1_001 - 67 })
  expect(await balance(earningsOf(bob))).toEqual({ available: 0, pending: 500 - 33 })
  await refund(reference, 'line', 467, `${reference}.1`)
  expect(await balance(earningsOf(bob))).toEqual({ available: 0, pending: 0 })
  await expect(refund(reference, 'too much', 935)).rejects.toThrow('More can’t be taken back')
  await expect(refund(reference, 'too much of a line', 1, `${reference}.1`)).rejects.toThrow('More can’t')
  expect(await refund(reference, 'rest', 934)).toBe(true)
  expect(await refund(reference, 'rest', 934)).toBe(false)
  await expect(refund(reference, 'rest', 933)).rejects.toThrow('has another refund rest already')
  expect(await balance(earningsOf(ann))).toEqual({ available: 0, pending: 0 })
})

test('an entry without lines, and a reversal of nothing or of cents that can’t be, are refused', async () => {
  expect(await inTx((tx) => postAll(tx, []))).toEqual([])
  await expect(inTx((tx) => post(tx, { kind: 'sale', reference: 'bare', at: now(), lines: [] }))).rejects.toThrow(
    'An entry has lines',
  )
  const reference = await sell([ann, 1_000])
  for (const cents of [0, -1, 0.5, Number.NaN])
    await expect(refund(reference, `${cents} of it`, cents)).rejects.toThrow('whole cents above 0')
  await expect(refund('no such order', 'of nothing', 100)).rejects.toThrow('The ledger has no sale no such order')
  expect(await balance(earningsOf(ann))).toEqual({ available: 0, pending: 1_000 })
})

test('twenty refunds at once take back no more than was given', async () => {
  const reference = await sell([ann, 1_000])
  const refunds = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => refund(reference, `at once ${made} ${index}`, 300)),
  )
  expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await balance(earningsOf(ann))).toEqual({ available: 0, pending: 100 })
})

test('a refund after a payout leaves a debt, and a refund of credit leaves the dollars', async () => {
  const reference = 'paid with credit'
  const credit: LedgerAccount = { kind: 'credit', owner: bob.id, unit: 'promo' }
  await inTx((tx) =>
    post(tx, {
      kind: 'sale',
      reference,
      at: now(),
      lines: [
        { account: SANDBOX, cents: -700 },
        { account: earningsOf(ann), cents: 700 },
        { account: credit, cents: -300 },
        { account: { kind: 'house', unit: 'promo' }, cents: 300 },
      ],
    }),
  )
  const paid = { account: earningsOf(ann), cents: -700 }
  await inTx((tx) =>
    post(tx, {
      kind: 'payout',
      reference,
      at: now(),
      lines: [paid, { account: { kind: 'payouts', owner: ann.id }, cents: 700 }],
    }),
  )
  await refund(reference, 'after payout', 700)
  expect(await balance(earningsOf(ann))).toEqual({ available: -700, pending: 0 })
  expect(await balance(credit)).toMatchObject({ available: -300 })
  const back = { kind: 'refund', reference: 'credit back', of: { kind: 'sale', reference }, cents: 300, at: now() }
  await inTx((tx) => reverse(tx, { ...back, unit: 'promo' }))
  expect(await balance(credit)).toMatchObject({ available: 0 })
})

test('one of twenty transactions that spend a balance at once succeeds', async () => {
  const credit: LedgerAccount = { kind: 'credit', owner: ann.id, unit: 'referral' }
  const house: LedgerAccount = { kind: 'house', unit: 'referral' }
  const move = (tx: Tx, reference: string, cents: number) =>
    post(tx, {
      kind: 'credit',
      reference: `${reference} of ${ann.id}`,
      at: now(),
      lines: [
        { account: house, cents: -cents },
        { account: credit, cents },
      ],
    })
  await inTx((tx) => move(tx, 'gift', 500))
  const spend = (index: number) =>
    inTx(async (tx) => {
      await lockAccount(tx, credit)
      const { available } = await balanceOf(tx, credit, now())
      return available >= 500 && move(tx, `spent ${index}`, -500)
    })
  const spent = await Promise.all(Array.from({ length: 20 }, (_, index) => spend(index)))
  expect(spent.filter(Boolean)).toHaveLength(1)
  expect(await balance(credit)).toMatchObject({ available: 0 })
})

test('a sale does not wait for a payout of its seller', async () => {
  await sell([ann, 500])
  await inTx(async (payout) => {
    await lockAccount(payout, earningsOf(ann))
    const sale = inTx(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx) // fails at once in place of a test that hangs
      const lines = [
        { account: SANDBOX, cents: -300 },
        { account: earningsOf(ann), cents: 300 },
      ]
      return post(tx, { kind: 'sale', reference: 'during a payout', at: now(), lines })
    })
    expect(await sale).toBe(true)
  })
})

test('after random sales and refunds balances are right and all sums are zero', async () => {
  const people = [ann, bob, await world.signUp()]
  const owed = people.map(() => 0)
  const cents = fc.integer({ min: 1, max: 100_000 })
  const sale = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), cents), { minLength: 1, maxLength: 4 })
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(sale, parts, async (lines, refunds) => {
      const reference = await sell(...lines.map(([who, price]) => [people[who]!, price] as [Person, number]))
      let left = lines.map(([, price]) => price)
      for (const [who, price] of lines) owed[who]! += price
      for (const [index, part] of refunds.entries()) {
        const line = index % left.length
        const amount = Math.floor(left[line]! * part)
        if (amount === 0) continue
        await refund(reference, `${reference} part ${index}`, amount, `${reference}.${line}`)
        left = left.with(line, left[line]! - amount)
        owed[lines[line]![0]]! -= amount
      }
      for (const [who, person] of people.entries())
        expect(await balance(earningsOf(person))).toEqual({ available: 0, pending: owed[who] })
    }),
    { numRuns: 60, endOnFailure: true },
  )
  expect(new Set(await sums())).toEqual(new Set([0]))
})
