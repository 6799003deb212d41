import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FIGURES, SPANS, WAITING, WAITING_TABS } from './house-figures.ts'
import { SWITCHES } from './house-values.ts'
import { LINES } from './line.ts'

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

const count = z.int().describe('Not counted above 100')

const HouseStyle = z
  .object({ slug: z.string(), name: z.string(), code: z.string(), line: z.enum(LINES), sold: z.number() })
  .meta({ id: 'HouseStyle' })
export type HouseStyle = z.infer<typeof HouseStyle>

const HouseStatus = z
  .object({
    payments: z.object({
      mode: z.enum(['sandbox', 'test', 'live']),
      lastEventAt: time.nullable().describe('When a provider last told something'),
    }),
    sounds: z.object({ running: count, waiting: count }).describe('Steps from an upload to an item'),
    mail: z.object({
      delivers: z.boolean().describe('A mail server is set'),
      waiting: count,
      failed: count,
    }),
    storage: z.object({ works: z.boolean(), freeBytes: z.number().describe('On the disk for uploads') }),
    stopped: z.array(z.enum(SWITCHES)),
  })
  .meta({ id: 'HouseStatus' })
export type HouseStatus = z.infer<typeof HouseStatus>

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
  tabs: endpoint({
    method: 'GET',
    path: '/admin/overview/waiting',
    auth: 'admin',
    summary: 'How many things wait behind each tab of the desk',
    reply: z.object({ counts: z.record(z.enum(WAITING_TABS), count) }),
  }),
  styles: endpoint({
    method: 'GET',
    path: '/admin/overview/styles',
    auth: 'admin',
    summary: 'What was sold of each style, the most first',
    query: z.object({ days: z.enum(SPANS).default('30') }),
    reply: z.object({ styles: z.array(HouseStyle) }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/admin/overview/status',
    auth: 'admin',
    summary: 'Whether the parts of the house work',
    reply: HouseStatus,
  }),
}
