import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeDue } from '#server/jobs/due.ts'
import { forgetPersonIn } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { fileOf } from '#test/factories.ts'
import { createPlans, type Plans } from '#test/plans.ts'
import type { Person } from '#test/shop.ts'
import { grantTaker } from './index.ts'

const DAY = 24 * 60 * 60_000
const GROWTH = { type: 'subscription', planId: 'growth', billingCycle: 'monthly' } as const
const PRO = { type: 'subscription', planId: 'pro', billingCycle: 'monthly' } as const

let shop: Plans
let admin: Person
beforeAll(async () => {
  shop = await createPlans()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const at = ({ id }: { id: number }) => ({ params: { id } })
const dayIn = (days: number) => new Date(shop.world.app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
const desk = () => shop.back(admin)
const grant = async (person: { id: number }, { plan = 'growth' as 'growth' | 'pro', until = dayIn(10) } = {}) =>
  (await desk())('POST /admin/people/:id/plan', { ...at(person), body: { plan, until, reason: 'Helped us test' } })
const end = async (person: { id: number }) =>
  (await desk())('POST /admin/people/:id/end-plan', { ...at(person), body: { reason: 'The test is over' } })
const ban = async (person: { id: number }) =>
  (await desk())('POST /admin/people/:id/ban', { ...at(person), body: { category: 'fraud', reason: 'Stolen cards' } })
const lift = async (person: { id: number }) =>
  (await desk())('POST /admin/people/:id/lift-ban', { ...at(person), body: { reason: 'A mistake' } })
const newsOf = async (person: Person) =>
  (await (await shop.back(person))('GET /notifications', { query: {} })).content.map(({ title }) => title)
const grantsOf = async (person: Person) => (await shop.back(person))('GET /billing/grants/mine')

test('a plan that an admin gives counts at once, with its limits, and ends by the clock', async () => {
  const person = await shop.world.signUp()
  for (let nth = 0; nth < 3; nth++) await shop.add({ ownerId: person.id, files: [fileOf('master')] })
  expect((await person.call('GET /me/room'))[0]).toMatchObject({ kind: 'BEAT', most: 3, used: 3 })
  const granted = await grant(person)
  expect(granted).toMatchObject({ plan: 'growth', grant: { plan: 'growth', reason: 'Helped us test' } })
  expect(granted.grant!.until).toBe(new Date(Date.parse(dayIn(10)) + DAY).toISOString())
  expect(await shop.planOf(person)).toBe('growth')
  expect((await person.call('GET /me/room'))[0]).toMatchObject({ kind: 'BEAT', most: null })
  expect(await shop.creditsOf(person)).toBe(0) // credits come with what is paid
  expect(await shop.mine(person)).toEqual([])
  expect(await grantsOf(person)).toEqual([{ plan: 'growth', lastDay: dayIn(10) }])
  expect((await newsOf(person))[0]).toMatch(/^You have the Growth plan until /)
  await expect(grant(person, { plan: 'pro' })).rejects.toMatchObject({ status: 409, error: 'has_grant' })

  await shop.pass(10 * DAY)
  expect(await shop.planOf(person)).toBe('growth')
  await shop.pass(DAY)
  expect(await shop.planOf(person)).toBe('free')
  expect(await grantsOf(person)).toEqual([])
  expect((await newsOf(person))[0]).toBe('The Growth plan that you were given has ended')
  expect(await (await desk())('GET /admin/people/:id', at(person))).toMatchObject({ plan: 'free', grant: null })
})

test('a paid plan that ends beside it leaves the given one, and its mail says so', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH)
  await grant(person, { plan: 'pro', until: dayIn(60) })
  await shop.change(person, 'cancel')
  await shop.pass(35 * DAY)
  expect(await shop.planOf(person)).toBe('pro')
  const [news] = (await (await shop.back(person))('GET /notifications', { query: {} })).content
  expect(news).toMatchObject({ title: 'Your Growth plan has ended', message: 'You are on the Pro plan now.' })
  const mails = shop.world.app.db.selectFrom('mail').where('recipient', '=', person.email)
  const { text } = await mails.where('kind', '=', 'plan ended').select('text').executeTakeFirstOrThrow()
  expect(text).toContain('You are on the Pro plan now.')
})

test('a plan waits for the deletion of its person, and is refused then', async () => {
  const { app } = shop.world
  const person = await shop.world.signUp()
  let granting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    await forgetPersonIn(app, tx, person.id)
    granting = grant(person)
    granting.catch(() => {})
    await Promise.race([granting, untilBlocked(app.db)])
  })
  await expect(granting).rejects.toMatchObject({ status: 404 })
  const plans = app.db.selectFrom('account').where('id', '=', person.id).select('plan')
  expect(await plans.executeTakeFirst()).toEqual({ plan: 'free' })
})

test('a plan for a seller whose deletion holds their cards waits for it, too', async () => {
  const { app } = shop.world
  const person = await shop.world.signUp()
  await shop.add({ ownerId: person.id })
  let granting: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    await sql`select from item_card where item_id in (select id from item where owner_id = ${person.id})
      for update`.execute(tx)
    granting = grant(person)
    granting.catch(() => {})
    await untilBlocked(app.db)
    await forgetPersonIn(app, tx, person.id)
  })
  await expect(granting).rejects.toMatchObject({ status: 404 })
})

