import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { createLogger } from '#server/logger.ts'
import { addItem } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'

const ORIGIN = 'https://beats.example'
let world: World
let ownerId: number
beforeEach(async () => {
  world = await createWorld({ env: { PUBLIC_URL: ORIGIN } })
  ownerId = (await world.signUp({ displayName: 'mozer' })).id
})
afterEach(() => world.close())

const ask = (query: Record<string, string | number>) => world.guest('GET /oembed', { query: query as { url: string } })
const status = async (query: Record<string, string>) =>
  (await world.http.inject({ url: '/api/oembed', query })).statusCode

test('oEmbed gives other sites the player and the picture of an item', async () => {
  await addItem(world.app.db, { ownerId, slug: 'x', title: `"><b>'&` })
  expect(await ask({ url: `${ORIGIN}/track/x?utm=1#comments`, format: 'json' })).toEqual({
    type: 'rich',
    version: '1.0',
    title: `"><b>'&`,
    author_name: 'mozer',
    author_url: `${ORIGIN}/profile/${ownerId}`,
    provider_name: 'Slide',
    provider_url: ORIGIN,
    cache_age: 3600,
    html: `<iframe src="${ORIGIN}/track/x/embed" title="&#34;&#62;&#60;b&#62;&#39;&#38; by mozer" width="640" height="180" frameborder="0" allow="autoplay"></iframe>`,
    width: 640,
    height: 180,
    thumbnail_url: `${ORIGIN}/og/x.jpg`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  })
})

test('player and picture fit the asked limits', async () => {
  await addItem(world.app.db, { ownerId, slug: 'x', coverKey: 'covers/a' })
  expect(await ask({ url: `${ORIGIN}/track/x`, maxwidth: 400, maxheight: 330 })).toMatchObject({
    width: 400,
    height: 180,
    html: expect.stringContaining('width="400" height="180"'),
    thumbnail_url: `${ORIGIN}/media/covers/a/320.webp`,
    thumbnail_width: 320,
  })
  const small = await ask({ url: `${ORIGIN}/track/x`, maxwidth: 100, maxheight: 90 })
  expect(small).toMatchObject({ width: 100, height: 90 })
  expect(small).not.toHaveProperty('thumbnail_url')
})

test('other sites may show the cover that oEmbed names', async () => {
  const { db, storage } = world.app
  await addItem(db, { ownerId, slug: 'x', coverKey: 'covers/a' })
  await storage.put('covers/a/640.webp', Buffer.from('cover'), { mediaType: 'image/webp' })
  const { thumbnail_url: url = '' } = await ask({ url: `${ORIGIN}/track/x`, maxwidth: 640 })
  const { body, headers } = await world.http.inject(new URL(url).pathname)
  expect([body, headers['cross-origin-resource-policy']]).toEqual(['cover', 'cross-origin'])
})

test('packs, kits, sold items and earlier slugs are found', async () => {
  await addItem(world.app.db, { ownerId, slug: 'a-pack', kind: 'pack' })
  const kit = await addItem(world.app.db, { ownerId, slug: 'a-kit', kind: 'kit' })
  await addItem(world.app.db, { ownerId, slug: 'gone', status: 'sold' })
  await world.app.db.insertInto('itemOldSlug').values({ slug: 'was', itemId: kit }).execute()
  for (const [path, place] of [
    ['/pack/a-pack', 'pack/a-pack'],
    ['/kit/a-kit/', 'kit/a-kit'],
    ['/track/gone', 'track/gone'],
    ['/kit/was', 'kit/a-kit'],
    ['/track/a-kit/embed', 'kit/a-kit'],
  ])
    expect((await ask({ url: ORIGIN + path })).html).toContain(`"${ORIGIN}/${place}/embed"`)
})

test('foreign and unknown addresses answer 404, other formats 501, malformed input 400', async () => {
  await addItem(world.app.db, { ownerId, slug: 'x' })
  await addItem(world.app.db, { ownerId, slug: 'hidden', status: 'pending' })
  const url = `${ORIGIN}/track/x`
  for (const unknown of [
    'https://other.example/track/x',
    `${ORIGIN}.evil.example/track/x`,
    `${ORIGIN}:8443/track/x`,
    `${ORIGIN}/track/nowhere`,
    `${ORIGIN}/track/hidden`,
    `${ORIGIN}/about`,
    `${ORIGIN}/track/x%00`,
    'javascript:alert(1)',
    'no address',
  ])
    expect(await status({ url: unknown }), unknown).toBe(404)
  expect(await status({ url, format: 'xml' })).toBe(501)
  const wrong = [{}, { url: '' }, { url: 'x'.repeat(3_000) }, { url, maxwidth: '-1' }, { url, maxheight: 'tall' }]
  for (const query of wrong) expect(await status(query as Record<string, string>)).toBe(400)
})

test('the frame that other sites insert is escaped, the address of the shop, too', async () => {
  const odd = await createWorld({ env: { PUBLIC_URL: 'https://r&b.example' } })
  const owner = await odd.signUp()
  await addItem(odd.app.db, { ownerId: owner.id, slug: 'x' })
  const { html } = await odd.guest('GET /oembed', { query: { url: 'https://r&b.example/track/x' } })
  expect(html).toContain('src="https://r&#38;b.example/track/x/embed"')
  await odd.close()
})

test('a format that is not spoken is no failure of the server', async () => {
  const lines: { level: number }[] = []
  const log = createLogger('info', { write: (line: string) => lines.push(JSON.parse(line) as { level: number }) })
  const http = await mountApp(world.app, { log })
  expect((await http.inject('/api/oembed?url=x&format=xml')).statusCode).toBe(501)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter(({ level }) => level >= 40)).toEqual([])
  await http.close()
})
