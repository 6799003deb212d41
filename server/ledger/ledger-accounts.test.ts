import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { balanceOf, creditsOf, lockAccount, post, type CreditUnit } from './index.ts'
import { openAccounts, type LedgerAccount } from './ledger-accounts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const inTx = <Result>(act: (tx: Tx) => Promise<Result>) => world.app.db.transaction().execute(act)
const earningsOf = ({ id }: { id: number }): LedgerAccount => ({ kind: 'earnings', owner: id })

test('an account that two transactions open at once is one', async () => {
  const account = earningsOf(await world.signUp())
  const open = (tx: Tx) => openAccounts(tx, [account])
  const { ids, opening } = await inTx(async (tx) => {
    const ids = await open(tx)
    const opening = Promise.allSettled([inTx(open)])
    await untilBlocked(world.app.db)
    return { ids, opening }
  })
  expect(await opening).toEqual([{ status: 'fulfilled', value: ids }])
})

test.each(['the same', 'the reverse'])(
  'transactions that open accounts in %s order wait, and never for each other',
  async (order) => {
    const accounts = [earningsOf(await world.signUp()), earningsOf(await world.signUp())]
    const asked = order === 'the same' ? accounts : accounts.toReversed()
    const { ids, opening } = await inTx(async (tx) => {
      const [first] = await openAccounts(tx, [accounts[0]!])
      const opening = Promise.allSettled([inTx((other) => openAccounts(other, asked))])
      await untilBlocked(world.app.db)
      const [second] = await openAccounts(tx, [accounts[1]!])
      return { ids: [first, second], opening }
    })
    expect(await opening).toEqual([{ status: 'fulfilled', value: order === 'the same' ? ids : ids.toReversed() }])
  },
)

test('a spender waits for another one who spends from the same account', async () => {
  const { clock, db } = world.app
  const credit: LedgerAccount = { kind: 'credit', owner: (await world.signUp()).id, unit: 'promo' }
  const house: LedgerAccount = { kind: 'house', unit: 'promo' }
  const move = (tx: Tx, reference: string, cents: number) =>
    post(tx, {
      kind: 'credit',
      reference,
      at: clock.now(),
      lines: [
        { account: house, cents: -cents },
        { account: credit, cents },
      ],
    })
  const spend = async (tx: Tx, reference: string) => {
    await lockAccount(tx, credit)
    const { available } = await balanceOf(tx, credit, clock.now())
    return available >= 500 && move(tx, reference, -500)
  }
  await inTx((tx) => move(tx, 'gift', 500))
  const { spending } = await inTx(async (tx) => {
    await spend(tx, 'first')
    const spending = Promise.allSettled([inTx((other) => spend(other, 'second'))])
    await untilBlocked(db)
    return { spending }
  })
  expect(await spending).toEqual([{ status: 'fulfilled', value: false }])
  expect(await balanceOf(db, credit, clock.now())).toMatchObject({ available: 0 })
})

test('credits are counted by owner and unit, without earnings', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()]
  const at = world.app.clock.now()
  let given = 0
  const move = (from: LedgerAccount, to: LedgerAccount, cents: number) => {
    const lines = [
      { account: from, cents: -cents },
      { account: to, cents },
    ]
    return inTx((tx) => post(tx, { kind: 'gift', reference: String(++given), lines, at }))
  }
  const give = ({ id }: { id: number }, unit: CreditUnit, cents: number) =>
    move({ kind: 'house', unit }, { kind: 'credit', owner: id, unit }, cents)
  const credits = ({ id }: { id: number }) => creditsOf(world.app.db, id)
  await move({ kind: 'house' }, earningsOf(ann), 900)
  expect(await credits(ann)).toEqual({ promo: 0, referral: 0 })
  for (const cents of [500, -120]) await give(ann, 'promo', cents)
  await give(ann, 'referral', 70)
  await give(bob, 'referral', 9)
  expect(await credits(ann)).toEqual({ promo: 380, referral: 70 })
  expect(await credits(bob)).toEqual({ promo: 0, referral: 9 })
})
