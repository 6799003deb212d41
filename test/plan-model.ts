import type { BillingCycle, PaidPlan, Plan } from '#contract/plans.ts'

const DAY = 24 * 60 * 60_000

/** The figures of the plan table, written once more: a wrong one there is noticed here. */
const FACTS = {
  growth: { rank: 1, name: 'Growth', monthly: 599, yearly: 5_900, first: 7_500, aMonth: 1_000 },
  pro: { rank: 2, name: 'Pro', monthly: 1_499, yearly: 14_900, first: 15_000, aMonth: 2_500 },
}
const CYCLES = { monthly: { months: 1, rank: 0, announced: 3 }, yearly: { months: 12, rank: 1, announced: 14 } }
/** A provider charges no less. */
const LEAST = 50
const TRIES = [1, 3, 5]

/** The same day of a later month, or the last day of it. */
function monthsLater(from: Date, months: number) {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = from.getTime() % DAY
  return new Date(Date.UTC(year, month, Math.min(from.getUTCDate(), last)) + time)
}

const shownDay = (at: Date) =>
  `${at.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })} ${at.getUTCDate()}, ${at.getUTCFullYear()}`

type Payment = { cents: number; refunded: number }
type Period = { from: Date; until: Date; worth: number; isReturned: boolean; monthsCredited: number; payment: Payment }
type Subscription = {
  plan: PaidPlan
  cycle: BillingCycle
  /** Its periods are counted from here. */
  anchor: Date
  /** The number of periods since then. */
  paid: number
  periods: Period[]
  state: 'active' | 'overdue' | 'paused' | 'ended'
  endsWithPeriod: boolean
  /** Its card pays nothing more. */
  fails: boolean
  /** The day of the first try of a renewal that fails. */
  failedAt: Date
  announced: Date | null
  /** The subscription whose unused part made its first payment smaller. */
  upgradeOf: Subscription | null
}

type Kind = 'plan renews' | 'plan renewal failed' | 'plan paused' | 'plan ended'

/**
 * A person's plans, told in words and by days: everything happens at noon. It knows the rules and none of the shop's code.
 */
export class PlanModel {
  now: Date
  all: Subscription[] = []
  payments: Payment[] = []
  credits = 0
  notices: string[] = []
  mails: Kind[] = []
  private firstCredits = 0

  constructor(now: Date) {
    this.now = now
  }

  get present() {
    return this.all.find(({ state }) => state !== 'ended')
  }

  /** The plan that the person has now. */
  get plan(): Plan {
    const one = this.present
    if (!one || one.state === 'paused') return 'free'
    const last = one.periods.findLast(({ isReturned }) => !isReturned)
    if (!last) return 'free'
    const patience = one.endsWithPeriod ? 0 : 6 * DAY
    return last.until.getTime() + patience > this.now.getTime() ? one.plan : 'free'
  }

  /** The price of a plan for this person, or null if it is not for sale. */
  priceOf(plan: PaidPlan, cycle: BillingCycle) {
    const full = FACTS[plan][cycle]
    const one = this.present
    if (!one || one.state === 'paused' || one.state === 'overdue') return full
    const isHigher =
      FACTS[plan].rank > FACTS[one.plan].rank || (plan === one.plan && CYCLES[cycle].rank > CYCLES[one.cycle].rank)
    const left = full - this.unused(one)
    return isHigher && left >= LEAST ? left : null
  }

  private unused({ periods }: Subscription) {
    let cents = 0
    for (const { from, until, worth, isReturned } of periods) {
      const [whole, left] = [(until.getTime() - from.getTime()) / 1_000, (until.getTime() - this.now.getTime()) / 1_000]
      if (!isReturned && left > 0) cents += Math.floor((worth * Math.min(left, whole)) / whole)
    }
    return cents
  }

  buy(plan: PaidPlan, cycle: BillingCycle, fails: boolean) {
    const cents = this.priceOf(plan, cycle)
    if (cents === null) return false
    const former = this.present
    const isCheaper = cents < FACTS[plan][cycle]
    if (former) former.state = 'ended'
    const one: Subscription = {
      plan,
      cycle,
      anchor: this.now,
      paid: 0,
      periods: [],
      state: 'active',
      endsWithPeriod: false,
      fails,
      failedAt: this.now,
      announced: null,
      upgradeOf: isCheaper ? former! : null,
    }
    this.all.push(one)
    this.pay(one, this.now, cents)
    return true
  }

  cancel() {
    const one = this.present
    if (!one || one.endsWithPeriod) return false
    one.endsWithPeriod = true
    if (one.state === 'active') this.look()
    else this.end(one)
    return true
  }

