import { z } from 'zod'
import { Plan } from './accounts.ts'
import { adminReason } from './admin-reason.ts'
import { banCategories } from './ban-values.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { id, limit, page, pageOf } from './paging.ts'
import { proof } from './proof.ts'

const moment = z.iso.datetime()

const DeskPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    email: z.string(),
    emailVerified: z.boolean(),
    joinedAt: moment,
    plan: Plan,
    isSeller: z.boolean(),
    isAdmin: z.boolean(),
    bannedAt: moment.nullable(),
    appealedAt: moment.nullable().describe('Since when an appeal against the ban waits for an answer'),
    onSale: z.int().describe('Items on sale'),
  })
  .meta({ id: 'DeskPerson' })
export type DeskPerson = z.infer<typeof DeskPerson>

const DeskBan = z.object({
  id: z.int(),
  category: z.enum(banCategories),
  reason: z.string(),
  by: z.string(),
  bannedAt: moment,
  endsAt: moment.nullable(),
  appeal: z.string().nullable(),
  appealedAt: moment.nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: moment.nullable(),
  liftedAt: moment.nullable(),
  liftedBy: z.string().nullable().describe('Null: it ended by itself'),
  liftedFor: z.string().nullable(),
})
export type DeskBan = z.infer<typeof DeskBan>

const PlanGrant = z.object({
  plan: Plan,
  from: moment,
  until: moment,
  reason: z.string(),
  by: z.string(),
})

export const DeskPersonDetail = DeskPerson.extend({
  legalName: z.string().nullable(),
  isNobody: z.boolean().describe('An account of the shop itself'),
  planUntil: moment.nullable().describe('Until when the running subscription is paid'),
  grant: PlanGrant.nullable().describe('A plan that an admin has given'),
  items: z.int().describe('Items of every state'),
  sales: z.int(),
  purchases: z.int(),
  balance: z.number().describe('Dollars that can be paid out'),
  pending: z.number().describe('Dollars that become available later'),
  openOrders: z.int().describe('Orders of the person that are not paid yet'),
  reports: z.int().describe('Open reports about the person and about their items, comments and messages'),
  problems: z.int().describe('Unfinished problems with purchases, on either side'),
  sessions: z.int(),
  lastSeenAt: moment.nullable(),
  deletionDueAt: moment.nullable(),
  bans: z.array(DeskBan).describe('Newest first'),
}).meta({ id: 'DeskPersonDetail' })
export type DeskPersonDetail = z.infer<typeof DeskPersonDetail>

export const PEOPLE_FILTERS = ['sellers', 'admins', 'banned', 'appeals', 'free', 'growth', 'pro'] as const
export type PeopleFilter = (typeof PEOPLE_FILTERS)[number]

const params = z.object({ id })
const withReason = z.object({ ...proof, reason: adminReason })

export const deskPeople = {
  list: endpoint({
    method: 'GET',
    path: '/admin/people',
    auth: 'admin',
    summary: 'People, newest first; appeals, oldest first; found ones by name',
    query: z.object({
      q: searchText.default('').describe('The beginning of a name or an email, or a number'),
      filter: z.enum(PEOPLE_FILTERS).optional(),
      page,
      limit: limit(50),
    }),
    reply: pageOf(DeskPerson).extend({
      capped: z.boolean().describe('There are more than the pages show'),
      appeals: z.int().describe('How many appeals wait for an answer'),
    }),
  }),
  person: endpoint({
    method: 'GET',
    path: '/admin/people/:id',
    auth: 'admin',
    summary: 'One person, with what is known about them',
    params,
    reply: DeskPersonDetail,
  }),
  makeAdmin: endpoint({
    method: 'POST',
    path: '/admin/people/:id/make-admin',
    auth: 'admin',
    summary: 'Make a person an admin; asks for your password again',
    params,
    body: withReason,
    reply: DeskPersonDetail,
  }),
  endAdmin: endpoint({
    method: 'POST',
    path: '/admin/people/:id/end-admin',
    auth: 'admin',
    summary: 'Take the role of an admin away; asks for your password again',
    params,
    body: withReason,
    reply: DeskPersonDetail,
  }),
}
