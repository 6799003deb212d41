import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, ids, limit, page } from './paging.ts'
import { ProducerPage } from './people.ts'

const params = z.object({ id })
const followers = z.int().describe('How many follow the person now')
const query = z.object({ page, limit: limit(50) })

export const follows = {
  isFollowing: endpoint({
    method: 'GET',
    path: '/follow/:id/is-following',
    auth: 'user',
    summary: 'Whether you follow a person',
    params,
    reply: z.boolean(),
  }),
  follow: endpoint({
    method: 'POST',
    path: '/follow/:id',
    auth: 'user',
    summary: 'Follow a person; a second time changes nothing',
    params,
    reply: followers,
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/follow/:id',
    auth: 'user',
    summary: 'Follow a person no longer; a second time changes nothing',
    params,
    reply: followers,
  }),
  followed: endpoint({
    method: 'GET',
    path: '/me/follows',
    auth: 'user',
    summary: 'Those of the given people that you follow',
    query: z.object({ people: ids }),
    reply: z.object({ followed: z.array(z.int()) }),
  }),
  followers: endpoint({
    method: 'GET',
    path: '/users/:id/followers',
    auth: 'anyone',
    summary: 'The followers of a person, the newest first',
    params,
    query,
    reply: ProducerPage,
  }),
  following: endpoint({
    method: 'GET',
    path: '/users/:id/following',
    auth: 'anyone',
    summary: 'The people whom a person follows, the newest first',
    params,
    query,
    reply: ProducerPage,
  }),
}
