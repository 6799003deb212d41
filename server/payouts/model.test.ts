import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameDayFee } from '#contract/payout-fee.ts'
import { takeDue } from '#server/jobs/due.ts'
import { balanceOf, post, reverse } from '#server/ledger/index.ts'
import type { Provider } from '#server/payments/port.ts'
import type { App } from '#server/services.ts'
import { inTransaction } from '#test/factories.ts'
import { createPlayedProvider, NEXT, SHOWN, type Truth } from '#test/played-payouts.ts'
import { LIVES } from '#test/properties.ts'
import { createWorld, type World } from '#test/world.ts'
import { approvePayout } from './desk.ts'
import { payoutTakers, takePayoutEvent } from './index.ts'
import { paySameDay } from './same-day.ts'
import { weekOf } from './week.ts'

/** Each history is some weeks of one seller. `npm run prove:money` tries more. */
const HISTORIES = LIVES ?? 60
const DAY = 24 * 60 * 60_000
const HOLD = 3 * DAY

let world: World
let admin: number
/** Histories follow one another in time, as each week is paid once. */
let time = Date.UTC(2031, 0, 1, 12)
beforeAll(async () => {
  world = await createWorld()
  admin = (await world.signUp()).id
})
afterAll(() => world.close())

type Sale = { id: number; cents: number; left: number; at: number }
type ModelPayout = {
  id: number
  gross: number
  fee: number
  state: 'requested' | 'processing' | 'unclaimed' | 'paid' | 'failed' | 'returned' | 'canceled'
  endedAt: number
  /** The provider has it. */
  isThere: boolean
  /** The shop knows the batch. */
  isKnown: boolean
  truth: Truth
}

type Step =
  | { do: 'sell'; cents: number }
  | { do: 'refund'; nth: number; percent: number }
  | { do: 'day' }
  | { do: 'same day' }
  | { do: 'approve' }
  | { do: 'outcome'; nth: number; to: number }
  | { do: 'down'; isDown: boolean }
  | { do: 'lose' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sell' as const), cents: fc.integer({ min: 1, max: 60_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      nth: fc.nat(9),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 8, arbitrary: fc.constant({ do: 'day' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'same day' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'approve' as const }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('outcome' as const), nth: fc.nat(9), to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('down' as const), isDown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'lose' as const }) },
)

