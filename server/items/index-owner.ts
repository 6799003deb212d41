import type { Tx } from '#server/db/connect.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import { indexItems } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { writeCards } from './cards.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'index-items-of': { ownerId: number }
  }
}

const AT_ONCE = 200

/** Index and cards hold the name of an item's owner. Steps are short, so that nobody waits long for these items. */
async function indexItemsOf({ db }: App, ownerId: number) {
  let last: number | undefined = 0
  while (last !== undefined) {
    const after: number = last
    last = await db.transaction().execute((tx) => indexNext(tx, ownerId, after))
  }
}

/** The last of the items that were indexed. */
async function indexNext(tx: Tx, ownerId: number, after: number) {
  const items = await tx
    .selectFrom('item')
    .where('ownerId', '=', ownerId)
    .where('id', '>', after)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(AT_ONCE)
    .forNoKeyUpdate()
    .execute()
  const ids = items.map(({ id }) => id)
  if (ids.length === 0) return undefined
  await indexItems(tx, ids)
  await writeCards(tx, ids)
  return ids.at(-1)
}

export const itemTasks = (app: App): Pick<Tasks, 'index-items-of'> => ({
  'index-items-of': ({ ownerId }) => indexItemsOf(app, ownerId),
})
