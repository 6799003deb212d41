import { z } from 'zod'
import { Plan } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { id, ids, limit } from './paging.ts'
import { COMMENT_MOST, manyLines, saysSomething } from './text.ts'

export const Comment = z
  .object({
    id: z.int(),
    text: z.string(),
    timeAgo: z.string().describe('As of the answer: now, 5m, 3h, 2d'),
    createdAt: z.iso.datetime(),
    user: z.object({
      id: z.int().nullable().describe('Null when the account is gone: there is no profile to go to'),
      name: z.string(),
      avatarUrl: z.string().nullable(),
      plan: Plan,
    }),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const CommentText = z
  .string('Write something.')
  .overwrite(manyLines)
  .trim()
  .min(1, 'Write something.')
  .max(COMMENT_MOST, `Use at most ${COMMENT_MOST} characters.`)
  .refine(saysSomething, 'Write something.')

const LikeState = z.object({ liked: z.boolean(), likeCount: z.int() })
const params = z.object({ id })

const socialEndpoints = <const K extends 'beats' | 'packs' | 'kits'>(kinds: K) => ({
  play: endpoint({
    method: 'POST',
    path: `/${kinds}/:id/play`,
    auth: 'anyone',
    summary: 'Five seconds were listened to; counts once per listener and item in 30 minutes',
    params,
    reply: z.object({ counted: z.boolean() }),
  }),
  liked: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/liked`,
    auth: 'user',
    summary: 'Your like of an item',
    params,
    reply: LikeState,
  }),
  like: endpoint({
    method: 'POST',
    path: `/${kinds}/:id/like`,
    auth: 'user',
    summary: 'Like it; a second time changes nothing',
    params,
    reply: LikeState,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: `/${kinds}/:id/like`,
    auth: 'user',
    summary: 'Take a like back; a second time changes nothing',
    params,
    reply: LikeState,
  }),
  comments: endpoint({
    method: 'GET',
    path: `/${kinds}/:id/comments`,
    auth: 'anyone',
    summary: 'Newest first, from a cursor on',
    params,
    query: z.object({ cursor: id.optional(), limit: limit(20) }),
    reply: z.object({ items: z.array(Comment), nextCursor: z.int().nullable(), total: z.int() }),
  }),
  comment: endpoint({
    method: 'POST',
    path: `/${kinds}/:id/comments`,
    auth: 'user',
    summary: 'Write a comment',
    params,
    body: z.object({ text: CommentText }),
    reply: Comment,
  }),
})

export const social = {
  beats: socialEndpoints('beats'),
  packs: socialEndpoints('packs'),
  kits: socialEndpoints('kits'),
  own: {
    likes: endpoint({
      method: 'GET',
      path: '/me/likes',
      auth: 'user',
      summary: 'The liked ones of these items',
      query: z.object({ items: ids }),
      reply: z.object({ liked: z.array(z.int()) }),
    }),
    deleteComment: endpoint({
      method: 'DELETE',
      path: '/comments/:id',
      auth: 'user',
      summary: "Take one's own comment back",
      params,
      reply: z.object({ ok: z.literal(true) }),
    }),
  },
}