/** The written model of one seller's money, beside the shop that does the same. */
async function live(steps: readonly Step[]) {
  const { db } = world.app
  const provider = createPlayedProvider()
  const clock = { now: () => new Date(time) }
  const named = { name: 'sandbox', payouts: provider.payouts } as Provider
  const app: App = { ...world.app, clock, payments: { ...world.app.payments, providers: [named], sandbox: null } }
  await takeDue(app, payoutTakers) // this week's run is over
  const owner = (await world.signUp()).id
  await db.updateTable('account').set({ plan: 'pro', legalName: 'Lola Adeyemi' }).where('id', '=', owner).execute()
  await db
    .insertInto('payoutTarget')
    .values({ accountId: owner, paypalEmail: `to-${owner}@paypal.test`, country: 'NG' })
    .execute()

  const sales: Sale[] = []
  const payouts: ModelPayout[] = []
  let week = weekOf(clock.now())

  const available = () => sales.filter(({ at }) => at + HOLD <= time).reduce((sum, { left }) => sum + left, 0) - taken()
  const pending = () => sales.filter(({ at }) => at + HOLD > time).reduce((sum, { left }) => sum + left, 0)
  const isBack = ({ state }: ModelPayout) => ['failed', 'returned', 'canceled'].includes(state)
  const taken = () => payouts.filter((one) => !isBack(one)).reduce((sum, { gross }) => sum + gross, 0)
  const needsLook = (gross: number) => {
    const ended = payouts
      .filter(({ state }) => ['paid', 'failed', 'returned'].includes(state))
      .toSorted((one, other) => other.endedAt - one.endedAt || other.id - one.id)
    return gross > 50_000 || !payouts.some(({ state }) => state === 'paid') || ended[0]?.state !== 'paid'
  }

  /** The shop asks the provider about a payout. */
  function ask(payout: ModelPayout) {
    if (provider.way.isDown || !['processing', 'unclaimed', 'paid'].includes(payout.state)) return
    if (!payout.isKnown) {
      payout.isThere = true
      if (provider.way.loses) return
      payout.isKnown = true
    }
    const next = SHOWN[payout.truth]
    if (next === payout.state) return
    payout.state = next
    if (next !== 'unclaimed') payout.endedAt = time
  }
  function send(payout: ModelPayout) {
    payout.state = available() < 0 ? 'canceled' : 'processing'
    if (payout.state === 'processing') ask(payout)
  }
  const newPayout = (id: number, gross: number, fee: number): ModelPayout => ({
    id,
    gross,
    fee,
    state: 'requested',
    endedAt: 0,
    isThere: false,
    isKnown: false,
    truth: 'pending',
  })
  const newest = async () =>
    (
      await db
        .selectFrom('payout')
        .where('accountId', '=', owner)
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    )?.id ?? 0

  async function take(one: Step) {
    if (one.do === 'sell') {
      const id = sales.length + 1
      sales.push({ id, cents: one.cents, left: one.cents, at: time })
      const availableAt = new Date(time + HOLD)
      await inTransaction(db, (tx) =>
        post(tx, {
          kind: 'sale',
          reference: `${owner}.${id}`,
          lines: [
            { account: { kind: 'provider', provider: 'sandbox' }, cents: -one.cents },
            { account: { kind: 'earnings', owner }, cents: one.cents, availableAt },
          ],
          at: clock.now(),
        }),
      )
    }
    if (one.do === 'refund' && sales.length) {
      const sale = sales[one.nth % sales.length]!
      const cents = Math.ceil((sale.left * one.percent) / 100)
      if (cents === 0) return
      const of = { kind: 'sale', reference: `${owner}.${sale.id}` }
      const reference = `${of.reference}.${sale.left}`
      sale.left -= cents
      await inTransaction(db, (tx) => reverse(tx, { kind: 'refund', reference, of, cents, at: clock.now() }))
    }
    if (one.do === 'down') provider.way.isDown = one.isDown
    if (one.do === 'lose') provider.way.loses = true
    if (one.do === 'same day') {
      const [gross, look] = [available(), needsLook(available())]
      const paying = paySameDay(app, owner)
      if (gross <= 0) return expect(paying).rejects.toMatchObject({ code: 'no_balance' })
      const made = newPayout(await paying, gross, sameDayFee(gross))
      payouts.push(made)
      if (!look) send(made)
    }
    if (one.do === 'approve')
      for (const payout of payouts.filter(({ state }) => state === 'requested')) {
        await approvePayout(app, payout.id, admin)
        send(payout)
      }
    if (one.do === 'outcome') {
      const there = payouts.filter(({ isThere }) => isThere)
      const payout = there[one.nth % there.length]
      const next = payout && NEXT[payout.truth]
      if (!payout || !next?.length) return
      payout.truth = next[one.to % next.length]!
      const batch = provider.batchOf(payout.id)!
      batch.item.state = payout.truth
      const event = takePayoutEvent(app)(named, { id: 'one', about: 'payout', reference: batch.reference })
      if (!payout.isKnown) return expect(event).rejects.toMatchObject({ code: 'not_found' })
      await event
      ask(payout)
    }
    if (one.do === 'day') await nextDay()
  }

  async function nextDay() {
    time += DAY
    const gross = available()
    const isNewWeek = weekOf(clock.now()) !== week
    week = weekOf(clock.now())
    const look = needsLook(gross)
    await takeDue(app, payoutTakers)
    if (isNewWeek && gross > 0) {
      const made = newPayout(await newest(), gross, 0)
      payouts.push(made)
      if (!look) made.state = 'processing'
    }
    // those that were sent before are asked in the order in which they are due; the new one is the last
    for (const payout of payouts) ask(payout)
  }

  async function compare() {
    const rows = await db
      .selectFrom('payout')
      .where('accountId', '=', owner)
      .select(['id', 'state', 'grossCents', 'feeCents'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual(payouts.map(({ id, state, gross, fee }) => ({ id, state, grossCents: gross, feeCents: fee })))
    const now = clock.now()
    expect(await balanceOf(db, { kind: 'earnings', owner }, now)).toEqual({
      available: available(),
      pending: pending(),
    })
    const onTheWay = payouts
      .filter(({ state }) => ['requested', 'processing', 'unclaimed'].includes(state))
      .reduce((sum, { gross, fee }) => sum + gross - fee, 0)
    expect((await balanceOf(db, { kind: 'payouts', owner }, now)).available).toBe(onTheWay)
  }

  const before = await atProvider(world.app, clock)
  for (const one of steps) {
    await take(one)
    // all answers of a step are lost, as several payouts are sent at the same time
    if (['day', 'same day', 'approve'].includes(one.do)) provider.way.loses = false
    await compare()
  }
  // what lies at the provider is what was sold, less what was refunded and paid out
  const lies = sales.reduce((sum, { left }) => sum + left, 0)
  const paid = payouts.filter(({ state }) => state === 'paid').reduce((sum, { gross, fee }) => sum + gross - fee, 0)
  expect((await atProvider(world.app, clock)) - before).toBe(paid - lies)
  await db.deleteFrom('payoutTarget').where('accountId', '=', owner).execute()
  await db.updateTable('payout').set({ dueAt: null }).where('accountId', '=', owner).execute()
}

const atProvider = async ({ db }: App, { now }: { now: () => Date }) =>
  (await balanceOf(db, { kind: 'provider', provider: 'sandbox' }, now())).available

test(
  'balances and payouts are as the model says, after any sales, refunds, weeks and outcomes',
  { timeout: 36_000_000 },
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), live), {
      numRuns: HISTORIES,
      endOnFailure: true, // a shorter history would be looked for by many others
    }),
)

test('all lines of the books sum to zero', async () => {
  const { total } = await world.app.db
    .selectFrom('ledgerLine')
    .select(({ fn }) => fn.sum<number>('cents').as('total'))
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(0)
})
