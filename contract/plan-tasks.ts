// This file imports no zod: server and screens read it.
import type { PaidPlan } from './plans.ts'
import { isWebAddress } from './social-pages.ts'

export const TASK_KINDS = ['post', 'campaign', 'onboarding'] as const
export type TaskKind = (typeof TASK_KINDS)[number]

type TaskFacts = {
  name: string
  /** The filter of the worklist. */
  many: string
  plans: readonly PaidPlan[]
  /** Ticked off with a link to what was done. */
  needsLink: boolean
  /** Due so many days after its period has begun; null means a month after it, or with its end. */
  dueDays: number | null
}

/** The work of the house for a plan. An account has one onboarding; the other tasks come with each paid period. */
export const PLAN_TASKS: Record<TaskKind, TaskFacts> = {
  post: {
    name: 'Social media post',
    many: 'Posts',
    plans: ['growth', 'pro'],
    needsLink: true,
    dueDays: null,
  },
  campaign: { name: 'Campaign', many: 'Campaigns', plans: ['pro'], needsLink: true, dueDays: null },
  onboarding: { name: 'Onboarding', many: 'Onboarding', plans: ['pro'], needsLink: false, dueDays: 10 },
}

export const tasksOf = (plan: PaidPlan) => TASK_KINDS.filter((kind) => PLAN_TASKS[kind].plans.includes(plan))

/** Why a task can't be ticked off with a link, or without one. */
export function faultOfLink(kind: TaskKind, link: string) {
  if (!link) return PLAN_TASKS[kind].needsLink ? 'Give the link to what was done: the seller sees it.' : undefined
  return isWebAddress(link) ? undefined : 'Give an address that begins with https:// or http://.'
}
