import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { addItem, addWave, fileOf } from './factories.ts'
import { createWorld, type World } from './world.ts'

let world: World
let http: FastifyInstance
let ownerId: number
let beat: number

beforeAll(async () => {
  world = await createWorld({ env: { PUBLIC_URL: 'https://beats.example' } })
  http = await mountApp(world.app, { web: developmentWeb })
  const { db } = world.app
  ownerId = (await world.signUp({ displayName: 'Mozer' })).id
  beat = await add('night-bus', {
    title: 'Night <Bus>',
    previewKey: 'previews/night-bus.mp3',
    durationMs: 72_000,
    bpm: 142,
  })
  await addWave(db, beat, Buffer.alloc(600, 120))
  await db.insertInto('itemOldSlug').values({ slug: 'day-bus', itemId: beat }).execute()
})
afterAll(async () => {
  await http.close()
  await world.close()
})

async function add(slug: string, over: Partial<Parameters<typeof addItem>[1]> = {}) {
  const files = [fileOf('master', { storageKey: `masters/secret-${slug}`, name: 'Master.wav' })]
  return addItem(world.app.db, { ownerId, slug, files, ...over })
}

const main = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''
const data = (html: string) => JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as unknown

test('the player of a beat is complete before its script runs, and its links open a new tab', async () => {
  const { statusCode, headers, body } = await http.inject('/track/night-bus/embed')
  expect(statusCode).toBe(200)
  expect(headers).not.toHaveProperty('x-frame-options')
  expect(body).toContain('<title>Night &lt;Bus> by Mozer | Slide</title>')
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(main(body)).toContain('<a href="/track/night-bus" target="_blank" rel="noopener">Night &lt;Bus&gt;')
  expect(main(body)).toContain('aria-label="Play Night &lt;Bus&gt;"')
  expect(main(body)).toContain('class="runs wave"')
  expect(main(body)).toContain('1:12')
  expect(main(body).match(/<a /g)).toHaveLength(main(body).match(/target="_blank" rel="noopener"/g)!.length)
  expect(data(body)).toEqual({
    id: beat,
    kinds: 'beats',
    sourceKey: `beat:${beat}`,
    sounds: [{ id: beat, title: 'Night <Bus>', url: '/media/previews/night-bus.mp3', seconds: 72 }],
  })
  expect(body).not.toContain('masters/')
  expect(body).not.toContain('entry-client')
})

test('packs and kits play their own preview first, then those of their tracks', async () => {
  const kit = await add('pads', { kind: 'kit', previewKey: 'previews/pads.mp3', durationMs: 9_000 })
  const pack = await add('four', { kind: 'pack' })
  const tracks = await world.app.db
    .insertInto('itemTrack')
    .values(
      [kit, pack].map((itemId) => ({
        itemId,
        position: 0,
        title: 'One',
        path: 'One.wav',
        previewKey: `previews/${itemId}/1.mp3`,
      })),
    )
    .returning('id')
    .execute()
  const sounds = async (path: string) => (data((await http.inject(path)).body) as { sounds: object[] }).sounds
  expect(await sounds('/kit/pads/embed')).toMatchObject([
    { id: kit, url: '/media/previews/pads.mp3' },
    { id: tracks[0]!.id, track: true, title: 'One', url: `/media/previews/${kit}/1.mp3` },
  ])
  expect(await sounds('/pack/four/embed')).toMatchObject([{ id: tracks[1]!.id, track: true }])
})

test('the player of a sold beat or one without a preview says so and plays nothing', async () => {
  await add('gone', { status: 'sold', previewKey: 'previews/gone.mp3' })
  await add('silent')
  const [gone, silent] = [await http.inject('/track/gone/embed'), await http.inject('/track/silent/embed')]
  expect(main(gone.body)).toContain('Sold exclusively. Not available anymore.')
  expect(main(gone.body)).not.toContain('Buy')
  expect(main(silent.body)).toContain('There is nothing to hear of it yet.')
  expect(main(silent.body)).toContain('Buy')
  for (const { statusCode, body } of [gone, silent]) {
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<button')
    expect(body).not.toContain('previews/')
    expect(data(body)).toBeNull()
  }
})

test('an old slug and the address of another kind redirect and keep the color', async () => {
  for (const path of ['/track/day-bus/embed', '/pack/night-bus/embed']) {
    const moved = await http.inject(`${path}?color=f0f`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/track/night-bus/embed?color=f0f'])
  }
  expect((await http.inject('/track/night-bus/embed/')).statusCode).toBe(200)
})

test.each(['nowhere', '%00', 'NIGHT-BUS', 'x'.repeat(150), '%3Cscript%3E', '..%2f..'])(
  'a frame of %s says that the track could not be loaded',
  async (slug) => {
    const { statusCode, headers, body } = await http.inject(`/track/${slug}/embed`)
    expect(statusCode).toBe(404)
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(main(body)).toContain('We couldn’t load that track.')
    expect(body).toContain('<meta name="robots" content="noindex">')
  },
)

test('a color is a line or hex and is made legible; other values never reach the page', async () => {
  const styled = async (color: string) => {
    const { body } = await http.inject({ url: '/track/night-bus/embed', query: { color } })
    return { line: /<main data-line="(\w+)"/.exec(body)?.[1], style: /<style>main(.*?)<\/style>/.exec(body)?.[1], body }
  }
  expect(await styled('bra')).toMatchObject({ line: 'bra', style: undefined })
  expect(await styled('ff8800')).toMatchObject({ style: '{--l:#ff8800}' })
  expect((await styled('000')).style).toMatch(/^\{--l:#[5-9a-f]/)
  const plain = (await styled('')).body
  for (const hostile of [
    'red',
    '}</style><script>alert(1)</script>',
    '#12',
    'url(//evil.example)',
    '__proto__',
    '\0uk'.repeat(99),
  ])
    expect((await styled(hostile)).body, hostile).toBe(plain)
})
