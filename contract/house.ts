import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SETTING_NAMES, SWITCHES } from './house-values.ts'
import { limitedText } from './limited-text.ts'
import { stopLimits } from './desk-limits.ts'
import { oneLine } from './text.ts'

const Stopped = z
  .object({
    what: z.enum(SWITCHES),
    reason: z.string().describe('The operator’s words, for everybody'),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Stopped' })
export type Stopped = z.infer<typeof Stopped>

const value = z.union([z.number(), z.boolean()])
const Setting = z
  .object({ name: z.enum(SETTING_NAMES), value, changedAt: z.iso.datetime().nullable().describe('Null: the default') })
  .meta({ id: 'HouseSetting' })
export type HouseSetting = z.infer<typeof Setting>

const AtDesk = z.object({ stopped: z.array(Stopped), settings: z.array(Setting) }).meta({ id: 'HouseAtDesk' })

export const house = {
  state: endpoint({
    method: 'GET',
    path: '/house',
    auth: 'anyone',
    summary: 'What the operator has stopped, and how long earnings are pending',
    reply: z.object({
      stopped: z.array(Stopped),
      earningsHoldDays: z.int().describe('Days from a sale until its money is part of the balance'),
    }),
  }),
  atDesk: endpoint({
    method: 'GET',
    path: '/admin/house',
    auth: 'admin',
    summary: 'Switches and settings',
    reply: AtDesk,
  }),
  turn: endpoint({
    method: 'PUT',
    path: '/admin/house/switches/:what',
    auth: 'admin',
    summary: 'Stop uploads, checkout or payouts, or let them go on; recorded',
    params: z.object({ what: z.enum(SWITCHES) }),
    body: z.object({
      reason: limitedText(stopLimits.reason, oneLine).nullable().describe('Everybody reads it. Null: it goes on'),
    }),
    reply: AtDesk,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/admin/house/settings/:name',
    auth: 'admin',
    summary: 'Change a setting; every node knows it at once; recorded',
    params: z.object({ name: z.enum(SETTING_NAMES) }),
    body: z.object({ value: value.nullable().describe('Null: the default') }),
    reply: AtDesk,
  }),
}
