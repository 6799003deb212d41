import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandboxWorld, type SandboxWorld } from '#test/sandbox.ts'
import { testPayouts } from '#test/payout-suite.ts'

let box: SandboxWorld
beforeAll(async () => {
  box = await createSandboxWorld()
})
afterAll(() => box.close())

describe('the port', () => testPayouts(() => ({ ...box, addressOf: (state) => `${state}@slide.test` })))

const send = (address = 'producer@slide.test') =>
  box.payouts.send({ key: box.newKey(), items: [{ key: 'one', address, cents: 9_000, note: 'Sales' }] })
const minuteLater = () => box.passUntil(new Date(box.now().getTime() + 60_000))

test('an admin brings payouts into the states that may follow, and into no other', async () => {
  const { reference } = await send()
  const admin = await box.admin()
  const newest = async () => (await admin.call('GET /sandbox/payouts')).payouts[0]!
  const settle = async (state: 'paid' | 'unclaimed' | 'returned' | 'refunded' | 'failed') =>
    admin.call('PATCH /sandbox/payouts/:reference', {
      params: { reference: (await newest()).reference },
      body: { state },
    })
  expect(await newest()).toMatchObject({ address: 'producer@slide.test', amount: 90, state: 'pending' })
  await expect(settle('refunded')).rejects.toMatchObject({ status: 402, message: expect.stringContaining('pending') })
  await settle('unclaimed')
  expect(await newest()).toMatchObject({ state: 'unclaimed', next: ['paid', 'returned'] })
  await minuteLater()
  expect(await newest()).toMatchObject({ state: 'unclaimed' })
  await settle('paid')
  await settle('returned')
  expect(await newest()).toMatchObject({ state: 'returned', next: [] })
  await expect(settle('paid')).rejects.toMatchObject({ status: 402 })
  expect(await box.payouts.find(reference)).toMatchObject({
    state: 'done',
    items: [{ state: 'returned', failure: 'The money came back.' }],
  })
})

test('each change is told by a signed message about the batch', async () => {
  await box.messages()
  const { reference } = await send('failed+1@slide.test')
  const told = { about: 'payout', reference }
  expect(await box.messages()).toMatchObject([told])
  await minuteLater()
  expect(await box.messages()).toMatchObject([told])
  expect((await box.payouts.find(reference)).items).toMatchObject([{ state: 'failed' }])
})

test('killed rounds, and several at once, pay each payout once', async () => {
  await box.messages()
  const items = Array.from({ length: 4 }, (_, index) => ({
    key: `${index}`,
    address: 'producer@slide.test',
    cents: 100,
    note: 'Sales',
  }))
  const { reference } = await box.payouts.send({ key: box.newKey(), items })
  const later = new Date(box.now().getTime() + 60_000)
  expect(await box.killedRounds(later)).toBeGreaterThan(4)
  const states = async () => (await box.payouts.find(reference)).items.map(({ state }) => state)
  expect(await states()).toEqual(items.map(() => 'paid'))
  expect(await box.told(reference)).toBe(1 + items.length)

  const other = await box.payouts.send({ key: box.newKey(), items: items.map((item) => ({ ...item, cents: 200 })) })
  box.world.passTime(60_000)
  await Promise.all(Array.from({ length: 8 }, () => box.world.takeDue()))
  expect(await box.told(other.reference)).toBe(1 + items.length)
})

test('only admins see and settle payouts', async () => {
  const person = await box.world.signUp()
  const params = { reference: 'sbp_00000000-0000-0000-0000-000000000000' }
  for (const { call } of [{ call: box.world.guest }, person]) {
    const status = call === box.world.guest ? 401 : 403
    await expect(call('GET /sandbox/payouts')).rejects.toMatchObject({ status })
    await expect(call('PATCH /sandbox/payouts/:reference', { params, body: { state: 'paid' } })).rejects.toMatchObject({
      status,
    })
  }
  await expect(
    (await box.admin()).call('PATCH /sandbox/payouts/:reference', { params, body: { state: 'paid' } }),
  ).rejects.toMatchObject({ status: 402, message: 'No such payout.' })
})

test('a silent provider sends nothing, and the same key sends it later', async () => {
  const batch = { key: box.newKey(), items: [{ key: 'one', address: 'a@slide.test', cents: 100, note: 'Sales' }] }
  await box.behave({ isDown: true })
  await expect(box.payouts.send(batch)).rejects.toMatchObject({ name: 'ProviderDown' })
  await box.behave({ isDown: false })
  expect(await box.payouts.send(batch)).toMatchObject({ state: 'processing' })
})
