import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingCycle, PaidPlan } from '#contract/plans.ts'
import { livePayment, refundByAdmin, settle, startCheckout } from '#server/checkout/index.ts'
import { creditsOf } from '#server/ledger/index.ts'
import { saveCard } from '#server/payments/sandbox/cards.ts'
import { PlanModel } from '#test/plan-model.ts'
import { CARDS } from '#test/sandbox.ts'
import { CASES, LIVES } from '#test/properties.ts'
import { createTimedPlans } from '#test/timed-plans.ts'
import { createWorld, type World } from '#test/world.ts'
import { follow } from './follow.ts'
import { billingRoutes } from './routes.ts'

/** People live through the same days, so that a round serves them all. `npm run prove:money` tries 10,000 of them. */
const [COHORTS, PEOPLE] = LIVES === null ? [1, 16] : [Math.ceil(LIVES / 100), Math.min(LIVES, 100)]
const DAYS = 400
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** February has 29 days in this year, and most people begin near the end of a month. */
const BEGIN = Date.UTC(2031, 11, 29, 12)

let world: World
let admin: number
beforeAll(async () => {
  world = await createWorld()
  admin = (await world.signUp()).id
})
afterAll(() => world.close())

type Act =
  | { do: 'buy'; plan: PaidPlan; cycle: BillingCycle; fails: boolean }
  | { do: 'cancel' | 'resume' | 'look' }
  | { do: 'card'; fails: boolean }
  | { do: 'refund'; nth: number; percent: number }
type Step = { after: number; act: Act }

const buy = fc.record({
  do: fc.constant('buy' as const),
  plan: fc.constantFrom('growth' as const, 'pro' as const),
  cycle: fc.constantFrom('monthly' as const, 'monthly' as const, 'yearly' as const),
  fails: fc.boolean(),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: buy },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('resume' as const, 'look' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('card' as const), fails: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      nth: fc.nat(99),
      percent: fc.constantFrom(1, 40, 100, 100),
    }),
  },
)
const step: fc.Arbitrary<Step> = fc.record({
  after: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 40 })),
  act,
})
const life = fc.array(step, { minLength: 10, maxLength: 25, size: 'max' })

type Shop = ReturnType<typeof createTimedPlans>

type Person = { id: number; model: PlanModel; steps: { day: number; act: Act }[] }

/** A person does something, in the shop and in the model. */
async function take({ shop, box, time }: Shop, { id, model }: Person, act: Act) {
  const { db } = world.app
  model.now = time.now
  if (act.do === 'buy') {
    const price = model.priceOf(act.plan, act.cycle)
    const cents = price ?? 1
    const paymentMethodId = await saveCard(box, {
      number: CARDS[act.fails ? 'failsLater' : 'good'],
      expires: '12/69',
      cvc: '314',
    })
    const starting = startCheckout(shop, {
      buyer: id,
      items: [{ type: 'subscription', planId: act.plan, billingCycle: act.cycle, paymentMethodId }],
      method: 'credit',
      total: cents / 100,
      legalName: undefined,
      codes: [],
      key: undefined,
      origin: 'http://localhost',
    })
    if (price === null) return expect(starting).rejects.toMatchObject({ code: 'cart_changed' })
    await settle(shop, (await livePayment(db, (await starting).orderId))!)
    model.buy(act.plan, act.cycle, act.fails)
  }
  const subscription = await db
    .selectFrom('subscription')
    .where('accountId', '=', id)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (act.do === 'look' && subscription) {
    await follow(shop, subscription.id) // a message of the provider came
    model.look()
  }
  if ((act.do === 'cancel' || act.do === 'resume') && subscription) {
    const call = billingRoutes(shop)[act.do]({ params: subscription, viewer: { id } } as never)
    const outcome = act.do === 'cancel' ? (model.cancel() ? 'done' : 'ended') : model.resume()
    if (outcome === 'done') await call
    else await expect(call).rejects.toMatchObject({ code: outcome })
  }
  if (act.do === 'card' && model.present) {
    model.present.fails = act.fails
    await db
      .updateTable('sandboxSubscription')
      .set({ renewalsFail: act.fails })
      .where('state', '<>', 'ended')
      .where('orderId', 'in', (orders) => orders.selectFrom('shopOrder').where('buyerId', '=', id).select('id'))
      .execute()
  }
  if (act.do === 'refund' && model.payments.length) {
    const nth = act.nth % model.payments.length
    const { cents, refunded } = model.payments[nth]!
    const returned = Math.ceil(((cents - refunded) * act.percent) / 100)
    if (returned === 0) return
    const line = (await linesOf(id))[nth]!
    const lines = [{ id: line.id, amount: returned / 100 }]
    await refundByAdmin(shop, admin, line.orderId, { lines, reason: 'Asked for it' })
    model.refund(nth, returned)
  }
}

const linesOf = (id: number) =>
  world.app.db
    .selectFrom('orderLine')
    .innerJoin('shopOrder', 'shopOrder.id', 'orderId')
    .innerJoin('payment', 'payment.orderId', 'shopOrder.id')
    .where('buyerId', '=', id)
    .where('payment.state', '=', 'paid')
    .select(['orderLine.id', 'orderLine.orderId', 'payment.cents', 'orderLine.refundedCents as refunded'])
    .orderBy('payment.id')
    .execute()

