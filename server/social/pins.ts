import type { pins } from '#contract/pins.ts'
import { isThere, lockCounters } from '#server/accounts/index.ts'
import { cardsInOrder } from '#server/catalogue/index.ts'
import type { Db } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

export function pinRoutes(app: App): Handlers<typeof pins> {
  const pinned = async (accountId: number) => cardsInOrder(app, await pinsOf(app.db, accountId))
  return {
    async of({ params }) {
      if (!(await isThere(app.db, params.id))) throw notFound('User')
      return pinned(params.id)
    },
    async set({ viewer, body }) {
      await setPins(app.db, viewer.id, body.items)
      return pinned(viewer.id)
    },
  }
}

const pinsOf = async (db: Db, accountId: number) =>
  (await db.selectFrom('itemPin').where('accountId', '=', accountId).select('itemId').orderBy('place').execute()).map(
    ({ itemId }) => itemId,
  )

/** The counters are locked, so that two changes of one person take turns. */
const setPins = (db: Db, accountId: number, items: number[]) =>
  db.transaction().execute(async (tx) => {
    await lockCounters(tx, [accountId])
    const own = await tx
      .selectFrom('item')
      .where('ownerId', '=', accountId)
      .where('id', 'in', items.length ? items : [0])
      .where('status', '=', 'published')
      .where('deletedAt', 'is', null)
      .select('id')
      .execute()
    if (own.length !== items.length) throw invalid({ items: 'Pin only items of yours that are on sale.' })
    await tx.deleteFrom('itemPin').where('accountId', '=', accountId).execute()
    if (items.length === 0) return
    await tx
      .insertInto('itemPin')
      .values(items.map((itemId, index) => ({ accountId, itemId, place: index + 1 })))
      .execute()
  })
