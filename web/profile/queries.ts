import type { Call } from '#contract/caller.ts'
import type { Kind } from '#contract/item.ts'
import type { PublicProfile, WhyGone } from '#contract/people.ts'
import { kinds } from '#web/items/kinds.ts'
import type { ProfileState, Sort } from './profile-address.ts'

const ID = /^[1-9]\d{0,14}$/
export const PAGE_SIZE = 50
const PEOPLE_SIZE = 48

/** Null for an address that names nobody. */
export const idOf = (text: string | undefined) => (text && ID.test(text) ? Number(text) : null)

export const profileKey = (id: number | null) => ['profile', id]

/** A person without a profile. */
export type Missing = { missing: WhyGone | 'unknown' }

export const profileQuery = (call: Call, id: number | null) => ({
  queryKey: profileKey(id),
  queryFn: () => (id === null ? unknown : orMissing(call('GET /users/:id', { params: { id } }))),
})

const unknown: Missing = { missing: 'unknown' }

async function orMissing(answer: Promise<PublicProfile>): Promise<PublicProfile | Missing> {
  try {
    return await answer
  } catch (error) {
    const { status, details } = error as { status?: number; details?: { why: WhyGone } }
    if (status !== 404) throw error
    return details ? { missing: details.why } : unknown
  }
}

const lists = {
  all: 'approved',
  featured: 'featured',
  trending: 'trending',
  popular: 'popular',
  new: 'new',
} as const satisfies Partial<Record<Sort, string>>

const isPrice = (sort: Sort): sort is 'price-up' | 'price-down' => sort === 'price-up' || sort === 'price-down'

/** Pinned items of every kind stand above all beats, which don't repeat them. */
export const leadsWithPins = (kind: Kind | undefined, sort: Sort) => kind === 'BEAT' && sort === 'all'

/** The call for a page of what a person sells. */
export const itemsRoute = (kind: Kind, sort: Sort) =>
  isPrice(sort)
    ? (`GET /users/:id/${kinds[kind].many}` as const)
    : (`GET /users/:id/${kinds[kind].many}/${lists[sort]}` as const)

export const itemsInput = (id: number, kind: Kind, { sort, page }: ProfileState) => ({
  params: { id },
  query: {
    page,
    limit: PAGE_SIZE,
    ...(kind === 'BEAT' && { waves: 'true' }),
    ...(leadsWithPins(kind, sort) && { unpinned: 'true' }),
    ...(isPrice(sort) && { sort }),
  },
})

export const peopleRoute = (side: 'followers' | 'following') => `GET /users/:id/${side}` as const
export const peopleInput = (id: number, { page }: ProfileState) => ({
  params: { id },
  query: { page, limit: PEOPLE_SIZE },
})
