import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { itemsShown, type ShownItem } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { follow, like, writeComment } from '#server/social/index.ts'
import { inThePast } from './in-the-past.ts'
import { NEWS, type DemoNews } from './news.ts'
import { daysBefore, HOUR } from './time.ts'

const LISTENERS_ADDRESS = { address: '127.0.0.1', userAgent: '' }
/** People have read notices that are older. */
const READ_AFTER = 3 // days

/** Lets listeners follow, like and comment as on the site, each at its time. An earlier start did it once. */
export async function makeNews(app: App) {
  if (await wasHere(app)) return
  const now = app.clock.now()
  for (const news of NEWS) await happen(inThePast(app, { at: new Date(now.getTime() - news.hoursAgo * HOUR) }), news)
  await orderNotices(app)
  await app.db
    .updateTable('notification')
    .set((row) => ({ readAt: row.ref('createdAt') }))
    .where('createdAt', '<', daysBefore(now, READ_AFTER))
    .where('readAt', 'is', null)
    .execute()
}

const wasHere = async ({ db }: App) =>
  (await db.selectFrom('followTold').select('followerId').limit(1).executeTakeFirst()) !== undefined

async function happen(app: App, news: DemoNews) {
  const { id: followeeId } = await app.db
    .selectFrom('account')
    .where('handle', '=', news.of)
    .select('id')
    .executeTakeFirstOrThrow()
  if ('follows' in news)
    for (const followerId of await strangersTo(app.db, followeeId, news.follows))
      await follow(app, { followeeId, followerId })
  else if ('likes' in news) {
    const item = await itemCalled(app.db, news.likes)
    for (const accountId of await strangersTo(app.db, followeeId, news.people, item)) await like(app, item, accountId)
  } else {
    const item = await itemCalled(app.db, news.comments)
    for (const accountId of await strangersTo(app.db, followeeId, 1, item))
      await writeComment(app, item, { accountId, body: news.body }, LISTENERS_ADDRESS)
  }
}

async function itemCalled(db: Db, title: string) {
  const { id } = await db.selectFrom('item').where('title', '=', title).select('id').executeTakeFirstOrThrow()
  return (await itemsShown(db, [id]))[0]!
}

/** Listeners with a face who don't follow a seller yet, nor like one of the seller's items. */
const strangersTo = async (db: Db, sellerId: number, limit: number, item?: ShownItem) =>
  (
    await db
      .selectFrom('account')
      .where('avatarKey', 'is not', null)
      .where('isProducer', '=', false)
      .where('isAdmin', '=', false)
      .where('id', 'not in', (one) => one.selectFrom('follow').where('followeeId', '=', sellerId).select('followerId'))
      .where('id', 'not in', (one) =>
        one
          .selectFrom('itemLike')
          .where('itemId', '=', item?.id ?? null)
          .select('accountId'),
      )
      .select('id')
      .orderBy('handle')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** The parts of the demo were made one after the other. Each inbox gets the order in which its news happened. */
const orderNotices = ({ db }: App) =>
  db.transaction().execute(async (tx) => {
    // a number is taken until its notice has another one, so all get a negative one first
    await sql`
      with numbers as (select account_id, seq, row_number() over (partition by account_id order by seq) as place
        from notification),
      news as (select id, account_id, row_number() over (partition by account_id order by created_at, seq) as place
        from notification)
      update notification set seq = -numbers.seq from numbers join news using (account_id, place)
      where notification.id = news.id`.execute(tx)
    await sql`update notification set seq = -seq where seq < 0`.execute(tx)
  })
