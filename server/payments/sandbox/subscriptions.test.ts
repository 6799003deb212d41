import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandboxWorld, type SandboxWorld } from '#test/sandbox.ts'
import { testSubscriptions } from '#test/subscription-suite.ts'

let box: SandboxWorld
beforeAll(async () => {
  box = await createSandboxWorld()
})
afterAll(() => box.close())

describe('the port', () => testSubscriptions(() => box))

const NEVER = new Date(0)
const DAY = 24 * 60 * 60_000

const begin = async (...given: Parameters<SandboxWorld['monthly']>) =>
  (await box.subscriptions.start(await box.monthly(...given))).reference
const find = (reference: string) => box.subscriptions.find(reference)
const paymentsOf = (reference: string) => box.subscriptions.findPayments({ reference, since: NEVER })
const request = (reference: string) => ({ key: box.newKey(), reference })
const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY)
/** An admin lets the renewals of a subscription fail, or succeed. Sessions end when the clock moves. */
const fail = async (reference: string, renewalsFail: boolean) =>
  (await box.admin()).call('PATCH /sandbox/subscriptions/:reference', { params: { reference }, body: { renewalsFail } })
const paidUntil = async (reference: string) => (await find(reference)).paidUntil!

test('a failed renewal is tried after 1, 3 and 5 days and then pauses; resuming begins a new period', async () => {
  const reference = await begin({}, 'failsLater')
  const due = await paidUntil(reference)
  const tries: (number | null)[] = []
  for (const day of [0, 1, 3, 5]) {
    await box.passUntil(daysAfter(due, day))
    const { nextTryAt } = (await paymentsOf(reference)).at(-1)!
    tries.push(nextTryAt && (nextTryAt.getTime() - due.getTime()) / DAY)
  }
  expect(tries).toEqual([1, 3, 5, null])
  expect(await find(reference)).toMatchObject({ state: 'paused', paidUntil: due })
  const refused = request(reference)
  await expect(box.subscriptions.resume(refused)).rejects.toThrow('Your card was declined.')
  await fail(reference, false)
  await expect(box.subscriptions.resume(refused)).rejects.toThrow('Your card was declined.')
  const resume = request(reference)
  await Promise.all(Array.from({ length: 5 }, () => box.subscriptions.resume(resume)))
  const payments = await paymentsOf(reference)
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'canceled', 'paid'])
  expect(payments[2]!.from.getTime()).toBeGreaterThanOrEqual(daysAfter(due, 5).getTime())
  expect(await find(reference)).toMatchObject({ state: 'active', paidUntil: payments[2]!.until, failure: null })
})

test('a renewal that succeeds at its second try keeps the days of its period', async () => {
  const reference = await begin()
  const due = await paidUntil(reference)
  await fail(reference, true)
  await box.passUntil(due)
  expect(await find(reference)).toMatchObject({ state: 'overdue', failure: 'Your card was declined.' })
  await fail(reference, false)
  await box.passUntil(daysAfter(due, 1))
  const [, renewal] = await paymentsOf(reference)
  expect(renewal).toMatchObject({ state: 'paid', from: due, failure: null, nextTryAt: null })
  expect(await find(reference)).toMatchObject({ state: 'active', paidUntil: renewal!.until, failure: null })
})

test('a canceled subscription ends by itself at the end of its period', async () => {
  const reference = await begin()
  await box.subscriptions.cancel(request(reference))
  await box.passUntil(await paidUntil(reference))
  expect(await find(reference)).toMatchObject({ state: 'ended' })
  const overdue = await begin({}, 'failsLater')
  await box.passUntil(await paidUntil(overdue))
  expect(await box.subscriptions.cancel(request(overdue))).toMatchObject({ state: 'ended' })
  expect((await paymentsOf(overdue)).map(({ state }) => state)).toEqual(['paid', 'canceled'])
})

test('a buyer who never answers loses nothing, and the subscription ends', async () => {
  const { reference } = await box.subscriptions.start(await box.monthly({ method: 'paypal' }))
  const answer = (given: 'approve' | 'decline' | 'cancel') =>
    box.world.guest('POST /sandbox/subscriptions/:reference/approval', {
      params: { reference },
      body: { answer: given },
    })
  expect((await answer('cancel')).goTo).toContain('/checkout?canceled=')
  expect((await answer('decline')).goTo).toContain('/checkout?canceled=')
  expect(await find(reference)).toMatchObject({ state: 'open', failure: 'The payment was declined.' })
  await box.passUntil(daysAfter(box.now(), 1))
  expect(await find(reference)).toMatchObject({ state: 'ended' })
  await expect(answer('approve')).rejects.toMatchObject({ status: 402 })
  expect(await paymentsOf(reference)).toEqual([])
})

