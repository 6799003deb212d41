import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

const FILES = 5_250

let world: World
let ownerId: number
beforeAll(async () => {
  world = await createWorld()
  ownerId = (await world.signUp()).id
})
afterAll(() => world.close())

test('a kit with thousands of files lists them page by page and counts them all', async () => {
  const id = await addItem(world.app.db, { ownerId, kind: 'kit' })
  await sql`insert into item_track (item_id, position, title, path)
    select ${id}, n, 'File ' || n, case when n % 50 = 0 then 'Presets/' || n || '.fxp' when n % 5 = 0 then 'Loops/' || n || '.WAV' else 'Hits/' || n || '.aif' end
    from generate_series(1, ${sql.lit(FILES)}) n`.execute(world.app.db)
  const [presets, loops] = [FILES / 50, FILES / 5 - FILES / 50]
  const counts = { filesCount: FILES, presets, loops, samples: FILES - presets - loops }

  const { items, ...first } = await world.guest('GET /kits/:id/contents', { params: { id }, query: {} })
  expect(first).toEqual({ ...counts, page: 0, limit: 100, totalItems: FILES, totalPages: 53 })
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 100 }, (_, n) => `File ${n + 1}`))
  const last = await world.guest('GET /kits/:id/contents', { params: { id }, query: { page: 52 } })
  expect(last).toMatchObject(counts)
  expect(last.items.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, n) => `File ${n + 5_201}`))
  const beyond = await world.guest('GET /kits/:id/contents', { params: { id }, query: { page: 53 } })
  expect(beyond).toMatchObject({ ...counts, items: [] })
  const many = await world.guest('GET /kits/:id/contents', { params: { id }, query: { limit: 5_000 } })
  expect([many.limit, many.items.length]).toEqual([100, 100])
})

test('a track of a pack links to its beat only while the beat is on sale', async () => {
  const { db } = world.app
  const gone = await world.signUp()
  const pack = await addItem(db, { ownerId, kind: 'pack' })
  const beats = {
    sold: await addItem(db, { ownerId, status: 'sold' }),
    draft: await addItem(db, { ownerId, status: 'draft' }),
    deleted: await addItem(db, { ownerId, deletedAt: new Date() }),
    'of one who left': await addItem(db, { ownerId: gone.id }),
    'on sale': await addItem(db, { ownerId, slug: 'still-there' }),
  }
  await db
    .insertInto('itemTrack')
    .values(
      Object.entries(beats).map(([title, beatId], position) => ({
        itemId: pack,
        position,
        title,
        path: title,
        beatId,
      })),
    )
    .execute()
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', gone.id).execute()

  const { items } = await world.guest('GET /packs/:id/contents', { params: { id: pack }, query: {} })
  expect(items.map(({ title, beat }) => [title, beat?.slug ?? null])).toEqual([
    ['sold', null],
    ['draft', null],
    ['deleted', null],
    ['of one who left', null],
    ['on sale', 'still-there'],
  ])
  expect(await world.guest('GET /packs/:id/preview-playlist', { params: { id: pack } })).toEqual([])
})
