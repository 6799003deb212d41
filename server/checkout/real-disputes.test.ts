import { unzipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { beatLine } from '#test/checkout.ts'
import { createRealOrders, METHODS } from '#test/real-orders.ts'
import { readPdf } from '#test/read-pdf.ts'
import type { Started } from '#test/real-providers.ts'
import type { Person } from '#test/shop.ts'

const { shop, begin, startBy, refundsOf, intentOf } = await createRealOrders()
let buyer: Person
beforeEach(async () => {
  ;({ buyer } = await begin())
})
afterAll(() => shop.close())

describe.each(METHODS)('%s, disputed:', (method) => {
  let started: Started
  let dispute: string
  let before = 0
  const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  beforeEach(async () => {
    started = await startBy(method)
    await shop.act(method, started, 'approve')
    await shop.confirm(started, buyer)
    await shop.deliverAll()
    before = await earnings()
    dispute =
      method === 'paypal' ? shop.paypal.newDispute(started.sessionId!) : shop.stripe.newDispute(intentOf(started).id)
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
    expect(await earnings()).toBeCloseTo(before - 29.95)
  })
  const end = (state: 'won' | 'lost') => {
    if (method !== 'paypal') return shop.stripe.changeDispute(dispute, state)
    shop.paypal.changeDispute(dispute, 'RESOLVED', state === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR')
  }
  async function deliverTwice() {
    const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
    for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
  }

  test('won, the seller has the money back', async () => {
    end('won')
    await deliverTwice()
    expect(await earnings()).toBeCloseTo(before)
    expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  })

  test('open, nothing is refunded besides', async () => {
    const admin = await shop.admin()
    const params = { id: started.orderId }
    const { lines } = await admin.call('GET /admin/orders/:id', { params })
    const body = { lines: [{ id: lines[0]!.id, amount: 29.95 }], reason: 'Asked' }
    await expect(admin.call('POST /admin/orders/:id/refund', { params, body })).rejects.toMatchObject({
      status: 409,
      error: 'disputed',
    })
    expect(await refundsOf(started.orderId)).toEqual([])
  })

  test('lost, the buyer loses the license', async () => {
    end('lost')
    await deliverTwice()
    expect(await earnings()).toBeCloseTo(before - 29.95)
    expect((await shop.purchasesOf(buyer)).map(({ state }) => state)).not.toContain('owned')
  })
})

test('a PayPal dispute that ends with a part of its sum takes this part alone', async () => {
  const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  const before = await earnings()
  const started = await startBy('paypal')
  await shop.act('paypal', started, 'approve')
  await shop.confirm(started, buyer)
  const dispute = shop.paypal.newDispute(started.sessionId!)
  await shop.deliverAll()
  expect(await earnings()).toBeCloseTo(before)
  shop.paypal.changeDispute(dispute, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', 1_000)
  const messages = { stripe: shop.stripe.take(), paypal: shop.paypal.take() }
  for (let time = 0; time < 2; time++) expect(await shop.deliverAll(messages)).toEqual([200])
  expect(await earnings()).toBeCloseTo(before + 19.95)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('two lost disputes that take the whole payment together take the license', async () => {
  const started = await startBy('paypal')
  await shop.act('paypal', started, 'approve')
  await shop.confirm(started, buyer)
  for (const [cents, state] of [
    [2_000, 'owned'],
    [995, 'refunded'],
  ] as const) {
    const dispute = shop.paypal.newDispute(started.sessionId!)
    await shop.deliverAll()
    shop.paypal.changeDispute(dispute, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR', cents)
    await shop.deliverAll()
    expect(await shop.purchasesOf(buyer)).toMatchObject([{ state }])
  }
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test.each([
  ['block', 'owned', 0],
  ['resolution', 'refunded', 29.95],
] as const)('a dispute that Stripe prevents by a %s leaves the license %s', async (by, state, lost) => {
  const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  const started = await startBy('credit')
  await shop.act('credit', started, 'approve')
  await shop.confirm(started, buyer)
  await shop.deliverAll()
  const before = await earnings()
  shop.stripe.preventDispute(intentOf(started).id, by)
  await shop.deliverAll()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state }])
  expect(await earnings()).toBeCloseTo(before - lost)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

/** A paid order about which its buyer's bank asks. */
async function questioned() {
  const started = await startBy('credit')
  await shop.act('credit', started, 'approve')
  await shop.confirm(started, buyer)
  await shop.deliverAll()
  const earnings = async () => (await shop.ledger())[`earnings ${shop.owner.id}`] ?? 0
  const before = await earnings()
  const question = shop.stripe.newDispute(intentOf(started).id)
  shop.stripe.changeDispute(question, 'warning_needs_response')
  await shop.deliverAll()
  expect(await earnings()).toBeCloseTo(before)
  const admin = await shop.admin()
  const order = await shop.orderAtDesk(admin, started.orderId)
  expect(order).toMatchObject({ state: 'disputed', needs: ['Answer a dispute.'], canBeRefunded: true })
  return { admin, before, earnings, order, question }
}

test('a bank that only asks about a payment freezes nothing, and a refund is an answer', async () => {
  const { admin, before, earnings, order, question } = await questioned()
  await shop.refund(admin, order.id, [{ id: order.lines[0]!.id, amount: 29.95 }])
  shop.stripe.changeDispute(question, 'warning_closed')
  await shop.deliverAll()
  expect(await shop.orderAtDesk(admin, order.id)).toMatchObject({ state: 'refunded', needs: [] })
  const evidence = await admin.call('POST /admin/orders/:id/evidence', { params: { id: order.id } })
  const { text } = readPdf(unzipSync(await evidence.bytes())['evidence.pdf']!)
  expect(text).toContain('Question of a bank $29.95, settled, opened')
  expect(await earnings()).toBeCloseTo(before - 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a bank’s question that becomes a dispute takes the money', async () => {
  const { admin, before, earnings, order, question } = await questioned()
  shop.stripe.changeDispute(question, 'needs_response')
  await shop.deliverAll()
  expect(await earnings()).toBeCloseTo(before - 29.95)
  expect(await shop.orderAtDesk(admin, order.id)).toMatchObject({ state: 'disputed', canBeRefunded: false })
  const lines = [{ id: order.lines[0]!.id, amount: 29.95 }]
  await expect(shop.refund(admin, order.id, lines)).rejects.toMatchObject({ error: 'disputed' })
  shop.stripe.changeDispute(question, 'lost')
  await shop.deliverAll()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await earnings()).toBeCloseTo(before - 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a bank’s question that was settled before it becomes a dispute takes the money, too', async () => {
  const { admin, before, earnings, order, question } = await questioned()
  shop.stripe.changeDispute(question, 'warning_closed')
  await shop.deliverAll()
  expect(await shop.orderAtDesk(admin, order.id)).toMatchObject({ state: 'paid', needs: [] })
  shop.stripe.changeDispute(question, 'needs_response')
  await shop.deliverAll()
  expect(await earnings()).toBeCloseTo(before - 29.95)
  expect(await shop.orderAtDesk(admin, order.id)).toMatchObject({ state: 'disputed', needs: ['Answer a dispute.'] })
  shop.stripe.changeDispute(question, 'lost')
  await shop.deliverAll()
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('two disputes that are open at once take of each seller what they take one after the other', async () => {
  const [admin, other] = [await shop.admin(), await shop.world.signUp()]
  const beats = [await shop.addBeat(), await shop.addBeat({ ownerId: other.id })]
  const earned = async () => {
    const books = await shop.ledger()
    return [shop.owner, other].map(({ id }) => books[`earnings ${id}`] ?? 0)
  }
  const before = await earned()
  const gained = async () => (await earned()).map((sum, nth) => Math.round((sum - before[nth]!) * 100))
  const started = await startBy(
    'credit',
    beats.map((id) => beatLine(id)),
  )
  await shop.act('credit', started, 'approve')
  await shop.confirm(started, buyer)
  const { lines } = await shop.orderAtDesk(admin, started.orderId)
  await shop.refund(admin, started.orderId, [{ id: lines[0]!.id, amount: 20 }])
  const disputes = [1_990, 2_000].map((cents) => {
    const id = shop.stripe.newDispute(intentOf(started).id)
    shop.stripe.dispute(id).amount = cents
    return id
  })
  await shop.deliverAll()
  expect(await gained()).toEqual([0, 0])
  shop.stripe.changeDispute(disputes[0]!, 'lost') // $9.95 of each line
  await shop.deliverAll()
  expect(await gained()).toEqual([0, 0])
  shop.stripe.changeDispute(disputes[1]!, 'won')
  await shop.deliverAll()
  expect(await gained()).toEqual([0, 2_000])
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('a bank’s question that ends leaves another open dispute its money, also when it comes back as a dispute', async () => {
  const { before, earnings, order, question } = await questioned()
  const dispute = shop.stripe.newDispute(shop.stripe.dispute(question).payment_intent as string)
  shop.stripe.dispute(dispute).amount = 2_000
  const tell = async (id: string, state: Parameters<typeof shop.stripe.changeDispute>[1]) => {
    shop.stripe.changeDispute(id, state)
    await shop.deliverAll()
    return Math.round((before - (await earnings())) * 100)
  }
  await shop.deliverAll()
  expect(await tell(question, 'warning_closed')).toBe(2_000)
  expect(await tell(question, 'needs_response')).toBe(2_995)
  expect(await tell(question, 'won')).toBe(2_000)
  expect(await tell(dispute, 'won')).toBe(0)
  expect(await shop.orderOf(order.id)).toMatchObject({ state: 'paid' })
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})
