import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { changeItem, countSale, markSold } from '#server/items/index.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { addItem, fileOf, inTransaction } from './factories.ts'
import { createWorld, type World } from './world.ts'

type Offer = { name: string; price: string; availability: string; priceCurrency: string }
type Described = { '@graph': { '@type': string; offers?: Offer[]; itemListElement?: { item: string }[] }[] }

let world: World
let http: FastifyInstance
let ownerId: number
let made = 0

beforeAll(async () => {
  world = await createWorld({ env: { PUBLIC_URL: 'https://beats.example' } })
  http = await mountApp(world.app, { web: developmentWeb })
  ownerId = (await world.signUp({ displayName: 'Mozer' })).id
})
afterAll(async () => {
  await http.close()
  await world.close()
})

let slug: string
let id: number
beforeEach(async () => {
  slug = `night-bus-${++made}`
  id = await beat(slug)
})

async function beat(name: string) {
  const { db } = world.app
  const item = await addItem(db, {
    ownerId,
    slug: name,
    title: 'Night <Bus>',
    bpm: 142,
    description: 'Cold & slow.',
    files: [fileOf('master', { name: 'Night Bus.wav' }), fileOf('mp3', { name: 'Night Bus.mp3' })],
    licenses: [
      { type: 'MP3', priceCents: 2_995 },
      { type: 'WAV', priceCents: 4_450, featured: true },
      { type: 'PREMIUM', priceCents: 9_995 }, // the item has no stems, so this license is not on offer
      { type: 'EXCLUSIVE', priceCents: 79_900 },
    ],
  })
  await inTransaction(db, (tx) =>
    countSale(
      tx,
      (['MP3', 'MP3', 'WAV'] as const).map((license) => ({
        itemId: item,
        license,
        by: 1,
        cents: 2_995,
        at: new Date(),
      })),
    ),
  )
  return item
}

const structured = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as Described
const part = (html: string, type: string) => structured(html)['@graph'].find((node) => node['@type'] === type)
const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

test('a crawler reads title, description, canonical address and the offers of the API', async () => {
  const { body, statusCode } = await http.inject(`/track/${slug}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Night &lt;Bus> by Mozer | Slide</title>')
  expect(body).toContain(`<link rel="canonical" href="https://beats.example/track/${slug}">`)
  expect(body).toMatch(/<meta name="description" content="Night &lt;Bus>, a drill beat by Mozer, 142 BPM/)
  const { licenses } = await world.guest('GET /items/by-slug/:slug', { params: { slug } })
  expect(licenses.map(({ type }) => type)).toEqual(['MP3', 'WAV', 'EXCLUSIVE'])
  expect(part(body, 'Product')?.offers).toEqual(
    licenses.map(({ name, price }) =>
      expect.objectContaining({
        name,
        price: price.toFixed(2),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: `https://beats.example/track/${slug}`,
      }),
    ),
  )
  expect(part(body, 'MusicRecording')).toMatchObject({ name: 'Night <Bus>' })
  expect(main(body), 'without a cover none is asked for').not.toContain('.webp')
  expect(part(body, 'BreadcrumbList')?.itemListElement?.map(({ item }) => item)).toEqual([
    'https://beats.example/',
    'https://beats.example/browse?type=beats',
    `https://beats.example/track/${slug}`,
  ])
})

test('an old slug and the address of another kind redirect permanently and keep the query', async () => {
  const now = await inTransaction(world.app.db, (tx) => changeItem(tx, id, { title: `New ${slug}` }, new Date()))
  for (const path of [`/track/${slug}`, `/kit/${now}`, `/pack/${slug}`, `/Track/${now}`]) {
    const reply = await http.inject(`${path}?from=mail`)
    expect(reply).toMatchObject({ statusCode: 301, headers: { location: `/track/${now}?from=mail` } })
  }
})

test('an id in place of the slug redirects to the item, unless it is the slug of another', async () => {
  for (const path of [`/track/${id}`, `/pack/${id}`]) {
    const reply = await http.inject(`${path}?from=mail`)
    expect(reply).toMatchObject({ statusCode: 301, headers: { location: `/track/${slug}?from=mail` } })
  }
  expect((await http.inject(`/track/${id}/embed`)).headers.location).toBe(`/track/${slug}/embed`)
  await addItem(world.app.db, { ownerId, slug: `${id}`, title: `${id}` })
  expect((await http.inject(`/track/${id}`)).statusCode).toBe(200)
})

