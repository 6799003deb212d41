import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { inTransaction } from '#test/factories.ts'
import type { Person } from '#test/shop.ts'
import { createWorld, type World } from '#test/world.ts'
import { earnersOf, partOf, post, reverse } from './index.ts'
import type { LedgerAccount } from './ledger-accounts.ts'

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
const at = new Date('2026-03-04')
const earningsOf = ({ id }: Person): LedgerAccount => ({ kind: 'earnings', owner: id })
const about = (line: number) => `order-line:${line}`

let made = 0
/** A sale of two things: Ann and Bob share the first one, the second one is Ann’s alone. */
async function sell() {
  const name = { kind: 'sale', reference: `shared ${++made}` }
  const lines = [
    { account: { kind: 'provider', provider: 'sandbox' } as const, cents: -4_000 },
    { account: earningsOf(ann), cents: 2_000, subject: about(1) },
    { account: earningsOf(bob), cents: 1_000, subject: about(1) },
    { account: { kind: 'house' } as const, cents: 100, subject: about(2) },
    { account: earningsOf(ann), cents: 900, subject: about(2) },
  ]
  await inTx((tx) => post(tx, { ...name, lines, at }))
  return name
}

test('the part of one account in a refund is told before it is taken, of what is left then', async () => {
  const of = await sell()
  const partIn = (person: Person, cents: number, line = 1) =>
    inTx((tx) => partOf(tx, { of, cents, subject: about(line), account: earningsOf(person) }))
  expect([await partIn(ann, 300), await partIn(bob, 300), await partIn(bob, 100, 2)]).toEqual([200, 100, 0])
  expect(await partIn(await world.signUp(), 300)).toBe(0)
  await inTx((tx) =>
    reverse(tx, { kind: 'refund', reference: `${of.reference} back`, of, cents: 2_999, subject: about(1), at }),
  )
  expect([await partIn(ann, 1), await partIn(bob, 1), await partIn(ann, 1_000, 2)]).toEqual([1, 0, 900])
})

test('the earners of a sale are told with what each has earned of, without the house', async () => {
  expect(await inTx((tx) => earnersOf(tx, { kind: 'sale', reference: 'unknown' }))).toEqual([])
  const name = await sell()
  expect(await inTx((tx) => earnersOf(tx, name))).toEqual([
    { accountId: ann.id, subject: about(1) },
    { accountId: bob.id, subject: about(1) },
    { accountId: ann.id, subject: about(2) },
  ])
})
