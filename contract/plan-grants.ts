import { z } from 'zod'
import { adminReason } from './admin-reason.ts'
import { DeskPersonDetail } from './desk-people.ts'
import { endpoint } from './endpoint.ts'
import { lastDay } from './last-day.ts'
import { id } from './paging.ts'
import { PAID_PLANS } from './plans.ts'

const params = z.object({ id })
export const planGrants = {
  grant: endpoint({
    method: 'POST',
    path: '/admin/people/:id/plan',
    auth: 'admin',
    summary: 'Give a person a plan for a time; a subscription goes on beside it',
    params,
    body: z.object({ plan: z.enum(PAID_PLANS, 'Choose a plan.'), until: lastDay, reason: adminReason }),
    reply: DeskPersonDetail,
  }),
  end: endpoint({
    method: 'POST',
    path: '/admin/people/:id/end-plan',
    auth: 'admin',
    summary: 'End a plan that an admin has given',
    params,
    body: z.object({ reason: adminReason }),
    reply: DeskPersonDetail,
  }),
}
