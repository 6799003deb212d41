import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaidPlan, Plan } from '#contract/plans.ts'
import { CASES } from '#test/properties.ts'
import { planAt, rankOf, type PlanEvent } from './plan-at.ts'
import { unusedCents } from './unused.ts'
import type { Period } from './rows.ts'

const DAY = 24 * 60 * 60_000
const START = Date.UTC(2027, 0, 31)
const dayAt = (day: number) => new Date(START + day * DAY)

type Step =
  | { act: 'buy'; plan: PaidPlan; days: number }
  | { act: 'cancel' | 'resume' | 'refund' }
  | { act: 'fail'; tries: number }
  | { act: 'wait'; days: number }

/** A subscription as it is told in words: paid to a day, renewed or not, tried for five days after a failure. */
type Told = { id: number; plan: PaidPlan; days: number; until: number; canceled: boolean; overdue: boolean }

const TRIED_ON = [0, 1, 3, 5]

/** A person's plans, day by day, and the events that their rows tell. */
class History {
  events: PlanEvent[] = []
  told: Told | null = null
  failures = 0
  day = 0
  made = 0

  plan(): Plan {
    return this.told?.plan ?? 'free'
  }

  do(step: Step) {
    if (step.act === 'buy') this.buy(step.plan, step.days)
    if (step.act === 'fail') this.failures = step.tries
    if (step.act === 'refund') this.stop()
    if (step.act === 'wait') for (let day = 0; day < step.days; day++) this.passDay()
    const { told } = this
    if (!told || told.overdue) return
    if (step.act === 'cancel' && !told.canceled) {
      told.canceled = true
      this.events.push({ at: dayAt(this.day), subscription: told.id, type: 'canceled' })
    }
    if (step.act === 'resume' && told.canceled) {
      told.canceled = false
      this.events = this.events.filter(({ type, subscription }) => type !== 'canceled' || subscription !== told.id)
    }
  }

  buy(plan: PaidPlan, days: number) {
    if (this.told && rankOf(plan) <= rankOf(this.told.plan)) return
    this.stop()
    this.told = { id: ++this.made, plan, days, until: this.day, canceled: false, overdue: false }
    this.pay(this.told)
  }

  pay(told: Told) {
    const from = told.until
    told.until += told.days
    told.overdue = false
    const { id: subscription, plan } = told
    this.events.push({ at: dayAt(from), subscription, type: 'paid', plan, until: dayAt(told.until) })
  }

  stop() {
    if (this.told) this.events.push({ at: dayAt(this.day), subscription: this.told.id, type: 'stopped' })
    this.told = null
  }

  passDay() {
    this.day++
    const { told } = this
    if (!told || this.day < told.until) return
    if (told.canceled) return this.stop()
    if (!TRIED_ON.includes(this.day - told.until)) return
    if (this.failures === 0) return this.pay(told)
    this.failures--
    told.overdue = true
    if (this.day - told.until === TRIED_ON.at(-1)) this.stop()
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('buy' as const),
    plan: fc.constantFrom<PaidPlan>('growth', 'pro'),
    days: fc.constantFrom(28, 29, 30, 31, 365, 366),
  }),
  fc.record({ act: fc.constantFrom('cancel' as const, 'resume' as const, 'refund' as const) }),
  fc.record({ act: fc.constant('fail' as const), tries: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
)

test('the plan of each moment is the one that any history tells', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const history = new History()
      for (const one of steps) {
        history.do(one)
        expect(planAt(history.events, dayAt(history.day + 0.5))).toBe(history.plan())
      }
    }),
    CASES,
  )
})

test('a lapse without any news ends the plan six days after its period', () => {
  const paid = { at: dayAt(0), subscription: 1, type: 'paid', plan: 'pro', until: dayAt(30) } as const
  expect(planAt([paid], dayAt(-1))).toBe('free')
  expect(planAt([paid], dayAt(35.9))).toBe('pro')
  expect(planAt([paid], dayAt(36))).toBe('free')
})

test('a canceled plan ends with its period without any news, whatever the order of its events', () => {
  const paid = { at: dayAt(0), subscription: 1, type: 'paid', plan: 'pro', until: dayAt(30) } as const
  const canceled = { at: dayAt(10), subscription: 1, type: 'canceled' } as const
  for (const events of [
    [paid, canceled],
    [canceled, paid],
  ]) {
    expect(planAt(events, dayAt(29.9))).toBe('pro')
    expect(planAt(events, dayAt(30))).toBe('free')
  }
})

test('what is left of a period is its share of the worth, never negative, never more', () => {
  const period = (from: number, to: number, worthCents: number) =>
    ({ beginsAt: dayAt(from), endsAt: dayAt(to), worthCents }) as Period
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 366 }),
      fc.double({ min: -10, max: 400, noNaN: true }),
      (worth, days, now) => {
        const left = unusedCents([period(0, days, worth)], dayAt(now))
        const share = Math.min(Math.max((days - now) / days, 0), 1) * worth
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(worth)
        expect(Math.abs(left - share)).toBeLessThanOrEqual(1)
      },
    ),
    CASES,
  )
  expect(unusedCents([period(0, 30, 599), period(30, 60, 599)], dayAt(15))).toBe(299 + 599)
  expect(unusedCents([], dayAt(0))).toBe(0)
})
