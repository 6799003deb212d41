import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubscriptionItem } from '#contract/checkout.ts'
import { addItem } from '#test/factories.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'

const DAY = 24 * 60 * 60_000
const LINK = 'https://social.example/slide/1'

let plans: Plans
let ann: Person
let adminPerson: Person
let admin: Awaited<ReturnType<Plans['back']>>
beforeAll(async () => {
  plans = await createPlans()
  adminPerson = await plans.admin()
})
beforeEach(async () => {
  ann = await plans.world.signUp()
  admin = await plans.back(adminPerson)
})
afterAll(() => plans.world.close())

const item = (planId: 'growth' | 'pro', billingCycle: 'monthly' | 'yearly' = 'monthly'): SubscriptionItem => ({
  type: 'subscription',
  planId,
  billingCycle,
})
type Query = { state?: 'open' | 'late' | 'done'; kind?: 'post' | 'campaign' | 'onboarding'; plan?: 'growth' | 'pro' }
const listed = async (query: Query = {}, seller = ann) =>
  (await admin('GET /admin/worklist', { query: { limit: 100, ...query } })).items.filter(
    (task) => task.seller.id === seller.id,
  )
const kindsOf = async (query?: Query) => (await listed(query)).map(({ kind }) => kind).toSorted()
const tick = (id: number, body: { link?: string; note?: string } = { link: LINK }) =>
  admin('POST /admin/worklist/:id/done', { params: { id }, body })
const undo = (id: number) => admin('POST /admin/worklist/:id/undo', { params: { id } })
async function refund(orderId: number, amount: number) {
  const { lines } = await admin('GET /admin/orders/:id', { params: { id: orderId } })
  const body = { lines: [{ id: lines[0]!.id, amount }], reason: 'Asked for it' }
  await admin('POST /admin/orders/:id/refund', { params: { id: orderId }, body })
  await plans.world.work()
}
const mine = async () => (await plans.back(ann))('GET /billing/tasks/mine')
const actionsOn = async (id: number) =>
  (
    await plans.world.app.db
      .selectFrom('adminAction')
      .where('subjectKind', '=', 'task')
      .where('subjectId', '=', id)
      .select(['action', 'reason'])
      .orderBy('id')
      .execute()
  ).map(({ action, reason }) => [action, reason])
const newsOf = async ({ id }: Person) =>
  (
    await plans.world.app.db
      .selectFrom('notification')
      .where('accountId', '=', id)
      .where('title', 'like', 'Done for%')
      .select(['title', 'message'])
      .execute()
  ).map(({ title, message }) => [title, message])

test('each paid period brings the work of its plan, and an onboarding comes once', async () => {
  await plans.buyPlan(ann, item('pro'))
  expect(await kindsOf()).toEqual(['campaign', 'onboarding', 'post'])
  expect(await kindsOf({ state: 'late' })).toEqual([])
  await plans.pass(32 * DAY)
  admin = await plans.back(adminPerson)
  expect(await kindsOf()).toEqual(['campaign', 'campaign', 'onboarding', 'post', 'post'])
  expect(await kindsOf({ state: 'late' })).toEqual(['campaign', 'onboarding', 'post'])
  const [first] = await listed()
  expect(first).toMatchObject({ kind: 'onboarding', late: true, state: 'open', doneBy: null, plan: 'pro' })
  expect(await kindsOf({ kind: 'post' })).toEqual(['post', 'post'])
  expect(await kindsOf({ plan: 'growth' })).toEqual([])
})

test('a Growth plan brings a post alone, and a yearly one is due after a month', async () => {
  await plans.buyPlan(ann, item('growth', 'yearly'))
  const [post, ...others] = await listed()
  expect(others).toEqual([])
  expect(post).toMatchObject({ kind: 'post', plan: 'growth' })
  const days = (Date.parse(post!.dueAt) - Date.parse(post!.beginsAt)) / DAY
  expect(days).toBeGreaterThanOrEqual(28)
  expect(days).toBeLessThanOrEqual(31)
  expect(await listed({ kind: 'campaign', plan: 'growth' })).toEqual([])
})

test('a tick needs a link, its seller is told of it, and a mistaken one is taken back', async () => {
  await plans.buyPlan(ann, item('pro'))
  await addItem(plans.world.app.db, { ownerId: ann.id, title: 'Stairwell' })
  const tasks = await listed()
  expect(tasks[0]!.newest).toMatchObject({ title: 'Stairwell', kind: 'BEAT' })
  const { id } = tasks.find(({ kind }) => kind === 'post')!
  for (const link of ['', 'javascript:alert(1)', 'ftp://files.example/a', 'social', 'https://me:word@site.example/a'])
    await expect(tick(id, { link })).rejects.toMatchObject({ status: 400, fields: { link: expect.any(String) } })
  expect(await tick(id, { link: LINK, note: 'On three pages.' })).toMatchObject({
    state: 'done',
    link: LINK,
    doneBy: adminPerson.displayName,
  })
  expect(await newsOf(ann)).toEqual([['Done for your Pro plan: Social media post', 'On three pages.']])
  expect((await mine()).find((task) => task.id === id)).toMatchObject({ state: 'done', link: LINK })
  expect(await kindsOf({ state: 'done' })).toEqual(['post'])
  await expect(tick(id)).rejects.toMatchObject({ status: 409, error: 'done' })
  expect(await undo(id)).toMatchObject({ state: 'open', link: null, note: null, doneBy: null })
  await expect(undo(id)).rejects.toMatchObject({ status: 409, error: 'not_done' })
  expect((await mine()).find((task) => task.id === id)).toMatchObject({ state: 'open', link: null })
  expect(await actionsOn(id)).toEqual([
    ['tick task off', `${LINK} On three pages.`],
    ['undo tick', LINK],
  ])
  const call = tasks.find(({ kind }) => kind === 'onboarding')!
  expect(await tick(call.id, {})).toMatchObject({ state: 'done', link: null })
})

