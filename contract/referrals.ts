import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limit, page, cappedPageOf } from './paging.ts'
import { REFERRAL_STATES } from './referral-states.ts'

const person = z.object({ id: z.int(), name: z.string(), email: z.string() })

const DeskReferral = z
  .object({
    id: z.int().describe('The number of the new account'),
    account: person.describe('The new account'),
    referrer: person,
    amount: z.number().describe('In dollars'),
    state: z.enum(REFERRAL_STATES),
    reason: z.string().nullable().describe('Why it waits, or waited'),
    confirmedAt: z.iso.datetime(),
  })
  .meta({ id: 'DeskReferral' })
export type DeskReferral = z.infer<typeof DeskReferral>

const params = z.object({ id })

export const referrals = {
  list: endpoint({
    method: 'GET',
    path: '/admin/referrals',
    auth: 'admin',
    summary: 'Referrals that wait for an admin, the oldest first, or all, the newest first',
    query: z.object({ state: z.enum(['held', 'all']).default('held'), page, limit: limit(50) }),
    reply: cappedPageOf(DeskReferral),
  }),
  release: endpoint({
    method: 'POST',
    path: '/admin/referrals/:id/release',
    auth: 'admin',
    summary: 'Give the credits of a referral that was held',
    params,
    reply: DeskReferral,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/admin/referrals/:id/refuse',
    auth: 'admin',
    summary: 'Give no credits for a referral that was held',
    params,
    reply: DeskReferral,
  }),
}