test('approval leads back to the shop with the name of the subscription', async () => {
  for (const [method, name] of [
    ['paypal', 'subscription_id'],
    ['google', 'sessionId'],
  ] as const) {
    const { reference, approvalUrl } = await box.subscriptions.start(await box.monthly({ method }))
    expect(approvalUrl).toBe(`https://beats.example/sandbox/subscribe/${reference}`)
    const approve = () =>
      box.world.guest('POST /sandbox/subscriptions/:reference/approval', {
        params: { reference },
        body: { answer: 'approve' },
      })
    const [{ goTo }] = await Promise.all([approve(), approve()])
    expect(new URL(goTo).pathname).toBe('/payment/confirm')
    expect(new URL(goTo).searchParams.get(name)).toBe(reference)
    expect(await paymentsOf(reference)).toHaveLength(1)
  }
})

test('a challenge needs the secret of its browser; a failed one can be answered again', async () => {
  const started = await box.subscriptions.start(await box.monthly({}, 'challenged'))
  const answer = (clientSecret: string, passes: boolean) =>
    box.world.guest('POST /sandbox/subscriptions/:reference/challenge', {
      params: { reference: started.reference },
      body: { clientSecret, passes },
    })
  await expect(answer('another', true)).rejects.toMatchObject({ status: 403 })
  expect(await answer(started.clientSecret!, false)).toMatchObject({
    state: 'challenged',
    failure: 'Your bank could not confirm that it is you.',
  })
  expect(await answer(started.clientSecret!, true)).toMatchObject({ state: 'active', failure: null })
  expect(await answer(started.clientSecret!, true)).toMatchObject({ state: 'active' })
  expect(await paymentsOf(started.reference)).toHaveLength(1)
})

test('payments of a subscription are paid by it alone', async () => {
  const reference = await begin({}, 'failsLater')
  await box.passUntil(await paidUntil(reference))
  const payment = (await paymentsOf(reference)).at(-1)!.reference
  await expect(box.provider.cancelPayment(payment)).rejects.toThrow('belongs to a subscription')
  await expect(box.provider.capturePayment({ key: box.newKey(), reference: payment })).rejects.toThrow('not approved')
  const row = await box.world.app.db
    .selectFrom('sandboxPayment')
    .where('reference', '=', payment)
    .select('clientSecret')
    .executeTakeFirstOrThrow()
  await expect(
    box.world.guest('POST /sandbox/payments/:reference/card', {
      params: { reference: payment },
      body: { ...row, number: '4242424242424242', expires: '12/69', cvc: '314' },
    }),
  ).rejects.toMatchObject({ status: 402 })
})

test('a dispute about a renewal names its payment', async () => {
  const reference = await begin()
  await box.passUntil(await paidUntil(reference))
  const payment = (await paymentsOf(reference))[1]!.reference
  await box.messages()
  await box.behave({ drops: true }) // this shop sells no subscription, so it knows no such payment
  const admin = await box.admin()
  await admin.call('POST /sandbox/payments/:reference/dispute', {
    params: { reference: payment },
    body: { state: 'open' },
  })
  await box.behave({ drops: false })
  const dispute = await box.world.app.db
    .selectFrom('sandboxDispute')
    .select('reference')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(await box.provider.findDispute(dispute.reference)).toMatchObject({ payment, state: 'open', cents: 999 })
})

