import { z } from 'zod'
import { Plan } from './accounts.ts'
import { adminReason } from './admin-reason.ts'
import { DESK_DISCOUNT_STATES } from './discount-limits.ts'
import { Deal, DiscountCode } from './discounts.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { cappedPageOf, id, limit, page } from './paging.ts'

const atDesk = {
  seller: z.object({ id: z.int(), name: z.string(), avatarUrl: z.string().nullable(), plan: Plan }),
  held: z
    .object({ reason: z.string(), at: z.iso.datetime(), by: z.string().nullable() })
    .nullable()
    .describe('An admin has paused it'),
}
export const DeskCode = DiscountCode.extend(atDesk).meta({ id: 'DeskCode' })
export type DeskCode = z.infer<typeof DeskCode>
export const DeskDeal = Deal.extend(atDesk).meta({ id: 'DeskDeal' })
export type DeskDeal = z.infer<typeof DeskDeal>

const found = {
  state: z
    .enum(DESK_DISCOUNT_STATES)
    .optional()
    .describe('active: neither paused nor ended. paused: by its seller or by an admin. held: by an admin'),
  seller: id.optional().describe('Only those of this person'),
  page,
  limit: limit(50),
}
const params = z.object({ id })
const body = z.object({ reason: adminReason })

/** The calls of admins about the codes and deals of sellers. */
export const deskDiscounts = {
  codes: endpoint({
    method: 'GET',
    path: '/admin/codes',
    auth: 'admin',
    summary: 'Discount codes of all sellers, newest first',
    query: z.object({
      q: searchText.default('').describe('The beginning of a code or of its seller’s name'),
      ...found,
    }),
    reply: cappedPageOf(DeskCode),
  }),
  pauseCode: endpoint({
    method: 'POST',
    path: '/admin/codes/:id/pause',
    auth: 'admin',
    summary: 'Pause a code, with a reason that its seller reads. Its seller can’t resume it. Open orders keep it',
    params,
    body,
    reply: DeskCode,
  }),
  resumeCode: endpoint({
    method: 'POST',
    path: '/admin/codes/:id/resume',
    auth: 'admin',
    summary: 'Give a code that an admin has paused back to its seller, as it was',
    params,
    body,
    reply: DeskCode,
  }),
  deals: endpoint({
    method: 'GET',
    path: '/admin/deals',
    auth: 'admin',
    summary: 'Deals of all sellers, newest first',
    query: z.object({ q: searchText.default('').describe('The beginning of its seller’s name'), ...found }),
    reply: cappedPageOf(DeskDeal),
  }),
  pauseDeal: endpoint({
    method: 'POST',
    path: '/admin/deals/:id/pause',
    auth: 'admin',
    summary: 'Pause a deal, with a reason that its seller reads. Its seller can’t resume it. Open orders keep it',
    params,
    body,
    reply: DeskDeal,
  }),
  resumeDeal: endpoint({
    method: 'POST',
    path: '/admin/deals/:id/resume',
    auth: 'admin',
    summary: 'Give a deal that an admin has paused back to its seller, as it was',
    params,
    body,
    reply: DeskDeal,
  }),
}
