import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { FIGURES, WAITING, WAITING_OF_TABS, type Figure, type Span, type Waiting } from '#contract/house-figures.ts'
import { SUPPORT } from '#contract/support.ts'
import { takeDue } from '#server/jobs/due.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'
import { beatLine } from '#test/checkout.ts'
import { houseDayTaker } from './index.ts'

const DAY = 24 * 60 * 60_000

let plans: Plans
let adminPerson: Person
beforeAll(async () => {
  plans = await createPlans()
  adminPerson = await plans.admin()
})
afterAll(() => plans.world.close())

const admin = () => plans.back(adminPerson)
const count = () => takeDue(plans.world.app, [houseDayTaker])
const figures = async (figure: Figure, days: Span = '7') =>
  (await admin())('GET /admin/overview/figures/:figure', { params: { figure }, query: { days } })
const waits = async (what: Waiting) => (await admin())('GET /admin/overview/waiting/:what', { params: { what } })

test('sales, refunds, people and plans are counted by days, and are compared with the time before', async () => {
  const beat = await plans.addBeat()
  const { orderId } = await plans.buy([beatLine(beat)], plans.fan)
  const bought = (await (await admin())('GET /admin/orders/:id', { params: { id: orderId } })).total
  await plans.buyPlan(await plans.world.signUp(), { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
  await count()
  const sold = await figures('sold')
  expect(sold.points).toHaveLength(7)
  expect(sold.points.at(-1)!.value).toBeCloseTo(bought + 5.99, 2)
  expect(sold.total).toBeCloseTo(bought + 5.99, 2)
  expect(sold.before).toBeNull() // the shop is not that old
  expect((await figures('orders')).total).toBe(2)
  expect((await figures('plans')).total).toBe(1)
  expect((await figures('people')).points.at(-1)!.value).toBeGreaterThanOrEqual(4)
  const { lines } = await (await admin())('GET /admin/orders/:id', { params: { id: orderId } })
  await (
    await admin()
  )('POST /admin/orders/:id/refund', {
    params: { id: orderId },
    body: { lines: lines.map(({ id, total }) => ({ id, amount: total })), reason: 'Asked for it' },
  })
  await plans.world.work()
  await plans.pass(8 * DAY)
  await count()
  expect((await figures('refunded', '30')).total).toBeCloseTo(bought, 2)
  const later = await figures('sold')
  expect(later.total).toBe(0)
  expect((await figures('sold', '30')).total).toBeCloseTo(bought + 5.99, 2)
  const year = await figures('orders', '364')
  expect(year.points).toHaveLength(52)
  expect(year.total).toBe(2)
})

test('a plan whose renewal is tried again runs, and a paused or canceled one does not', async () => {
  const [fails, leaves] = [await plans.world.signUp(), await plans.world.signUp()]
  const running = async () => {
    await plans.pass(6 * 60_000)
    await count()
    return (await figures('plans')).total
  }
  const before = await running()
  await plans.buyPlan(fails, { type: 'subscription', planId: 'growth', billingCycle: 'monthly' }, 'failsLater')
  await plans.buyPlan(leaves, { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
  await plans.change(leaves, 'cancel')
  expect((await running()) - before).toBe(2)
  await plans.pass(33 * DAY)
  expect(await plans.mine(fails)).toMatchObject([{ isOverdue: true }])
  expect(await plans.planOf(fails)).toBe('growth')
  expect(await plans.planOf(leaves)).toBe('free')
  expect((await running()) - before).toBe(1)
  await plans.pass(5 * DAY)
  expect(await plans.mine(fails)).toMatchObject([{ status: 'paused' }])
  expect((await running()) - before).toBe(0)
})

test('the present day is counted again, and a day that is over is not', async () => {
  await count()
  const rows = async () =>
    plans.world.app.db.selectFrom('houseDay').select(['day', 'countedAt']).orderBy('day').execute()
  const before = await rows()
  plans.world.passTime(6 * 60_000)
  await count()
  const after = await rows()
  expect(after.at(-1)!.countedAt.getTime()).toBeGreaterThan(before.at(-1)!.countedAt.getTime())
  const settled = before.slice(0, -2)
  expect(after.slice(0, settled.length)).toEqual(settled)
})

test('what waits is counted, with the oldest and the late ones', async () => {
  for (const what of WAITING) expect(await waits(what)).toMatchObject({ capped: false, count: expect.any(Number) })
  const before = (await waits('worklist')).count
  await plans.buyPlan(await plans.world.signUp(), { type: 'subscription', planId: 'pro', billingCycle: 'monthly' })
  expect(await waits('worklist')).toMatchObject({ count: before + 3, oldestAt: expect.any(String) })
  await plans.pass(11 * DAY)
  expect((await waits('worklist')).late).toBeGreaterThanOrEqual(1) // the onboarding
  const unsent = await waits('mails')
  await plans.world.app.db
    .updateTable('mail')
    .set({ failure: 'refused', dueAt: null, sentAt: null })
    .where('id', '=', (all) => all.selectFrom('mail').select('id').limit(1))
    .execute()
  expect((await waits('mails')).count).toBe(unsent.count + 1)
})

test('figures are for admins, and unknown ones are refused', async () => {
  const { call } = await plans.world.signUp()
  for (const figure of FIGURES)
    await expect(call('GET /admin/overview/figures/:figure', { params: { figure }, query: {} })).rejects.toMatchObject({
      status: 403,
    })
  const asAdmin = await admin()
  await expect(
    asAdmin('GET /admin/overview/figures/:figure', { params: { figure: 'secrets' as Figure }, query: {} }),
  ).rejects.toMatchObject({ status: 400 })
})

test('sales of each style are counted by days, and plans have no style', async () => {
  await count()
  const styles = async (days: Span) => (await (await admin())('GET /admin/overview/styles', { query: { days } })).styles
  const soldOf = async (days: Span) => (await styles(days)).reduce((sum, { sold }) => sum + sold, 0)
  expect(await styles('7')).toHaveLength(13)
  const before = await soldOf('7')
  const beat = await plans.addBeat()
  const move = (slug: string) =>
    plans.world.app.db
      .updateTable('item')
      .set({ styleId: (all) => all.selectFrom('style').where('slug', '=', slug).select('id') })
      .where('id', '=', beat)
      .execute()
  await move('irish-drill')
  const { orderId } = await plans.buy([beatLine(beat)], await plans.world.signUp())
  await plans.buyPlan(await plans.world.signUp(), { type: 'subscription', planId: 'growth', billingCycle: 'monthly' })
  plans.world.passTime(6 * 60_000)
  await count()
  await count() // again: nothing is counted twice
  const { total } = await (await admin())('GET /admin/orders/:id', { params: { id: orderId } })
  expect((await styles('7')).find(({ slug }) => slug === 'irish-drill')).toEqual({
    slug: 'irish-drill',
    name: 'Irish Drill',
    code: 'IRL',
    line: 'irl',
    sold: expect.closeTo(total, 2),
  })
  expect((await soldOf('7')) - before).toBeCloseTo(total, 2)
  await move('uk-drill')
  plans.world.passTime(6 * 60_000)
  await count()
  expect((await soldOf('7')) - before, 'an item with another style').toBeCloseTo(total, 2)
  await plans.pass(8 * DAY)
  await count()
  expect(await soldOf('7')).toBe(0)
  expect(await soldOf('30')).toBeGreaterThanOrEqual(total)
})

test('each conversation with an unread message waits once in the inbox', async () => {
  const before = await waits('inbox')
  for (const content of ['My beat is gone.', 'Where is my money?']) {
    const from = await plans.world.signUp()
    await from.call('POST /chat/send', { body: { senderId: from.id, receiverId: SUPPORT, content } })
  }
  expect((await waits('inbox')).count).toBe(before.count + 2)
})

test('each tab tells how many things wait behind it, and no more than a hundred', async () => {
  const tabs = async () => (await (await admin())('GET /admin/overview/waiting')).counts
  const before = await tabs()
  for (const tab of ['reports', 'worklist', 'mail', 'referrals', 'payouts', 'people', 'inbox', 'review'] as const) {
    const [only] = WAITING_OF_TABS[tab]
    expect([tab, before[tab]]).toEqual([tab, (await waits(only)).count])
  }
  const mail = { kind: 'welcome', recipient: 'a@slide.test', subject: 'Hello', text: 'Hello', failure: 'refused' }
  await plans.world.app.db
    .insertInto('mail')
    .values(Array.from({ length: 120 }, (_, at) => ({ ...mail, messageId: `tab ${at}` })))
    .execute()
  expect((await tabs()).mail).toBe(100)
  await plans.world.app.db.deleteFrom('mail').where('messageId', 'like', 'tab %').execute()
})

test('the status tells whether the parts of the house work', async () => {
  const status = async () => (await admin())('GET /admin/overview/status')
  const { payments, mail, storage, sounds, stopped } = await status()
  expect(payments).toMatchObject({ mode: 'sandbox', lastEventAt: expect.any(String) })
  expect(mail).toMatchObject({ delivers: false, failed: expect.any(Number) })
  expect(storage).toEqual({ works: true, freeBytes: expect.any(Number) })
  expect(sounds).toEqual({ running: 0, waiting: 0 })
  expect(stopped).toEqual([])
  const turn = async (reason: string | null) =>
    (await admin())('PUT /admin/house/switches/:what', { params: { what: 'uploads' }, body: { reason } })
  await turn('We move our files.')
  vi.spyOn(plans.world.app.storage, 'check').mockRejectedValueOnce(new Error('away'))
  expect(await status()).toMatchObject({ stopped: ['uploads'], storage: { works: false } })
  await turn(null)
})

test('only admins read what waits, the styles and the status', async () => {
  const { call } = await plans.world.signUp()
  const refused = { status: 403 }
  await expect(call('GET /admin/overview/waiting')).rejects.toMatchObject(refused)
  await expect(call('GET /admin/overview/styles', { query: {} })).rejects.toMatchObject(refused)
  await expect(call('GET /admin/overview/status')).rejects.toMatchObject(refused)
})