test('each change is told by a signed message about the subscription: late, twice or lost', async () => {
  await box.messages()
  const reference = await begin()
  const told = { about: 'subscription', reference }
  expect(await box.messages()).toMatchObject([told])
  await box.behave({ duplicates: true })
  await box.subscriptions.cancel(request(reference))
  const twice = await box.messages()
  expect(twice).toMatchObject([told, told])
  expect(twice[0]!.id).toBe(twice[1]!.id)
  await box.behave({ duplicates: false, delaySeconds: 120 })
  await box.subscriptions.resume(request(reference))
  expect(await box.messages()).toEqual([])
  expect(await box.round(1)).toEqual([])
  expect(await box.round(1)).toMatchObject([told])
  await box.behave({ delaySeconds: 0, reorders: true })
  const other = await begin()
  await box.subscriptions.cancel(request(reference))
  const first: string[] = []
  for (let minute = 0; minute < 3; minute++) first.push(...(await box.round()).map((event) => event.reference))
  expect(first).toEqual([reference, other])
  await box.behave({ reorders: false, drops: true })
  await box.subscriptions.resume(request(reference))
  await box.behave({ drops: false })
  expect(await box.round(30)).toEqual([])
  expect(await find(reference)).toMatchObject({ endsWithPeriod: false })
})

test('killed rounds, and several at once, charge each month once', async () => {
  await box.world.app.db.updateTable('sandboxSubscription').set({ dueAt: null }).execute() // the others rest
  const references = await Promise.all([begin(), begin(), begin({}, 'failsLater')])
  const start = (await paymentsOf(references[0]!))[0]!.from
  await box.killedRounds(daysAfter(start, 70))
  const states = async () =>
    Promise.all(references.map(async (one) => (await paymentsOf(one)).map(({ state }) => state)))
  expect(await states()).toEqual([
    ['paid', 'paid', 'paid'],
    ['paid', 'paid', 'paid'],
    ['paid', 'canceled'],
  ])
  expect(await Promise.all(references.map(box.told))).toEqual([3, 3, 5])
  box.world.passTime(100 * DAY)
  await Promise.all(Array.from({ length: 8 }, () => box.world.takeDue()))
  expect((await states())[0]).toEqual(['paid', 'paid', 'paid', 'paid'])
})

test('admins see the newest subscriptions and take their next step', async () => {
  const reference = await begin({ description: 'Pro, monthly' })
  const admin = await box.admin()
  const [newest] = (await admin.call('GET /sandbox/subscriptions')).subscriptions
  const due = await paidUntil(reference)
  expect(newest).toMatchObject({
    reference,
    description: 'Pro, monthly',
    state: 'active',
    amount: 9.99,
    paidWith: 'Visa, ends 4242',
    nextStepAt: due.toISOString(),
  })
  const step = () => admin.call('POST /sandbox/subscriptions/:reference/step', { params: { reference } })
  expect(await step()).toMatchObject({ state: 'active' })
  expect((await paymentsOf(reference))[1]).toMatchObject({ state: 'paid', from: due })
  await box.subscriptions.cancel(request(reference))
  expect(await step()).toMatchObject({ state: 'ended' })
  expect(await step()).toMatchObject({ state: 'ended' })
  expect(await paymentsOf(reference)).toHaveLength(2)
  const person = await box.world.signUp()
  const params = { reference }
  for (const status of [401, 403]) {
    const call = status === 401 ? box.world.guest : person.call
    await expect(call('GET /sandbox/subscriptions')).rejects.toMatchObject({ status })
    await expect(call('POST /sandbox/subscriptions/:reference/step', { params })).rejects.toMatchObject({ status })
    await expect(
      call('PATCH /sandbox/subscriptions/:reference', { params, body: { renewalsFail: true } }),
    ).rejects.toMatchObject({ status })
  }
})

test('the sandbox takes its test cards only, and keeps no number', async () => {
  const save = (number: string) =>
    box.world.guest('POST /sandbox/cards', { body: { number, expires: '12/69', cvc: '314' } })
  await expect(save('4111 1111 1111 1111')).rejects.toMatchObject({ status: 402 })
  await save('4242 4242 4242 4242')
  const rows = await box.world.app.db.selectFrom('sandboxCard').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('42424242')
  await expect(box.subscriptions.start({ ...(await box.monthly()), card: 'sbc_another' })).rejects.toThrow('card')
})

test('a silent provider changes nothing, and the same key acts later', async () => {
  const wanted = await box.monthly()
  await box.behave({ isDown: true })
  await expect(box.subscriptions.start(wanted)).rejects.toMatchObject({ name: 'ProviderDown' })
  await box.behave({ isDown: false })
  const { reference } = await box.subscriptions.start(wanted)
  await box.behave({ isDown: true })
  await expect(find(reference)).rejects.toMatchObject({ name: 'ProviderDown' })
  await box.behave({ isDown: false })
  expect(await find(reference)).toMatchObject({ state: 'active' })
})