test('the id of an item off sale is not found', async () => {
  const off = await addItem(world.app.db, { ownerId, status: 'paused', title: 'Off sale' })
  expect((await http.inject(`/track/${off}`)).statusCode).toBe(404)
  expect((await http.inject(`/og/${off}.jpg`)).statusCode).toBe(404)
  const asked = world.guest('GET /items/by-slug/:slug', { params: { slug: `${off}` } })
  await expect(asked).rejects.toMatchObject({ status: 404 })
})

test.each(['/track/nobody-made-it', '/kit/%00', '/pack/UPPER', `/track/${'x'.repeat(180)}`, '/track/%3Cscript%3E'])(
  '%s answers 404 with a page that says so',
  async (path) => {
    const { statusCode, body } = await http.inject(path)
    expect(statusCode).toBe(404)
    expect(main(body)).toContain('We couldn’t load that track.')
    expect(main(body)).toContain('Back')
    expect(body).toContain('content="noindex"')
  },
)

test('the page of an exclusively sold beat stays, says so and sells nothing', async () => {
  const { db } = world.app
  await beat(`near-${slug}`)
  const withdrawn = { type: 'MP3', priceCents: 2_995, enabled: false } as const
  await inTransaction(db, async (tx) => {
    await changeItem(tx, id, { licenses: [withdrawn] }, new Date())
    await markSold(tx, id, new Date())
  })
  const { body, statusCode } = await http.inject(`/track/${slug}`)
  expect(statusCode).toBe(200)
  expect(main(body)).toContain('Sold exclusively')
  expect(main(body)).toContain('3 leases were sold before and stay valid.')
  expect(main(body)).not.toMatch(/Add to cart|Buy Now|type="radio"/)
  expect(main(body)).toContain('Similar beats')
  expect(main(body)).toContain(`/track/near-${slug}`)
  expect(part(body, 'Product')?.offers?.map(({ availability }) => availability)).toEqual(['https://schema.org/SoldOut'])
  expect(await world.guest('GET /beats/:id/licenses', { params: { id } })).toEqual([]) // carts and the chooser ask this
})

test('a kit has one price even when it has licenses', async () => {
  const { db } = world.app
  const kit = { ownerId, slug: `kit-${slug}`, title: 'Cold Kit', kind: 'kit', priceCents: 1_995 } as const
  const itemId = await addItem(db, {
    ...kit,
    licenses: [{ type: 'WAV', priceCents: 1_995 }],
    files: [fileOf('archive', { name: 'Kit.zip' })],
  })
  const { body } = await http.inject(`/kit/${kit.slug}`)
  expect((await world.guest('GET /kits/:id/licenses', { params: { id: itemId } })).length).toBe(1)
  expect(main(body)).toContain('Kit.zip')
  expect(main(body)).not.toContain('type="radio"')
  expect(part(body, 'Product')?.offers).toEqual([expect.objectContaining({ name: 'Cold Kit', price: '19.95' })])
})

test('the page contains the comments, newest first, without any markup from them', async () => {
  const fan = await world.signUp()
  await fan.call('POST /beats/:id/comments', { params: { id }, body: { text: 'first' } })
  await fan.call('POST /beats/:id/comments', { params: { id }, body: { text: '</script><b>second</b>' } })
  const { body } = await http.inject(`/track/${slug}`)
  const said = main(body)
  expect(said).toContain('&lt;/script&gt;&lt;b&gt;second')
  expect(said.indexOf('second')).toBeLessThan(said.indexOf('>first<'))
  expect(body).not.toContain('</script><b>')
})

test('the MP3 lease delivers a master that is an MP3', async () => {
  const { db } = world.app
  await db.deleteFrom('itemFile').where('itemId', '=', id).where('role', '=', 'mp3').execute()
  await db.updateTable('itemFile').set({ mediaType: 'audio/mpeg' }).where('itemId', '=', id).execute()
  const { licenses, deliveredFiles } = await world.guest('GET /items/by-slug/:slug', { params: { slug } })
  expect(licenses.map(({ type, files }) => [type, files])).toEqual([
    ['MP3', ['MP3']],
    ['EXCLUSIVE', ['MP3']],
  ])
  expect(deliveredFiles.map(({ type }) => type)).toEqual(['MP3'])
})
