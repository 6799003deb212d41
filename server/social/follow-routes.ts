import type { follows } from '#contract/follows.ts'
import { isThere, pageOfPeople, peopleOf } from '#server/accounts/index.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { follow, followedOf, listFollows, unfollow } from './follows.ts'

/** Follows that one person may give and take back. Each writes the counter of the other. */
const FOLLOWS = { name: 'follow', max: 120, seconds: 60 }

export function followRoutes(app: App): Handlers<typeof follows> {
  const existing = async (id: number) => {
    if (!(await isThere(app.db, id))) throw notFound('User')
    return id
  }
  const list =
    (side: 'followers' | 'following') =>
    async ({ params, query }: { params: { id: number }; query: { page: number; limit: number } }) => {
      const { ids, ...counted } = await listFollows(app.db, await existing(params.id), side, query)
      return pageOfPeople(await peopleOf(app.db, ids), { ...query, ...counted })
    }
  return {
    isFollowing: async ({ params, viewer }) =>
      (await followedOf(app.db, [await existing(params.id)], viewer.id)).length > 0,
    async follow({ params, viewer }) {
      await throttle(app, FOLLOWS, String(viewer.id))
      return follow(app, { followeeId: params.id, followerId: viewer.id })
    },
    async unfollow({ params, viewer }) {
      await throttle(app, FOLLOWS, String(viewer.id))
      return unfollow(app, { followeeId: params.id, followerId: viewer.id })
    },
    followed: async ({ query, viewer }) => ({ followed: await followedOf(app.db, query.people, viewer.id) }),
    followers: list('followers'),
    following: list('following'),
  }
}
