import { PLAN_TASKS, tasksOf, type TaskKind } from '#contract/plan-tasks.ts'
import type { PaidPlan } from '#contract/plans.ts'
import type { Tx } from '#server/db/connect.ts'
import { addMonths } from '#server/months.ts'

const DAY = 24 * 60 * 60_000

type Period = {
  accountId: number
  subscriptionId: number
  lineId: number
  plan: PaidPlan
  beginsAt: Date
  endsAt: Date
}

/** Writes the tasks of a paid period, with the period. An account that had its onboarding gets no second one. */
export const openTasks = (tx: Tx, period: Period) =>
  tx
    .insertInto('planTask')
    .values(tasksOf(period.plan).map((kind) => ({ ...period, kind, dueAt: dueAt(kind, period) })))
    .onConflict((before) => before.doNothing())
    .execute()

/** A yearly plan waits no longer for its work than a monthly one. */
function dueAt(kind: TaskKind, { beginsAt, endsAt }: Period) {
  const { dueDays } = PLAN_TASKS[kind]
  const due = dueDays === null ? addMonths(beginsAt, 1) : new Date(beginsAt.getTime() + dueDays * DAY)
  return due < endsAt ? due : endsAt
}

type Whose = { lineId: number } | { accountId: number }

/** Closes tasks: nothing more is to be done. A done task stays done. */
export const closeTasks = (tx: Tx, whose: Whose, now: Date) =>
  closing(tx, now)
    .where((where) => where.and(whose))
    .execute()

/** Closes the tasks of the periods that end with a plan before their time. Those of former periods are still owed. */
export const closeRunningTasks = (tx: Tx, subscriptionId: number, now: Date) =>
  closing(tx, now).where('subscriptionId', '=', subscriptionId).where('endsAt', '>', now).execute()

const closing = (tx: Tx, closedAt: Date) => tx.updateTable('planTask').set({ closedAt }).where('closedAt', 'is', null)
