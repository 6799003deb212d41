import { DAYS_KEPT_OVERDUE, PLAN_NAMES, type PaidPlan, type Plan } from '#contract/plans.ts'

const DAY = 24 * 60 * 60_000
const PATIENCE = DAYS_KEPT_OVERDUE * DAY

/** What happened to the subscriptions of one account. */
export type PlanEvent = { at: Date; subscription: number } & (
  | { type: 'paid'; plan: PaidPlan; until: Date }
  | { type: 'canceled' } // no renewal follows
  | { type: 'stopped' } // paused or ended
)

export const rankOf = (plan: Plan) => PLAN_NAMES.indexOf(plan)

export const higherOf = (one: Plan, other: Plan) => (rankOf(other) > rankOf(one) ? other : one)

/** The plan of an account at a time. */
export function planAt(events: readonly PlanEvent[], now: Date): Plan {
  const held = new Map<number, { plan: PaidPlan; end: number }>()
  for (const event of events.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (event.at > now) break
    const { subscription } = event
    if (event.type === 'paid') held.set(subscription, { plan: event.plan, end: event.until.getTime() + PATIENCE })
    if (event.type === 'stopped') held.delete(subscription)
    const present = held.get(subscription)
    if (event.type === 'canceled' && present) held.set(subscription, { ...present, end: present.end - PATIENCE })
  }
  const plans = [...held.values()].filter(({ end }) => end > now.getTime()).map(({ plan }) => plan)
  return plans.reduce<Plan>(higherOf, 'free')
}