test('one of many admins who tick at once wins', async () => {
  await plans.buyPlan(ann, item('growth'))
  const { id } = (await listed())[0]!
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => tick(id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await newsOf(ann)).toHaveLength(1)
  expect(await actionsOn(id)).toHaveLength(1)
})

test('the work for a banned person rests until the ban ends', async () => {
  const waits = async () => (await admin('GET /admin/overview/waiting/:what', { params: { what: 'worklist' } })).count
  await plans.buyPlan(ann, item('pro'))
  const tasks = await listed()
  const before = await waits()
  const at = { params: { id: ann.id } }
  await admin('POST /admin/people/:id/ban', { ...at, body: { category: 'fraud', reason: 'Stolen cards' } })
  expect(await listed()).toEqual([])
  expect(await waits()).toBe(before - tasks.length)
  await admin('POST /admin/people/:id/lift-ban', { ...at, body: { reason: 'A mistake' } })
  expect(await listed()).toEqual(tasks)
  expect(await waits()).toBe(before)
})

test('a refund closes what is open, and what was done stays', async () => {
  const { orderId } = await plans.buyPlan(ann, item('pro'))
  const tasks = await listed()
  const post = tasks.find(({ kind }) => kind === 'post')!
  await tick(post.id)
  await refund(orderId, 14.99)
  expect(await listed()).toEqual([])
  expect((await mine()).map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    'campaign closed',
    'onboarding closed',
    'post done',
  ])
  const campaign = tasks.find(({ kind }) => kind === 'campaign')!
  await expect(tick(campaign.id)).rejects.toMatchObject({ status: 409, error: 'closed' })
})

test('a refund of a period that is over closes its work alone, and nobody else’s', async () => {
  const ben = await plans.world.signUp()
  await plans.buyPlan(ben, item('growth'))
  const { orderId } = await plans.buyPlan(ann, item('growth'))
  const [first] = await listed()
  await plans.pass(32 * DAY)
  admin = await plans.back(adminPerson)
  const [former, present, ...others] = await listed()
  expect([former!.id, others]).toEqual([first!.id, []])
  await refund(orderId, 1)
  expect(await listed()).toMatchObject([{ id: former!.id }, { id: present!.id }])
  await refund(orderId, 4.99)
  expect(await listed()).toMatchObject([{ id: present!.id }])
  const renewal = plans.world.app.db.selectFrom('shopOrder').where('buyerId', '=', ann.id).where('id', '<>', orderId)
  await refund((await renewal.select('id').executeTakeFirstOrThrow()).id, 5.99)
  expect(await listed()).toEqual([])
  expect(await listed({}, ben)).toHaveLength(2)
})

test('an upgrade takes the place of the former plan’s work', async () => {
  await plans.buyPlan(ann, item('growth'))
  await plans.buyPlan(ann, item('pro'))
  expect((await listed()).map(({ kind, plan }) => `${kind} ${plan}`).toSorted()).toEqual([
    'campaign pro',
    'onboarding pro',
    'post pro',
  ])
})

test('work of a period that was over is still owed after an upgrade', async () => {
  await plans.buyPlan(ann, item('growth'))
  await plans.pass(32 * DAY)
  await plans.buyPlan(ann, item('pro'))
  admin = await plans.back(adminPerson)
  expect((await listed()).map(({ kind, plan }) => `${kind} ${plan}`).toSorted()).toEqual([
    'campaign pro',
    'onboarding pro',
    'post growth',
    'post pro',
  ])
})

test('work of a canceled plan is still owed after its end', async () => {
  await plans.buyPlan(ann, item('growth'))
  await plans.change(ann, 'cancel')
  await plans.pass(33 * DAY)
  admin = await plans.back(adminPerson)
  expect(await plans.planOf(ann)).toBe('free')
  expect(await kindsOf({ state: 'late' })).toEqual(['post'])
})

test('sellers see their own work alone, and the list is for admins', async () => {
  await plans.buyPlan(ann, item('growth'))
  const ben = await plans.world.signUp()
  const call = await plans.back(ben)
  expect(await call('GET /billing/tasks/mine')).toEqual([])
  await expect(call('GET /admin/worklist', { query: {} })).rejects.toMatchObject({ status: 403 })
  const { id } = (await listed())[0]!
  await expect(call('POST /admin/worklist/:id/done', { params: { id }, body: { link: LINK } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(tick(999_999_999)).rejects.toMatchObject({ status: 404 })
})
