import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { limitedText } from './limited-text.ts'
import { taskLinkLimits, taskNoteLimits } from './desk-limits.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { TASK_KINDS } from './plan-tasks.ts'
import { PAID_PLANS } from './plans.ts'
import { manyLines, oneLine } from './text.ts'

const time = z.iso.datetime()
const state = z.enum(['open', 'done', 'closed']).describe('closed: the money went back, or another plan took its place')

const Task = z.object({
  id: z.int(),
  kind: z.enum(TASK_KINDS),
  plan: z.enum(PAID_PLANS),
  state,
  beginsAt: time,
  endsAt: time.describe('Of the paid period'),
  doneAt: time.nullable(),
  link: z.string().nullable(),
  note: z.string().nullable().describe('For the seller'),
})
const OwnTask = Task.meta({ id: 'OwnPlanTask' })
export type OwnPlanTask = z.infer<typeof OwnTask>

const DeskTask = Task.extend({
  seller: z.object({ id: z.int(), name: z.string(), avatarUrl: z.string().nullable(), plan: Plan }),
  dueAt: time,
  late: z.boolean(),
  doneBy: z.string().nullable(),
  newest: z
    .object({ kind: Kind, slug: z.string(), title: z.string() })
    .nullable()
    .describe('The seller’s newest item on sale: something to tell about'),
}).meta({ id: 'DeskPlanTask' })
export type DeskPlanTask = z.infer<typeof DeskTask>

const params = z.object({ id })

/** The work of people for plans: a list for admins, and each seller's own part of it. */
export const worklist = {
  mine: endpoint({
    method: 'GET',
    path: '/billing/tasks/mine',
    auth: 'user',
    summary: 'What the house does and did for one’s plan, the newest period first; the last fifty',
    reply: z.array(OwnTask),
  }),
  list: endpoint({
    method: 'GET',
    path: '/admin/worklist',
    auth: 'admin',
    summary: 'What is to be done for plans, due first; or what was done, newest first',
    query: z.object({
      state: z.enum(['open', 'late', 'done']).default('open'),
      kind: z.enum(TASK_KINDS).optional(),
      plan: z.enum(PAID_PLANS).optional(),
      page,
      limit: limit(50),
    }),
    reply: cappedPageOf(DeskTask),
  }),
  tick: endpoint({
    method: 'POST',
    path: '/admin/worklist/:id/done',
    auth: 'admin',
    summary: 'Tick a task off; its seller is told',
    params,
    body: z.object({
      link: limitedText(taskLinkLimits, oneLine)
        .optional()
        .describe('To what was done; needed except for an onboarding'),
      note: limitedText(taskNoteLimits, manyLines).optional(),
    }),
    reply: DeskTask,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/admin/worklist/:id/undo',
    auth: 'admin',
    summary: 'Take a mistaken tick back',
    params,
    reply: DeskTask,
  }),
}
