import { z } from 'zod'
import { REFERRAL_STATES } from './referral-states.ts'
import { Plan, socialPages, Subscription } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { filters, searchText } from './filters.ts'
import { Line } from './item.ts'
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

export const ProducerPage = pageOf(Producer).extend({ capped: z.boolean().describe('There are more than totalItems') })

export const PublicProfile = z
  .object({
    id: z.int(),
    displayName: z.string(),
    username: z.string(),
    avatarUrl: z.string().nullable(),
    bannerUrl: z.string().nullable(),
    subscription: Subscription,
    bio: z.string(),
    ...socialPages,
    isProducer: z.boolean(),
    followersCount: z.int(),
    totalPlays: z.int(),
    trackCount: z.int().describe('On sale, of every kind'),
    beatsCount: z.int(),
    packsCount: z.int(),
    kitsCount: z.int(),
    following: z.boolean().describe('You follow this person'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PublicProfile' })
export type PublicProfile = z.infer<typeof PublicProfile>

const WhyGone = z.enum(['deleted', 'banned'])
export type WhyGone = z.infer<typeof WhyGone>

const Contact = z.object({
  id: z.int(),
  displayName: z.string(),
  username: z.string(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
})

const StyleLine = z.object({
  slug: z.string(),
  title: z.string(),
  code: z.string(),
  line: Line,
  tracks: z.int(),
})

const query = {
  q: searchText.default('').describe('Part of a name'),
  style: filters.style.describe('Slugs of styles. A producer has an item of one of them on sale'),
  sort: z.enum(['popular', 'newest', 'name', 'beats']).default('popular'),
  page,
  limit: limit(100),
}

const OwnReferral = z
  .object({
    referralLink: z.string(),
    referralCredits: z.number(),
    referralCount: z.int(),
    perFriend: z.number().describe('Credits for each friend at the present plan, in dollars'),
    history: z
      .array(
        z.object({
          at: z.iso.datetime(),
          amount: z.number(),
          state: z.enum(REFERRAL_STATES).describe('held: an admin looks at it'),
        }),
      )
      .describe('Friends who confirmed their email, newest first, 20 at most'),
  })
  .meta({ id: 'OwnReferral' })

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
    errors: { account_gone: z.object({ why: WhyGone }) },
  }),
  artist: endpoint({
    method: 'GET',
    path: '/users/artist/:id',
    auth: 'anyone',
    summary: 'The name and face of a person',
    params: z.object({ id }),
    reply: Contact,
  }),
  lines: endpoint({
    method: 'GET',
    path: '/users/:id/lines',
    auth: 'anyone',
    summary: 'How many items of each style a producer has on sale, the most first',
    params: z.object({ id }),
    reply: z.object({ items: z.array(StyleLine) }),
  }),
  referral: endpoint({
    method: 'GET',
    path: '/me/referral',
    auth: 'user',
    summary: 'The link to invite others by, and what it brought',
    reply: OwnReferral,
  }),
}
