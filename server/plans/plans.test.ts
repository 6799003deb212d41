import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { ProviderDown } from '#server/payments/port.ts'
import { workOf } from '#server/work.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000

let plans: Plans
let ann: Person
beforeAll(async () => {
  plans = await createPlans()
})
beforeEach(async () => {
  ann = await plans.world.signUp()
})
afterAll(() => plans.world.close())

const item = (planId: 'growth' | 'pro', billingCycle: 'monthly' | 'yearly' = 'monthly'): SubscriptionItem => ({
  type: 'subscription',
  planId,
  billingCycle,
})
const growth = item('growth')
const pro = item('pro')
const mailsTo = async ({ email }: Person) =>
  (
    await plans.world.app.db.selectFrom('mail').where('recipient', '=', email).select('kind').orderBy('id').execute()
  ).map(({ kind }) => kind)
const newsOf = async ({ id }: Person) =>
  (
    await plans.world.app.db
      .selectFrom('notification')
      .where('accountId', '=', id)
      .where('topic', '=', 'renewal')
      .select('title')
      .orderBy('id')
      .execute()
  ).map(({ title }) => title)

test('a plan is bought by card, and takes effect at once', async () => {
  const started = await plans.subscribe(ann, growth)
  expect(started).toMatchObject({ state: 'open', clientSecret: null, paymentUrl: null })
  expect(await plans.confirm(started, ann)).toMatchObject({ state: 'paid', refused: [] })
  await plans.world.work()
  expect(await ann.call('GET /me')).toMatchObject({ subscription: { planId: 'growth', planName: 'Growth' } })
  const [subscription, ...others] = await plans.mine(ann)
  expect(others).toEqual([])
  expect(subscription).toMatchObject({
    plan: 'growth',
    planLabel: 'Growth, monthly',
    price: 5.99,
    status: 'active',
    canResume: false,
    paidWith: 'Visa, ends 4242',
  })
  expect(await newsOf(ann)).toEqual(['Your Growth plan has begun'])
})

test('an order keeps what was asked, and none of the words that came with it', async () => {
  const card = await plans.saveCard()
  const asked = { ...growth, title: 'Growth\0', artist: 'x'.repeat(1_000), price: 5.99, paymentMethodId: card }
  const { orderId } = await ann.call('POST /checkout/start', {
    body: { items: [asked], method: 'credit', total: 5.99 },
  })
  const lines = plans.world.app.db.selectFrom('orderLine').where('orderId', '=', orderId)
  expect(await lines.select('asked').execute()).toEqual([{ asked: growth }])
})