test('plans that end together and an announcement don’t block each other', async () => {
  const { app } = shop.world
  const [first, second] = [await shop.world.signUp(), await shop.world.signUp()]
  await grant(second, { until: dayIn(1) })
  await grant(first, { until: dayIn(2) })
  const inbox = ({ id }: Person) => sql`select from notification_counter where account_id = ${id} for update`
  shop.world.passTime(4 * DAY)
  let round: Promise<void> | undefined
  await app.db.transaction().execute(async (tx) => {
    await inbox(first).execute(tx)
    round = takeDue(app, [grantTaker])
    round.catch(() => {})
    await untilBlocked(app.db)
    await inbox(second).execute(tx)
  })
  await round
  await shop.world.work()
  for (const person of [first, second]) expect(await shop.planOf(person)).toBe('free')
})

test('an admin ends it early, and both acts are recorded with their reasons', async () => {
  const person = await shop.world.signUp()
  await grant(person, { plan: 'pro' })
  expect(await shop.planOf(person)).toBe('pro')
  expect(await end(person)).toMatchObject({ plan: 'free', grant: null })
  await expect(end(person)).rejects.toMatchObject({ status: 409, error: 'no_grant' })
  const { items } = await (await desk())('GET /admin/actions', { query: { limit: 2 } })
  expect(items).toMatchObject([
    { action: 'end granted plan', subject: { kind: 'account', id: person.id }, reason: 'The test is over' },
    { action: 'grant plan', subject: { kind: 'account', id: person.id }, reason: 'Helped us test' },
  ])
})

test('an admin does not give the own account a plan while there is another admin', async () => {
  const other = await shop.admin()
  await expect(grant(admin)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  await shop.world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '<>', admin.id).execute()
  await grant(admin)
  await end(admin)
  await shop.world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', other.id).execute()
})

test('a subscription goes on beside it: the higher plan of both counts', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH)
  await expect(grant(person)).rejects.toMatchObject({ status: 409, error: 'has_plan' })
  await grant(person, { plan: 'pro', until: dayIn(3) })
  expect(await shop.planOf(person)).toBe('pro')
  expect(await shop.mine(person)).toMatchObject([{ plan: 'growth', status: 'active' }])
  await shop.pass(5 * DAY)
  expect(await shop.planOf(person)).toBe('growth')

  const other = await shop.world.signUp()
  await grant(other)
  await shop.buyPlan(other, PRO) // a gift keeps nobody from buying
  expect(await shop.planOf(other)).toBe('pro')
  await end(other)
  expect(await shop.planOf(other)).toBe('pro')
})

test('a person whose own plan is paused can be given one', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH, 'failsLater')
  await shop.pass(38 * DAY)
  expect(await shop.planOf(person)).toBe('free')
  expect(await grant(person)).toMatchObject({ plan: 'growth' })
  expect(await shop.planOf(person)).toBe('growth')
})

test('days that are over, people who are not there and 2 admins at once are refused', async () => {
  const person = await shop.world.signUp()
  for (const until of [dayIn(-1), dayIn(5_000)])
    await expect(grant(person, { until })).rejects.toMatchObject({ status: 400, fields: { until: expect.anything() } })
  await expect(grant(person, { until: 'soon' })).rejects.toMatchObject({ status: 400 })
  for (const id of [1, 2, 999_999]) await expect(grant({ id })).rejects.toMatchObject({ status: 404 })
  await expect(
    person.call('POST /admin/people/:id/plan', { ...at(person), body: { plan: 'pro', until: dayIn(9), reason: 'x' } }),
  ).rejects.toMatchObject({ status: expect.any(Number) })
  const outcomes = await Promise.allSettled([grant(person), grant(person, { plan: 'pro' })])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a banned person’s plan is not renewed, and renews again after the ban', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH)
  await ban(person)
  await shop.pass(60_000)
  expect(await shop.mine(person)).toMatchObject([{ status: 'canceled', plan: 'growth' }])
  expect(await shop.planOf(person)).toBe('growth') // what is paid stays
  await lift(person)
  await shop.pass(60_000)
  expect(await shop.mine(person)).toMatchObject([{ status: 'active', canResume: false }])

  await ban(person)
  await shop.pass(60_000)
  await shop.pass(40 * DAY)
  expect(await shop.paymentsOf(person)).toHaveLength(1)
  expect(await shop.planOf(person)).toBe('free')
  await lift(person)
  await shop.pass(60_000)
  expect(await shop.paymentsOf(person)).toHaveLength(1)
  expect(await shop.atProvider(person)).toEqual(['ended'])
})

test('a plan that its owner had canceled stays canceled after a ban', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH)
  await shop.change(person, 'cancel')
  await ban(person)
  await shop.pass(60_000)
  await lift(person)
  await shop.pass(60_000)
  expect(await shop.mine(person)).toMatchObject([{ status: 'canceled', canResume: true }])
})

test('a ban that is lifted while its provider is away leaves the renewals as they were', async () => {
  const person = await shop.world.signUp()
  await shop.buyPlan(person, GROWTH)
  await ban(person)
  await shop.world.app.db.updateTable('sandboxSetting').set({ isDown: true }).execute()
  await shop.world.takeDue().catch(() => {})
  await shop.world.app.db.updateTable('sandboxSetting').set({ isDown: false }).execute()
  await lift(person)
  await shop.pass(60_000)
  await shop.pass(11 * 60_000)
  expect(await shop.mine(person)).toMatchObject([{ status: 'active' }])
})

test('a plan that a banned person had begun to pay is not renewed either', async () => {
  const person = await shop.world.signUp()
  const started = await shop.subscribe(person, PRO)
  await ban(person)
  await shop.confirm(started, { ...person, call: await shop.back(person) })
  await shop.pass(60_000)
  await shop.pass(60_000)
  expect(await shop.mine(person)).toMatchObject([{ plan: 'pro', status: 'canceled' }])
})
