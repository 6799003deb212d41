import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createDisputes, type Disputes } from '#test/disputes.ts'
import { fileOf } from '#test/factories.ts'
import { CASES, LIVES } from '#test/properties.ts'
import type { Person } from '#test/shop.ts'

/** The orders of which money goes back in many ways: the same in each run of the tests. `npm run prove:money` tries 200 others. */
const ORDERS = LIVES === null ? 8 : Math.ceil(LIVES / 50)
/** A refund that was refused is tried again after six hours at the latest. */
const PAUSE = 7 * 60 * 60_000

let shop: Disputes
let admin: Person
beforeAll(async () => {
  shop = await createDisputes()
})
afterAll(() => shop.world.close())

const percent = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(100))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refund' as const), nth: fc.nat(2), percent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund by hand' as const), percent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('come back' as const), nth: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('dispute' as const), percent }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('decide' as const), isWon: fc.boolean(), percent }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refuse' as const), isRefusing: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
)
const life = fc.record({
  lines: fc.array(fc.record({ cents: fc.integer({ min: 100, max: 5_000 }), seller: fc.nat(1) }), {
    minLength: 1,
    maxLength: 3,
  }),
  steps: fc.array(step, { minLength: 2, maxLength: 9 }),
})
type Life = typeof life extends fc.Arbitrary<infer One> ? One : never
type Step = Life['steps'][number]

const centsOf = (dollars: number | undefined = 0) => Math.round(dollars * 100)
const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
const partOf = (cents: number, percent: number) => Math.ceil((cents * percent) / 100)

/** A paid order of beats of two sellers, and what can happen to its money. */
async function buy(lines: Life['lines']) {
  const { db, payments, clock } = shop.world.app
  const [buyer, ...sellers] = [await shop.world.signUp(), await shop.world.signUp(), await shop.world.signUp()]
  const items = []
  for (const { cents: priceCents, seller } of lines) {
    const files = [fileOf('master'), fileOf('mp3')]
    const licenses = [{ type: 'MP3' as const, priceCents }]
    items.push(beatLine(await shop.add({ ownerId: sellers[seller]!.id, files, licenses })))
  }
  const started = await shop.start(items, { buyer })
  await shop.payByCard(started)
  await shop.confirm(started, buyer)
  const { orderId } = started
  const reference = started.sessionId!
  const itsPayment = db.selectFrom('sandboxPayment').where('reference', '=', reference)
  const { id: paymentId } = await itsPayment.select('id').executeTakeFirstOrThrow()
  const lost: number[] = []
  let asked: number | null = null

  const atDesk = () => shop.orderAtDesk(admin, orderId)
  const refundsThere = () =>
    db.selectFrom('sandboxRefund').where('paymentId', '=', paymentId).selectAll().orderBy('id').execute()
  /** The cents of the payment that the provider still has. */
  async function leftThere() {
    const sent = (await refundsThere()).filter(({ state }) => state !== 'failed')
    return sumOf(lines.map(({ cents }) => cents)) - sumOf(sent.map(({ cents }) => cents)) - sumOf(lost)
  }
  async function dispute(state: 'open' | 'won' | 'lost', cents: number) {
    const disputes = db.updateTable('sandboxDispute').where('paymentId', '=', paymentId)
    if (state === 'open') await disputes.set({ reference: `sbd_${randomUUID()}` }).execute() // the next one of the payment
    await admin.call('POST /sandbox/payments/:reference/dispute', { params: { reference }, body: { state } })
    await disputes.set({ cents }).execute()
    await shop.world.work()
  }

  async function act(step: Step) {
    if (step.do === 'wait') return wait()
    if (step.do === 'refuse') return shop.failRefunds(step.isRefusing)
    if (step.do === 'decide' && asked !== null) {
      const cents = step.isWon ? asked : partOf(asked, step.percent)
      await dispute(step.isWon ? 'won' : 'lost', cents)
      if (!step.isWon) lost.push(cents)
      asked = null
    } else if (step.do === 'come back') {
      const done = (await refundsThere()).filter(({ state }) => state === 'done')
      if (done.length === 0) return
      const { id } = done[step.nth % done.length]!
      await db.updateTable('sandboxRefund').set({ state: 'failed' }).where('id', '=', id).execute()
      await db.updateTable('payment').set({ compareAt: clock.now() }).where('orderId', '=', orderId).execute()
      await shop.world.takeDue()
    } else if (asked === null) await claim(step)
  }

  /** Money that is asked for while no bank asks for it. */
  async function claim(step: Step) {
    if (step.do === 'refund') {
      const all = (await atDesk()).lines
      const { id, refundable } = all[step.nth % all.length]!
      const amount = partOf(centsOf(refundable), step.percent) / 100
      if (amount > 0) await shop.refund(admin, orderId, [{ id, amount }])
    } else if (step.do === 'refund by hand' || step.do === 'dispute') {
      const cents = partOf(await leftThere(), step.percent)
      if (cents <= 0) return
      if (step.do === 'dispute') return dispute('open', (asked = cents))
      await shop.failRefunds(false)
      await payments.providers[0]!.refund({ key: randomUUID(), payment: reference, cents })
      await shop.world.work()
    }
  }

  async function settle() {
    if (asked !== null) await dispute('won', asked)
    await shop.failRefunds(false)
    for (let time = 0; time < 5; time++) await wait()
  }

  return { buyer, sellers, orderId, atDesk, leftThere, act, settle }
}

