import { beforeAll, expect, inject, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { createDb, createPool, type Pool } from '#server/db/connect.ts'
import { isKey } from '#server/storage/key.ts'
import { cloneTemplate } from '#test/database.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { catalogue } from './catalogue.ts'
import { CROWD, PEOPLE } from './people.ts'
import { seedDemo } from './seed.ts'

const NOW = new Date('2026-03-01T15:30:00Z')
let db: Pool
const stored = new Map<string, string>()
const seed = () =>
  seedDemo({
    db: createDb(db),
    put: async (key, file) => void stored.set(key, file),
    passwordHash: 'hash',
    handleKey,
    manifest,
    now: NOW,
  })

async function figure(sql: string) {
  const { rows } = await db.query<{ n: number | string }>(`select (select ${sql}) as n`)
  return Number(rows[0]!.n)
}

beforeAll(async () => {
  const database = await cloneTemplate(inject('serverUrl'))
  db = createPool(database.url, { max: 4, onError: () => {} })
  const [first, second] = await Promise.all([seed(), seed()])
  expect([first, second].filter(Boolean)).toHaveLength(1) // only one of two concurrent starts fills the shop
  return async () => {
    await db.end()
    await database.drop()
  }
})

test('the whole catalogue is there, with its files stored under their keys', async () => {
  const { beats, packs, kits, unsold } = catalogue
  expect(await figure('count(*) from item')).toBe(beats.length + packs.length + kits.length + unsold.length)
  expect(await figure('count(*) from account where id >= 100')).toBe(PEOPLE.length + CROWD.length)
  expect(
    await figure("count(*) from item_track where beat_id is not null and preview_key like 'previews/%/%.mp3'"),
  ).toBe(packs.reduce((sum, pack) => sum + pack.beats.length, 0))
  const { rows } = await db.query<{ key: string }>(
    `select storage_key as key from item_file union all select preview_key from item where preview_key is not null
     union all select cover_key || '/640.webp' from item where cover_key is not null
     union all select storage_key from voice_tag
     union all select preview_key from item_track where preview_key is not null
     union all select avatar_key || '/320.webp' from account where avatar_key is not null`,
  )
  for (const { key } of rows) expect(stored.has(key), key).toBe(true)
  for (const key of stored.keys()) expect(isKey(key), key).toBe(true)
})

test('the MP3 lease of a pack has an MP3 of each track', async () => {
  expect(
    await figure(`count(*) from item_track t join item i on i.id = t.item_id where kind = 'pack' and not exists
      (select from item_file f where f.item_id = i.id and f.track_id = t.id and f.role = 'mp3' and f.is_present)`),
  ).toBe(0)
})

test('counters match the rows', async () => {
  for (const [table, column] of [
    ['item_like', 'likes'],
    ['comment', 'comments'],
  ] as const) {
    expect(
      await figure(
        `count(*) from item_stat s where ${column} <> (select count(*) from ${table} where item_id = s.item_id)`,
      ),
    ).toBe(0)
  }
  expect(
    await figure(
      'count(*) from item_stat s where plays <> (select sum(plays) from item_play_hour where item_id = s.item_id)',
    ),
  ).toBe(0)
  expect(
    await figure(
      'count(*) from account_stat s where followers <> (select count(*) from follow where followee_id = s.account_id)',
    ),
  ).toBe(0)
  expect(
    await figure(
      'count(*) from account_stat a where plays <> (select coalesce(sum(s.plays), 0) from item i join item_stat s on s.item_id = i.id where owner_id = a.account_id)',
    ),
  ).toBe(0)
  expect(await figure('count(*) from account where id not in (select account_id from account_stat)')).toBe(0)
  expect(
    await figure(`min(likes) from item_stat s join item i on i.id = s.item_id
      where status = 'published' and title <> 'Signed Away'`),
  ).toBeGreaterThan(0)
})

test('likes, comments and plays happen after their item was published, and not in the future', async () => {
  for (const [table, at] of [
    ['item_like', 'created_at'],
    ['comment', 'created_at'],
    ['item_play_hour', 'hour'],
  ] as const) {
    const early = await figure(
      `count(*) from ${table} t join item i on i.id = t.item_id where t.${at} < i.published_at`,
    )
    const late = (await db.query(`select 1 from ${table} where ${at} > $1`, [NOW])).rows.length
    expect([early, late], table).toEqual([0, 0])
  }
  expect(
    await figure('count(*) from item_like l join item i on i.id = l.item_id where l.account_id = i.owner_id'),
  ).toBe(0)
})

test('the charts rank every item after the start', async () => {
  expect(await figure('count(*) from chart_queue')).toBe(await figure('count(*) from item'))
})

test('beats that are not on sale stand where their producers and the desk look for them', async () => {
  const { rows } = await db.query<{ title: string; at: string }>(
    `select title, concat_ws(' ', status, decision, step, state) as at from item
     left join review on review.item_id = item.id left join media_job on media_job.item_id = item.id and position = 0
     where status <> 'published' order by item.id`,
  )
  const at: Record<string, string> = {
    pending: 'pending',
    rejected: 'rejected rejected',
    failed: 'failed check failed',
    paused: 'paused',
  }
  const off = catalogue.unsold.filter(({ state }) => state !== 'sold')
  expect(rows).toEqual(off.map(({ title, state }) => ({ title, at: at[state] })))
})

test('seeding again changes nothing', async () => {
  const before = await figure('sum(likes) from item_stat')
  expect(await seed()).toBe(false)
  expect(await figure('count(*) from account where id >= 100')).toBe(PEOPLE.length + CROWD.length)
  expect(await figure('sum(likes) from item_stat')).toBe(before)
})
