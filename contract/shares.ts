import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Kind } from './item.ts'
import { id } from './paging.ts'
import { ALL_POINTS, MOST_SHARERS, SHARE_STATES } from './share-limits.ts'
import { oneLine } from './text.ts'

const Points = z
  .int('Give a whole number of basis points.')
  .min(1, 'A share is 0.01% at least.')
  .max(ALL_POINTS - 1, 'A share is 99.99% at most.')
  .describe('Basis points: 10,000 are all earnings')

const Person = z.object({ id: z.int(), displayName: z.string(), avatarUrl: z.string().nullable() })

const SplitVersion = z
  .object({
    id: z.int(),
    number: z.int().describe('Counts the versions of the item’s split'),
    ownPoints: z.int().describe('The owner’s share, with those of people who have left'),
    people: z.array(z.object({ person: Person, points: z.int(), state: z.enum(SHARE_STATES) })),
    isDeclined: z.boolean().describe('Somebody said no: it never counts, and its owner changes or removes it'),
    proposedAt: z.iso.datetime(),
  })
  .meta({ id: 'SplitVersion' })
export type SplitVersion = z.infer<typeof SplitVersion>

export const ItemSplit = z
  .object({
    active: SplitVersion.nullable().describe('Counts for sales. null: the owner has all'),
    proposal: SplitVersion.nullable().describe('Counts as soon as everybody has accepted'),
    isForSale: z.boolean().describe('False while the first shares of an item are not accepted by all'),
  })
  .meta({ id: 'ItemSplit' })
export type ItemSplit = z.infer<typeof ItemSplit>

const SplitItem = z
  .object({
    id: z.int(),
    kind: Kind,
    title: z.string(),
    slug: z.string(),
    coverUrl: z.string().nullable(),
    hasPage: z.boolean().describe('It has a public page'),
  })
  .meta({ id: 'SplitItem' })

const Invitation = z
  .object({
    id: z.int().describe('The version’s'),
    item: SplitItem,
    owner: Person,
    points: z.int(),
    present: z.int().nullable().describe('The share that you have until it counts'),
    isAccepted: z.boolean().describe('You have accepted; others have not yet'),
    waitsFor: z.int().describe('People who have not accepted yet'),
    proposedAt: z.iso.datetime(),
  })
  .meta({ id: 'SplitInvitation' })
export type Invitation = z.infer<typeof Invitation>

const OwnShare = z
  .object({
    id: z.int().describe('The version’s'),
    item: SplitItem,
    owner: Person,
    points: z.int(),
    isActive: z.boolean().describe('False: later sales earn nothing'),
    earned: z.number().describe('Credited for it by the books, less what refunds took back, in dollars'),
  })
  .meta({ id: 'OwnShare' })
export type OwnShare = z.infer<typeof OwnShare>

const Splits = z
  .object({
    invitations: z.array(Invitation).describe('Newest first, 200 at most'),
    shares: z.array(OwnShare).describe('In items of others, former ones too, newest first, 200 at most'),
    own: z.array(z.object({ item: SplitItem, split: ItemSplit })).describe('Own items with shares, 200 at most'),
  })
  .meta({ id: 'Splits' })
export type Splits = z.infer<typeof Splits>

const Handle = z
  .string('Give a name.')
  .max(60, 'Give a name of at most 60 characters.')
  .overwrite(oneLine)
  .overwrite((name) => name.replace(/^@/, ''))
  .trim()
  .min(1, 'Give a name.')

const NewSplit = z
  .object({
    ownPoints: Points.describe('The owner’s share; the owner gets what a division leaves, too'),
    people: z
      .array(z.object({ handle: Handle, points: Points }))
      .min(1, 'Name somebody.')
      .max(MOST_SHARERS, `Name at most ${MOST_SHARERS} people.`),
  })
  .refine(({ ownPoints, people }) => people.reduce((sum, { points }) => sum + points, ownPoints) === ALL_POINTS, {
    error: 'All shares together are 100%.',
    path: ['ownPoints'],
  })

const params = z.object({ id })
const answer = <const Way extends string>(way: Way, summary: string) =>
  endpoint({ method: 'POST', path: `/me/splits/:id/${way}`, auth: 'user', summary, params, reply: Splits })

export const shares = {
  ofItem: endpoint({
    method: 'GET',
    path: '/me/items/:id/split',
    auth: 'user',
    summary: 'Who shares the earnings of an own item',
    params,
    reply: ItemSplit,
  }),
  propose: endpoint({
    method: 'PUT',
    path: '/me/items/:id/split',
    auth: 'user',
    summary:
      'Invite people to shares of an own item. It counts for later sales when all have accepted; until then the present shares do. Replaces what was proposed before',
    params,
    body: NewSplit,
    reply: ItemSplit,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/me/items/:id/split',
    auth: 'user',
    summary: 'Earn all later sales of an own item alone; a proposal is taken back, too',
    params,
    reply: ItemSplit,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/me/items/:id/split/proposal',
    auth: 'user',
    summary: 'Take back what was proposed; the present shares stay',
    params,
    reply: ItemSplit,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/me/splits',
    auth: 'user',
    summary: 'Invitations to shares, own shares with their earnings, and the splits of own items',
    reply: Splits,
  }),
  accept: answer('accept', 'Accept a share; it counts when all have accepted'),
  decline: answer('decline', 'Decline a share, also one that was accepted and does not count yet'),
  leave: answer('leave', 'Give up a share; later sales credit it to the owner'),
}
