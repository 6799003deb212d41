import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIGURES, SPANS, WAITING } from './house-figures.ts'

const time = z.iso.datetime()

const Waits = z
  .object({
    count: z.int(),
    capped: z.boolean().describe('There are more than that'),
    oldestAt: time.nullable(),
    late: z.int().describe('How many of them should be done already'),
  })
  .meta({ id: 'WaitingAtDesk' })
export type Waits = z.infer<typeof Waits>

const Figures = z
  .object({
    points: z
      .array(z.object({ day: z.iso.date().describe('The first day of a week in a year’s chart'), value: z.number() }))
      .describe('The oldest first; money in dollars'),
    total: z.number().describe('The sum; of running plans, their number now'),
    before: z.number().nullable().describe('The same of the span before; null if it is not known as a whole'),
    countedAt: time.nullable(),
  })
  .meta({ id: 'HouseFigures' })
export type HouseFigures = z.infer<typeof Figures>

/** The first tab of the desk. Each number is asked for alone, so that one failure hides no other. */
export const overview = {
  waiting: endpoint({
    method: 'GET',
    path: '/admin/overview/waiting/:what',
    auth: 'admin',
    summary: 'How many things of one kind wait for the operator',
    params: z.object({ what: z.enum(WAITING) }),
    reply: Waits,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/admin/overview/figures/:figure',
    auth: 'admin',
    summary: 'One figure of the house over time, by days (UTC) or by weeks',
    params: z.object({ figure: z.enum(FIGURES) }),
    query: z.object({ days: z.enum(SPANS).default('30') }),
    reply: Figures,
  }),
}