async function wait() {
  await shop.world.work()
  shop.world.passTime(PAUSE)
  await shop.world.takeDue()
  await shop.world.work()
  admin = await shop.admin() // sessions end
}

async function live({ lines, steps }: Life) {
  admin = await shop.admin()
  const houseOf = async () => centsOf((await shop.ledger())['house'])
  const before = await houseOf()
  const order = await buy(lines)
  for (const step of steps) {
    await order.act(step)
    expect(await shop.sumOfAll()).toBeCloseTo(0)
  }
  await order.settle()
  const seen = await order.atDesk()
  if (seen.difference !== null) return // a person decides what the money was for
  const refunds = shop.world.app.db.selectFrom('refund').where('orderId', '=', order.orderId)
  expect(await refunds.where('state', '=', 'pending').select('id').execute()).toEqual([])
  const [house, left] = [(await houseOf()) - before, await order.leftThere()]
  if (left < 0) return expect(house, 'the provider has sent more than it had').toBeLessThanOrEqual(left)
  expect(house).toBe(0)
  const kept = seen.lines.map(({ refundable }) => centsOf(refundable))
  expect(sumOf(kept)).toBe(left)
  const books = await shop.ledger()
  expect(order.sellers.map(({ id }) => centsOf(books[`earnings ${id}`]))).toEqual(
    order.sellers.map((_, seller) => sumOf(kept.filter((_, nth) => lines[nth]!.seller === seller))),
  )
  expect((await shop.purchasesOf(order.buyer)).map(({ state }) => state)).toEqual(
    kept.map((cents) => (cents > 0 ? 'owned' : 'refunded')),
  )
}

/** A refund leaves the first line less than its part of the loss. */
const KNOWN: Life = {
  lines: [
    { cents: 2_995, seller: 0 },
    { cents: 2_995, seller: 1 },
  ],
  steps: [
    { do: 'refund', nth: 0, percent: 67 },
    { do: 'dispute', percent: 50 },
    { do: 'decide', isWon: false, percent: 100 },
  ],
}

test('refunds and disputes leave each seller what is left of their lines, and buyers what they paid for', async () => {
  await fc.assert(fc.asyncProperty(life, live), {
    seed: 7,
    ...CASES,
    numRuns: ORDERS,
    examples: [[KNOWN]],
    endOnFailure: true,
  })
})
