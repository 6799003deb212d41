import type { social } from '#contract/social.ts'
import { itemsShown, kindNames } from '#server/items/index.ts'
import type { ItemKind } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { deleteComment, listComments, writeComment } from './comments.ts'
import type { Plays } from './gather-plays.ts'
import { like, likeState, likedOf, unlike } from './likes.ts'

/** Likes that one person may give and take back. Each writes the item's counter, which all others wait for. */
const LIKES = { name: 'like', max: 120, seconds: 60 }

/** The calls for plays, likes and comments, the same for the three kinds. */
export function socialRoutes(
  app: App,
  kind: ItemKind,
  plays: Plays,
): Handlers<(typeof social)['beats' | 'packs' | 'kits']> {
  /** Finds an item that is on sale or was sold exclusively. */
  const existing = async (id: number) => {
    const [item] = await itemsShown(app.db, [id])
    if (item?.kind !== kind) throw notFound(kindNames[kind])
    return item
  }
  return {
    async play({ params, viewer, caller }) {
      const who = viewer
        ? { listener: `account ${viewer.id}`, accountId: viewer.id }
        : { listener: `address ${caller.address}` }
      const outcome = await plays.count({ kind, itemId: params.id, ...who })
      if (outcome === 'unknown') throw notFound(kindNames[kind])
      return { counted: outcome === 'counted' }
    },
    liked: async ({ params, viewer }) => likeState(app.db, (await existing(params.id)).id, viewer.id),
    async like({ params, viewer }) {
      await throttle(app, LIKES, String(viewer.id))
      return like(app, await existing(params.id), viewer.id)
    },
    async unlike({ params, viewer }) {
      await throttle(app, LIKES, String(viewer.id))
      return unlike(app, (await existing(params.id)).id, viewer.id)
    },
    comments: async ({ params, query }) => listComments(app, (await existing(params.id)).id, query),
    comment: async ({ params, body, viewer, caller }) =>
      writeComment(app, await existing(params.id), { accountId: viewer.id, body: body.text }, caller),
  }
}

export const ownSocialRoutes = (app: App): Handlers<typeof social.own> => ({
  likes: async ({ query, viewer }) => ({ liked: await likedOf(app.db, query.items, viewer.id) }),
  async deleteComment({ params, viewer }) {
    if (!(await deleteComment(app, params.id, viewer))) throw notFound('Comment')
    return { ok: true }
  },
})
