import { acceptShare, proposeSplit } from '#server/shares/index.ts'
import type { App } from '#server/services.ts'
import { SPLITS, type DemoSplit } from './splits.ts'
import { DAY } from './time.ts'

/** Shares the earnings of some items as their owners do, each at its time. Made before the orders, it counts for them. */
export async function makeSplits(app: App) {
  const begun = app.clock.now().getTime()
  for (const split of SPLITS) {
    const clock = { now: () => new Date(begun - split.daysAgo * DAY) }
    // the demo's people read no mail
    await makeSplit({ ...app, clock, mail: { send: async () => {}, sendAll: async () => {} } }, split)
  }
}

async function makeSplit(app: App, { title, people, isAccepted }: DemoSplit) {
  const { db } = app
  const item = await db
    .selectFrom('item')
    .where('title', '=', title)
    .select(['id', 'ownerId'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const made = await db.selectFrom('shareVersion').where('itemId', '=', item.id).select('id').executeTakeFirst()
  if (made) return
  await db.transaction().execute(async (tx) => {
    const ownPoints = people.reduce((rest, { points }) => rest - points, 10_000)
    await proposeSplit(app, tx, item.ownerId, item.id, { ownPoints, people })
    if (!isAccepted) return
    const shares = await tx
      .selectFrom('share')
      .innerJoin('shareVersion as version', 'version.id', 'share.versionId')
      .where('version.itemId', '=', item.id)
      .select(['share.accountId', 'share.versionId'])
      .execute()
    for (const { accountId, versionId } of shares) await acceptShare(app, tx, accountId, versionId)
  })
}