/** The plans and credits of all, each day. */
async function compareDay({ time }: Shop, all: readonly Person[]) {
  const ids = all.map(({ id }) => id)
  const accounts = await world.app.db
    .selectFrom('account')
    .leftJoin('subscription', (on) => on.onRef('accountId', '=', 'account.id').on('state', '<>', 'ended'))
    .where('account.id', 'in', ids)
    .select(['account.id', 'account.plan', 'state', 'endsWithPeriod'])
    .orderBy('account.id')
    .execute()
  const credits = await world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'accountId')
    .where('kind', '=', 'credit')
    .where('unit', '=', 'promo')
    .where('ownerId', 'in', ids)
    .groupBy('ownerId')
    .select(({ fn }) => ['ownerId', fn.sum<number>('cents').as('cents')])
    .execute()
  const shown = accounts.map((row) => ({
    ...row,
    credits: Number(credits.find(({ ownerId }) => ownerId === row.id)?.cents ?? 0),
  }))
  const told = all.map(({ id, model }) => ({
    id,
    plan: model.plan,
    state: model.present?.state ?? null,
    endsWithPeriod: model.present?.endsWithPeriod ?? null,
    credits: model.credits,
  }))
  expect(shown, time.now.toISOString()).toEqual(told)
}

/** Payments, news and mails, in their order. */
async function compareLife({ id, model }: Person) {
  const { db } = world.app
  const lines = await linesOf(id)
  expect(lines.map(({ cents, refunded }) => ({ cents, refunded }))).toEqual(model.payments)
  const notices = db.selectFrom('notification').where('accountId', '=', id).where('topic', '=', 'renewal')
  const titles = await notices.select('title').orderBy('id').execute()
  expect(titles.map(({ title }) => title)).toEqual(model.notices)
  const mails = await db
    .selectFrom('mail')
    .innerJoin('account', 'account.email', 'recipient')
    .where('account.id', '=', id)
    .where('mail.kind', 'in', ['plan renews', 'plan renewal failed', 'plan paused', 'plan ended'])
    .select('mail.kind')
    .orderBy('mail.id')
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual(model.mails)
  expect(await creditsOf(db, id)).toEqual({ promo: model.credits, referral: 0 })
}

async function live(lives: readonly Step[][]) {
  const shop = createTimedPlans(world, new Date(BEGIN))
  const all: Person[] = []
  for (const steps of lives) {
    let day = 0
    const id = await shop.addPerson()
    const model = new PlanModel(shop.time.now)
    all.push({ id, model, steps: steps.map(({ after, act }) => ({ day: (day += after), act })) })
  }
  for (let day = 0; day < DAYS; day++) {
    const noon = new Date(BEGIN + day * DAY)
    shop.time.now = noon
    for (const person of all)
      for (const step of person.steps) {
        if (step.day !== day) continue
        await take(shop, person, step.act)
        await shop.endReplaced()
      }
    shop.time.now = new Date(noon.getTime() + 61 * MINUTE) // a plan that is overdue is looked at each hour
    await shop.round()
    await shop.setPlans()
    for (const { model } of all) {
      model.now = noon
      model.takeDay()
    }
    await compareDay(shop, all)
  }
  for (const person of all) await compareLife(person)
  await rest(all.map(({ id }) => id))
}

/** The next people live through the same days again. */
async function rest(ids: number[]) {
  const { db } = world.app
  const orders = db.selectFrom('shopOrder').where('buyerId', 'in', ids).select('id')
  const never = { dueAt: new Date(Date.UTC(2999, 0)) }
  await db.updateTable('subscription').set(never).where('accountId', 'in', ids).where('state', '<>', 'ended').execute()
  await db
    .updateTable('sandboxSubscription')
    .set(never)
    .where('orderId', 'in', orders)
    .where('dueAt', 'is not', null)
    .execute()
  const differing = db.selectFrom('payment').where('difference', 'is not', null).where('orderId', 'in', orders)
  expect(await differing.select(['id', 'difference']).execute()).toEqual([])
  await db.updateTable('payment').set({ compareAt: null }).where('orderId', 'in', orders).execute()
}

test(
  'plans, credits, payments, news and mails are as the model says, through thirteen months of any acts',
  { timeout: 36_000_000 },
  () =>
    fc.assert(fc.asyncProperty(fc.array(life, { minLength: PEOPLE, maxLength: PEOPLE }), live), {
      ...CASES,
      numRuns: COHORTS,
      endOnFailure: true, // shorter lives would be looked for by many others
      reporter({ failed, seed, counterexamplePath, errorInstance }) {
        if (failed) throw new Error(`Seed ${seed}, path ${counterexamplePath}`, { cause: errorInstance })
      },
    }),
)

test('all lines of the books sum to zero in each unit', async () => {
  const rows = await world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'accountId')
    .groupBy('unit')
    .select(({ fn }) => ['unit', fn.sum<number>('cents').as('cents')])
    .execute()
  for (const { unit, cents } of rows) expect({ unit, cents: Number(cents) }).toEqual({ unit, cents: 0 })
})