test.each(['paypal', 'google'] as const)('a plan is paid by %s, and the message alone completes it', async (method) => {
  const started = await plans.subscribe(ann, item('pro', 'yearly'), 'good', method)
  expect(started.paymentUrl).toMatch(/\/sandbox\/subscribe\//)
  const params = { reference: started.sessionId! }
  await plans.world.guest('POST /sandbox/subscriptions/:reference/approval', { params, body: { answer: 'approve' } })
  await plans.pass(0)
  expect(await plans.planOf(ann)).toBe('pro')
  expect(await plans.paymentsOf(ann)).toEqual([149_00])
})

test('a clock that jumps over a year makes up for every month', async () => {
  await plans.buyPlan(ann, growth)
  await plans.pass(360 * DAY)
  expect(await plans.paymentsOf(ann)).toHaveLength(12)
  expect(await plans.planOf(ann)).toBe('growth')
})

test('a renewal is announced three days before, once', async () => {
  await plans.buyPlan(ann, growth)
  await plans.pass(24 * DAY)
  expect(await mailsTo(ann)).not.toContain('plan renews')
  const [subscription] = await plans.mine(ann)
  await plans.pass(
    new Date(subscription!.currentPeriodEnd!).getTime() - plans.world.app.clock.now().getTime() - 2 * DAY,
  )
  await plans.pass(DAY / 2)
  expect((await mailsTo(ann)).filter((kind) => kind === 'plan renews')).toHaveLength(1)
})

test('a canceled plan lasts until its end, and can be resumed before', async () => {
  await plans.buyPlan(ann, growth)
  expect(await plans.change(ann, 'cancel')).toMatchObject({ status: 'canceled', canResume: true })
  await expect(plans.change(ann, 'cancel')).rejects.toMatchObject({ status: 409 })
  expect(await plans.planOf(ann)).toBe('growth')
  expect(await plans.change(ann, 'resume')).toMatchObject({ status: 'active', canResume: false, paymentUrl: null })
  await plans.change(ann, 'cancel')
  await plans.pass(32 * DAY)
  expect(await plans.planOf(ann)).toBe('free')
  expect(await plans.mine(ann)).toMatchObject([{ status: 'canceled', canResume: false }])
  expect(await plans.paymentsOf(ann)).toEqual([599])
  expect(await newsOf(ann)).toContain('Your Growth plan has ended')
  await expect(plans.change(ann, 'resume')).rejects.toMatchObject({ status: 409 })
})

test('a canceled plan that an upgrade has replaced is not resumed', async () => {
  await plans.buyPlan(ann, growth)
  await plans.change(ann, 'cancel')
  const [{ id } = { id: 0 }] = await plans.mine(ann)
  await plans.buyPlan(ann, pro)
  expect((await plans.mine(ann)).map(({ plan, canResume }) => [plan, canResume])).toEqual([
    ['pro', false],
    ['growth', false],
  ])
  const call = await plans.back(ann)
  await expect(call('POST /billing/subscriptions/:id/resume', { params: { id } })).rejects.toMatchObject({
    status: 409,
  })
})

test('a provider that falls silent at a cancellation is asked again with the same key, and another time with a new one', async () => {
  await plans.buyPlan(ann, growth)
  const { subscriptions } = plans.world.app.payments.providers[0]!
  const cancel = vi.spyOn(subscriptions, 'cancel').mockRejectedValueOnce(new ProviderDown('It fell silent.'))
  await expect(plans.change(ann, 'cancel')).rejects.toMatchObject({ status: 503 })
  await plans.change(ann, 'cancel')
  await plans.change(ann, 'resume')
  await plans.change(ann, 'cancel')
  const [silent, again, later] = cancel.mock.calls.map(([{ key }]) => key)
  expect(again).toBe(silent)
  expect(later).not.toBe(silent)
  cancel.mockRestore()
})

test('a failed renewal keeps the plan for its tries, then pauses it', async () => {
  await plans.buyPlan(ann, growth, 'failsLater')
  await plans.pass(32 * DAY)
  expect(await plans.mine(ann)).toMatchObject([{ status: 'active', isOverdue: true }])
  expect(await plans.planOf(ann)).toBe('growth')
  await plans.pass(5 * DAY)
  expect(await plans.mine(ann)).toMatchObject([{ status: 'paused', canResume: true }])
  expect(await plans.planOf(ann)).toBe('free')
  expect(await mailsTo(ann)).toEqual(expect.arrayContaining(['plan renewal failed', 'plan paused']))
  await expect(plans.change(ann, 'resume')).rejects.toMatchObject({ status: 402 })
  expect(await plans.planOf(ann)).toBe('free')
})

test('resuming a paused plan charges at once and begins a new period', async () => {
  await plans.buyPlan(ann, growth, 'failsLater')
  await plans.pass(38 * DAY)
  expect(await plans.planOf(ann)).toBe('free')
  await expect(plans.change(ann, 'resume')).rejects.toMatchObject({ status: 402 })
  await plans.world.app.db.updateTable('sandboxSubscription').set({ renewalsFail: false }).execute()
  expect(await plans.change(ann, 'resume')).toMatchObject({ status: 'active' })
  expect(await plans.planOf(ann)).toBe('growth')
  expect(await plans.paymentsOf(ann)).toEqual([599, 599])
})

test('an upgrade takes the unused part off the first charge and ends the former plan', async () => {
  await plans.buyPlan(ann, growth)
  const { lines } = await plans.preview([pro], ann)
  expect(lines[0]).toMatchObject({ state: 'available', price: 14.99 })
  expect(lines[0]!.adjustments).toMatchObject([{ kind: 'plan', reason: 'Unused part of Growth', amount: 5.98 }])
  await plans.buyPlan(ann, pro)
  await plans.world.takeDue()
  expect(await plans.paymentsOf(ann)).toEqual([599, 901])
  expect((await plans.mine(ann)).map(({ plan, status }) => [plan, status])).toEqual([
    ['pro', 'active'],
    ['growth', 'canceled'],
  ])
  expect(await plans.atProvider(ann)).toEqual(['ended', 'active'])
  await plans.pass(32 * DAY)
  expect(await plans.paymentsOf(ann)).toEqual([599, 901, 1499])
})

test('nobody goes down, or pays less than nothing, before the present plan ends', async () => {
  await plans.buyPlan(ann, item('growth', 'yearly'))
  const stateOf = async (one: SubscriptionItem) => (await plans.preview([one], ann)).lines[0]!.state
  expect(await stateOf(growth)).toBe('owned')
  expect(await stateOf(pro)).toBe('owned') // the unused part is more than its price
  expect(await stateOf(item('pro', 'yearly'))).toBe('available')
  await plans.buyPlan(ann, item('pro', 'yearly'))
  expect(await stateOf(item('growth', 'yearly'))).toBe('owned')
})

test('promo credits come once for an account and with each paid month, by the year too', async () => {
  await plans.buyPlan(ann, growth)
  expect(await plans.creditsOf(ann)).toBe(75 + 10)
  await plans.buyPlan(ann, item('pro', 'yearly'))
  expect(await plans.creditsOf(ann)).toBe(150 + 10 + 25)
  await plans.pass(63 * DAY)
  expect(await plans.creditsOf(ann)).toBe(150 + 10 + 3 * 25)
})

test('nobody cancels or resumes a plan of somebody else', async () => {
  await plans.buyPlan(ann, growth)
  const [subscription] = await plans.mine(ann)
  const { id } = subscription!
  const other = await plans.world.signUp()
  for (const call of ['POST /billing/subscriptions/:id/cancel', 'POST /billing/subscriptions/:id/resume'] as const)
    await expect(other.call(call, { params: { id } })).rejects.toMatchObject({ status: 404 })
  expect(await plans.mine(other)).toEqual([])
})

test('a deletion tells of the running plan, and ends it at the provider', async () => {
  await plans.buyPlan(ann, growth)
  const [subscription] = await plans.mine(ann)
  const call = await plans.back(ann)
  expect(await call('GET /me/deletion')).toMatchObject({ planUntil: subscription!.currentPeriodEnd })
  await call('POST /me/deletion', { body: { password: ann.password, giveUp: true } })
  await plans.pass(8 * DAY)
  await plans.pass(60_000)
  expect(await plans.atProvider(ann)).toEqual(['ended'])
  await plans.pass(60 * DAY)
  expect(await plans.paymentsOf(ann)).toEqual([599])
})

test('a provider whose clock is a little ahead gives the plan at once, too', async () => {
  await plans.buyPlan(ann, growth)
  plans.world.passTime(-60_000)
  const task = workOf(plans.world.app).tasks['set-plan']
  await task({ accountId: ann.id })
  plans.world.passTime(60_000)
  expect(await plans.planOf(ann)).toBe('growth')
})
