import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeMessages } from './make-messages.ts'
import { makeNews } from './make-news.ts'
import { NEWS } from './news.ts'

const world = await createWorld()
afterAll(() => world.close())
const { db, clock } = world.app

test('sellers of the demo find likes, comments and followers in the order of time, once', async () => {
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makeMessages(world.app)
  await makeNews(world.app)
  const notices = () =>
    db
      .selectFrom('notification')
      .innerJoin('account', 'account.id', 'notification.accountId')
      .select(['handle', 'topic', 'seq', 'readAt', 'notification.createdAt'])
      .orderBy('handle')
      .orderBy('seq')
      .execute()
  const made = await notices()
  for (const seller of new Set(NEWS.map(({ of }) => of))) {
    const own = made.filter(({ handle }) => handle === seller)
    expect(own.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['like', 'comment', 'follow']))
    expect(own).toEqual(own.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()))
    expect(own.some(({ readAt }) => readAt === null)).toBe(true)
    expect(own.some(({ readAt }) => readAt !== null)).toBe(true)
  }
  const { rows } = await sql`
    select account_id from account_stat where followers <> (select count(*) from follow where followee_id = account_id)
    union all
    select item_id from item_stat where likes <> (select count(*) from item_like where item_like.item_id = item_stat.item_id)
      or comments <> (select count(*) from comment where comment.item_id = item_stat.item_id)`.execute(db)
  expect(rows).toEqual([])
  await makeNews(world.app)
  expect(await notices()).toEqual(made)
})
