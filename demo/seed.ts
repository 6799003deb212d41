import { join } from 'node:path'
import { sql, type Insertable } from 'kysely'
import { countFollower } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Follow } from '#server/db/types.ts'
import { countComment, countLike, countPlay } from '#server/items/index.ts'
import type { Manifest } from './manifest.ts'
import { imagineActivity, imagineFollows, type Activity } from './seed/activity.ts'
import { insertAll } from './seed/insert.ts'
import { addItems } from './seed/items.ts'
import { insertPeople } from './seed/people.ts'
import { filesToStore } from './seed/storage-keys.ts'
import { addUnsold, addVoices } from './seed/unsold.ts'

type Seeding = {
  db: Db
  put: (key: string, file: string, mediaType: string) => Promise<void>
  passwordHash: string
  handleKey: (handle: string) => string
  manifest: Manifest
  now: Date
}

const FILES_AT_ONCE = 4
const ONE_SEEDER = 5_110_142 // advisory lock: several nodes may start together

export async function isSeeded(db: Db) {
  const seeded = await db.selectFrom('account').where('emailKey', '=', 'producer@slide.test').select('id').execute()
  return seeded.length > 0
}

/** Puts the demo into storage and database, once. Returns whether it did. */
export async function seedDemo(seeding: Seeding): Promise<boolean> {
  if (await isSeeded(seeding.db)) return false
  await storeFiles(seeding)
  return seeding.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ONE_SEEDER})`.execute(tx)
    if (await isSeeded(tx)) return false
    await insertEverything(tx, seeding)
    return true
  })
}

/** Stores files before rows are written: a row must never name a missing file. */
async function storeFiles({ manifest, put }: Seeding) {
  const files = filesToStore(manifest)
  const storeNext = async () => {
    for (let file = files.pop(); file; file = files.pop())
      await put(file.key, join(manifest.folder, file.path), file.mediaType)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, storeNext))
}

async function insertEverything(tx: Tx, { manifest, now, ...people }: Seeding) {
  const members = await insertPeople(tx, { ...people, now })
  const items = await addItems(tx, manifest, members, now)
  await addUnsold(tx, manifest, members, now)
  await addVoices(tx, manifest, members, now)
  await compareLater(tx, now)
  const activities = items.map((item) => imagineActivity(item, members, now))
  const follows = imagineFollows(items, members, now)
  const comments = activities.flatMap((activity) => activity.comments)
  comments.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime()) // newer comments have greater ids
  await insertAll(
    tx,
    'itemLike',
    activities.flatMap(({ likes }) => likes),
  )
  await insertAll(tx, 'comment', comments)
  await insertAll(
    tx,
    'itemPlayHour',
    activities.flatMap(({ playHours }) => playHours),
  )
  await insertAll(tx, 'follow', follows)
  await countActivities(tx, activities, follows)
}

/** Beats of the demo get their fingerprints when the first visitors have looked around. */
const compareLater = (tx: Tx, now: Date) =>
  tx
    .insertInto('missingFingerprint')
    .columns(['itemId', 'dueAt'])
    .expression((from) =>
      from
        .selectFrom('item')
        .where('kind', '=', 'beat')
        .where('status', '=', 'published')
        .select(['id', sql<Date>`${new Date(now.getTime() + 10 * 60_000)}::timestamptz`.as('dueAt')]),
    )
    .execute()

/** Makes the counters match the rows. Orders are made afterwards, and count themselves. */
async function countActivities(tx: Tx, activities: Activity[], follows: Insertable<Follow>[]) {
  const counts = <Row>(rowsOf: (activity: Activity) => Row[], count: (row: Row) => { by: number; at: Date }) =>
    activities.flatMap((activity) => rowsOf(activity).map((row) => ({ itemId: activity.item.id, ...count(row) })))
  await countLike(
    tx,
    counts(
      ({ likes }) => likes,
      ({ createdAt: at }) => ({ by: 1, at }),
    ),
  )
  await countComment(
    tx,
    counts(
      ({ comments }) => comments,
      ({ createdAt: at }) => ({ by: 1, at }),
    ),
  )
  await countPlay(
    tx,
    counts(
      ({ playHours }) => playHours,
      ({ plays: by, hour: at }) => ({ by, at }),
    ),
  )
  const followers = new Map<number, number>()
  for (const { followeeId } of follows) followers.set(followeeId, (followers.get(followeeId) ?? 0) + 1)
  await countFollower(tx, followers)
}
