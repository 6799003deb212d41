import { z } from 'zod'
import { Plan, socialPages } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { id, limit, page, pageOf } from './paging.ts'

export const Producer = z
  .object({
    id: z.int(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    plan: Plan,
    beatsCount: z.int(),
    followersCount: z.int(),
  })
  .meta({ id: 'Producer' })
export type Producer = z.infer<typeof Producer>

const ProducerPage = pageOf(Producer).extend({ capped: z.boolean().describe('There are more than totalItems') })

export const PublicProfile = z
  .object({
    id: z.int(),
    displayName: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable(),
    bannerUrl: z.string().nullable(),
    plan: Plan,
    bio: z.string(),
    ...socialPages,
    isProducer: z.boolean(),
    followersCount: z.int(),
    totalPlays: z.int(),
    trackCount: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof PublicProfile>

const query = {
  q: searchText.default('').describe('Part of a name'),
  sort: z.enum(['popular', 'newest', 'name']).default('popular'),
  page,
  limit: limit(100),
}

export const people = {
  producers: endpoint({
    method: 'GET',
    path: '/users/producers',
    auth: 'anyone',
    summary: 'Producers',
    query: z.object(query),
    reply: ProducerPage,
  }),
  list: endpoint({
    method: 'GET',
    path: '/users',
    auth: 'anyone',
    summary: 'The same, asked for by role',
    query: z.object({ role: z.literal('PRODUCER', 'Only PRODUCER can be listed.'), ...query }),
    reply: ProducerPage,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/users/:id',
    auth: 'anyone',
    summary: 'A public profile',
    params: z.object({ id }),
    reply: PublicProfile,
  }),
  referral: endpoint({
    method: 'GET',
    path: '/me/referral',
    auth: 'user',
    summary: 'The link to invite others by, and what it brought',
    reply: z.object({ referralLink: z.string(), referralCredits: z.number(), referralCount: z.int() }),
  }),
}
