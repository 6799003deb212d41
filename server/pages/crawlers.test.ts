import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

const ORIGIN = 'https://beats.example'
let world: World
let ownerId: number
beforeEach(async () => {
  world = await createWorld({ env: { PUBLIC_URL: ORIGIN } })
  ownerId = (await world.signUp()).id
})
afterEach(() => world.close())

const get = (path: string, headers = {}) => world.http.inject({ url: path.replace(ORIGIN, ''), headers })
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)

/** Reads a sitemap like a crawler. */
async function everything() {
  const parts = locationsIn((await get('/sitemap.xml')).body)
  const replies = await Promise.all(parts.map((part) => get(part)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(parts.map(() => 200))
  return { parts, pages: replies.map(({ body }) => locationsIn(body)) }
}

test('robots.txt names the sitemap and the paths that crawlers must not read', async () => {
  const robots = await get('/robots.txt')
  expect(robots.body).toContain('Disallow: /api/\n')
  expect(robots.body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
  const index = await get('/sitemap.xml')
  expect(index.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=600',
  })
  expect(index.body).toContain('<sitemapindex ')
  expect(locationsIn(index.body)).toEqual([`${ORIGIN}/sitemap-pages.xml`]) // no items are on sale
  const pages = locationsIn((await get('/sitemap-pages.xml')).body)
  for (const path of ['/', '/about', '/browse', '/charts', '/producers', '/styles/uk-drill'])
    expect(pages).toContain(ORIGIN + path)
  expect(pages.filter((url) => url.includes('/styles/'))).toHaveLength(13)
  const packed = await get('/sitemap-pages.xml', { 'accept-encoding': 'br' })
  expect(locationsIn(brotliDecompressSync(packed.rawPayload).toString())).toEqual(pages)
})

test('the sitemap lists items on sale with their address and the date of their last change', async () => {
  const { db } = world.app
  const day = new Date('2026-03-04T05:06:07Z')
  await addItem(db, { ownerId, slug: 'a-beat', publishedAt: day, updatedAt: day })
  await addItem(db, { ownerId, slug: 'a-pack', kind: 'pack' })
  await addItem(db, { ownerId, slug: 'a-kit', kind: 'kit' })
  await addItem(db, { ownerId, slug: 'sold', status: 'sold' })
  await addItem(db, { ownerId, slug: 'pending', status: 'pending' })
  const gone = await world.signUp()
  await addItem(db, { ownerId: gone.id, slug: 'orphan' })
  await db.updateTable('account').set({ deletedAt: day }).where('id', '=', gone.id).execute()

  const { parts, pages } = await everything()
  expect(parts.map((part) => part.replace(ORIGIN, ''))).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-items-1.xml',
    '/sitemap-profiles-1.xml',
  ])
  expect(pages[1]).toEqual([`${ORIGIN}/track/a-beat`, `${ORIGIN}/pack/a-pack`, `${ORIGIN}/kit/a-kit`])
  expect((await get('/sitemap-items-1.xml')).body).toContain('/track/a-beat</loc><lastmod>2026-03-04</lastmod>')
})

test('25,000 items are listed once each, in parts of 10,000 at most', async () => {
  const { db } = world.app
  await sql`insert into item (kind, owner_id, slug, title, status, published_at)
    select 'beat', ${ownerId}, 'many-' || n, 'Many', 'published', now() from generate_series(1, 25000) n`.execute(db)
  await sql`insert into item_search (item_id, owner_id, kind, price_cents, licenses, is_featured, is_promoted, published_at, tags, title_key, fts)
    select id, owner_id, kind, 0, 0, false, false, published_at, '{}', '', '' from item`.execute(db)
  const { pages } = await everything()
  const parts = pages.slice(1)
  expect(parts.length).toBeGreaterThanOrEqual(3)
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(10_000)
  expect(new Set(parts.flat()).size).toBe(25_000)
  expect(parts.flat()).toHaveLength(25_000)
})

test.each(['/sitemap-items-2.xml', '/sitemap-items-999999.xml'])('%s is empty and answers 404', async (path) => {
  await addItem(world.app.db, { ownerId })
  expect((await get(path)).statusCode).toBe(404)
})
