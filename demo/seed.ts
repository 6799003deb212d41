import { join } from 'node:path'
import type pg from 'pg'
import type { Manifest } from './manifest.ts'
import { imagineActivity, imagineFollows } from './seed/activity.ts'
import { accountStatRows, statRow } from './seed/figures.ts'
import { insertAll } from './seed/insert.ts'
import { insertItems } from './seed/items.ts'
import { insertPeople } from './seed/people.ts'
import { filesToStore } from './seed/storage-keys.ts'

type Seeding = {
  db: pg.Pool
  put: (key: string, file: string, mediaType: string) => Promise<void>
  passwordHash: string
  handleKey: (handle: string) => string
  manifest: Manifest
  now: Date
}

const FILES_AT_ONCE = 4
const ONE_SEEDER = 5_110_142 // advisory lock: nodes may start together

export async function isSeeded(db: pg.Pool | pg.ClientBase) {
  const { rows } = await db.query("select 1 from account where email_key = 'producer@slide.test'")
  return rows.length > 0
}

/** Puts the demo into storage and database, once; says whether it did. */
export async function seedDemo(seeding: Seeding): Promise<boolean> {
  if (await isSeeded(seeding.db)) return false
  await storeFiles(seeding)
  const tx = await seeding.db.connect()
  try {
    await tx.query('begin')
    await tx.query('select pg_advisory_xact_lock($1)', [ONE_SEEDER])
    const isFirst = !(await isSeeded(tx))
    if (isFirst) await insertEverything(tx, seeding)
    await tx.query('commit')
    return isFirst
  } catch (error) {
    await tx.query('rollback')
    throw error
  } finally {
    tx.release()
  }
}

/** Before the rows: a row must never name a file that isn't there. */
async function storeFiles({ manifest, put }: Seeding) {
  const files = filesToStore(manifest)
  const storeNext = async () => {
    for (let file = files.pop(); file; file = files.pop())
      await put(file.key, join(manifest.folder, file.path), file.mediaType)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, storeNext))
}

async function insertEverything(tx: pg.ClientBase, { manifest, now, ...people }: Seeding) {
  const members = await insertPeople(tx, { ...people, now })
  const items = await insertItems(tx, manifest, members, now)
  const activities = items.map((item) => imagineActivity(item, members, now))
  const follows = imagineFollows(items, members, now)
  const stats = activities.map(statRow)
  const comments = activities.flatMap((activity) => activity.comments)
  comments.sort((a, b) => a.created_at.getTime() - b.created_at.getTime()) // newer ones have greater ids
  await insertAll(
    tx,
    'item_like',
    activities.flatMap(({ likes }) => likes),
  )
  await insertAll(tx, 'comment', comments)
  await insertAll(
    tx,
    'item_play_hour',
    activities.flatMap(({ playHours }) => playHours),
  )
  await insertAll(tx, 'follow', follows)
  await insertAll(tx, 'item_stat', stats)
  await insertAll(tx, 'account_stat', accountStatRows(members, items, stats, follows))
  await tx.query('insert into chart_queue select id from item') // the house ranks them when it has started
}