  resume(): 'done' | 'not_resumable' | 'payment_refused' {
    const one = this.all.at(-1)
    if (!one || one.state === 'ended') return 'not_resumable'
    if (one.state === 'paused') {
      if (one.fails) return 'payment_refused'
      Object.assign(one, { anchor: this.now, paid: 0, state: 'active', endsWithPeriod: false })
      this.pay(one, this.now)
      this.announce(one)
      return 'done'
    }
    if (!one.endsWithPeriod || this.untilOf(one) <= this.now) return 'not_resumable'
    one.endsWithPeriod = false
    this.look()
    return 'done'
  }

  /** Gives a part of a payment back, or all that is left of it. */
  refund(nth: number, cents: number) {
    const payment = this.payments[nth]!
    payment.refunded += cents
    const owner = this.all.find(({ periods }) => periods.some((one) => one.payment === payment))!
    const period = owner.periods.find((one) => one.payment === payment)!
    period.worth = Math.max(0, period.worth - cents)
    if (payment.refunded < payment.cents) return
    period.isReturned = true
    if (period.until > this.now) this.endWithUpgrades(owner)
  }

  private endWithUpgrades(one: Subscription) {
    if (one.state !== 'ended') one.state = 'ended'
    else for (const later of this.all) if (later.upgradeOf === one) this.endWithUpgrades(later)
  }

  /** What happens by itself at noon of a day, after all that the person did. */
  takeDay() {
    const one = this.present
    if (!one) return
    if (one.state === 'active' && !one.endsWithPeriod && one.anchor < this.now && this.dueOf(one) <= this.now)
      this.renew(one)
    else if (one.state === 'overdue') this.tryAgain(one)
    this.look()
  }

  /** The shop looks at the subscription. */
  look() {
    const one = this.present
    if (!one) return
    if (one.endsWithPeriod && this.untilOf(one) <= this.now) return this.end(one)
    this.giveMonths(one)
    this.announce(one)
  }

  /** The end of the time for which the provider was paid. */
  private dueOf({ anchor, paid, cycle }: Subscription) {
    return monthsLater(anchor, paid * CYCLES[cycle].months)
  }

  /** The end of the time that the person has paid and was not given back. */
  private untilOf({ periods, anchor }: Subscription) {
    return periods.findLast(({ isReturned }) => !isReturned)?.until ?? anchor
  }

  private renew(one: Subscription) {
    if (!one.fails) return this.pay(one, this.dueOf(one))
    one.state = 'overdue'
    one.failedAt = this.now
    this.tell(`Your ${FACTS[one.plan].name} plan could not be renewed`, 'plan renewal failed')
  }

  private tryAgain(one: Subscription) {
    const day = (this.now.getTime() - one.failedAt.getTime()) / DAY
    if (!TRIES.includes(day)) return
    if (!one.fails) {
      one.state = 'active'
      return this.pay(one, this.dueOf(one))
    }
    if (day < TRIES.at(-1)!) return
    one.state = 'paused'
    this.tell(`Your ${FACTS[one.plan].name} plan is paused`, 'plan paused')
  }

  private end(one: Subscription) {
    one.state = 'ended'
    this.tell(`Your ${FACTS[one.plan].name} plan has ended`, 'plan ended')
  }

  private pay(one: Subscription, from: Date, cents = FACTS[one.plan][one.cycle]) {
    const isFirst = one.periods.length === 0
    const payment = { cents, refunded: 0 }
    this.payments.push(payment)
    const until = monthsLater(one.anchor, ++one.paid * CYCLES[one.cycle].months)
    const worth = FACTS[one.plan][one.cycle]
    one.periods.push({ from, until, worth, isReturned: false, monthsCredited: 0, payment })
    const { first } = FACTS[one.plan]
    this.credits += Math.max(0, first - this.firstCredits)
    this.firstCredits = Math.max(first, this.firstCredits)
    this.giveMonths(one)
    this.tell(`Your ${FACTS[one.plan].name} plan ${isFirst ? 'has begun' : 'was renewed'}`)
  }

  private giveMonths({ periods, plan, cycle }: Subscription) {
    for (const period of periods) {
      if (period.isReturned) continue
      while (
        period.monthsCredited < CYCLES[cycle].months &&
        monthsLater(period.from, period.monthsCredited) <= this.now
      ) {
        period.monthsCredited++
        this.credits += FACTS[plan].aMonth
      }
    }
  }

  private announce(one: Subscription) {
    const until = this.untilOf(one)
    const from = new Date(until.getTime() - CYCLES[one.cycle].announced * DAY)
    const isDue = one.state === 'active' && !one.endsWithPeriod && from <= this.now && this.now < until
    if (!isDue || one.announced?.getTime() === until.getTime()) return
    one.announced = until
    this.tell(`Your ${FACTS[one.plan].name} plan renews on ${shownDay(until)}`, 'plan renews')
  }

  private tell(notice: string, mail?: Kind) {
    this.notices.push(notice)
    if (mail) this.mails.push(mail)
  }
}
