import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import { FLAGS, KEYS, MOODS, SORTS } from '#contract/filter-values.ts'
import { LICENSE_TYPES } from '#contract/license-types.ts'
import { STYLES } from '#contract/styles.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { indexItems } from './index-items.ts'
import { KEYS_WRITTEN, plainList, type PlainItem, type Query } from '#test/plain-list.ts'
import { refreshVocabulary } from './vocabulary.ts'

/** The seed of items and queries. A failure prints it; set it to repeat the failure. */
const SEED = Number(process.env.FILTERS_SEED ?? Math.trunc(Math.random() * 2 ** 31))
const START = Date.now()
const ITEMS = 500
const ASKED = 120
const DAY = 86_400_000
/** The index of the owner who deletes the account. */
const LEFT = 5
/** Words that are not alike: none begins another or is a typing error away from it. */
const WORDS = [
  'balustrade',
  'cormorant',
  'dynamo',
  'estuary',
  'foghorn',
  'gantry',
  'hinterland',
  'junction',
  'kiosk',
  'lighthouse',
  'marquee',
  'nocturne',
  'overpass',
  'quayside',
]
const TAGS = ['dark', 'melodic', 'cinematic', 'bouncy', 'Piano', 'Vocal-Chop', 'choir']
const SLUGS = Object.keys(STYLES)
const FILES = [
  { role: 'master', mediaType: 'audio/wav' },
  { role: 'master', mediaType: 'audio/mpeg' },
  { role: 'mp3', mediaType: 'audio/mpeg' },
  { role: 'stems', mediaType: 'application/zip' },
  { role: 'archive', mediaType: 'application/zip' },
] as const

let world: World
let owners: number[]
const items: PlainItem[] = []

beforeAll(async () => {
  world = await createWorld()
  const people = await Promise.all(Array.from({ length: LEFT + 1 }, () => world.signUp()))
  owners = people.map(({ id }) => id)
  for (const [item, fate] of fc.sample(fc.tuple(anyItem, anyFate), { numRuns: ITEMS, seed: SEED }))
    items.push(await add(item, fate))
  const { db } = world.app
  const left = owners[LEFT]!
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', left).execute()
  await indexItems(
    db,
    items.filter(({ ownerId }) => ownerId === left).map(({ id }) => id),
  )
  await refreshVocabulary(db)
})
afterAll(() => world.close())

async function add({ ownerIndex, ...drawn }: Drawn, { status, isDeleted }: Fate): Promise<PlainItem> {
  const item = { ...drawn, ownerId: owners[ownerIndex]! }
  const deletedAt = isDeleted ? new Date() : null
  const { kind, style, key, enabledLicenses, files, isPopular, isTrending, popularity, trend, ...rest } = item
  const { db } = world.app
  const id = await addItem(db, {
    ...rest,
    kind: kind.toLowerCase() as 'beat',
    styleId: SLUGS.indexOf(style) + 1,
    musicKey: key,
    status,
    deletedAt,
    licenses: LICENSE_TYPES.map((type) => ({
      type,
      priceCents: item.priceCents,
      enabled: enabledLicenses.includes(type),
    })),
    files: files.map(({ role, mediaType }) => fileOf(role, { mediaType })),
  })
  const charts = { isPopular, isTrending, popularity, trend }
  await db.updateTable('itemSearch').set(charts).where('itemId', '=', id).execute()
  return { ...item, id, isOnSale: status === 'published' && !deletedAt && ownerIndex !== LEFT }
}

/** True once in so many times. */
const oneIn = (times: number) => fc.nat(times - 1).map((n) => n === 0)
const among = <const Values extends readonly unknown[]>(...values: Values) => fc.constantFrom<Values[number]>(...values)
const orNull = <Value>(value: fc.Arbitrary<Value>, freq: number) => fc.option(value, { freq })

/** Only a few different values, so that many items are equal and the order among equals is tested. */
const anyItem = among('BEAT', 'BEAT', 'PACK', 'KIT').chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    ownerIndex: fc.nat(LEFT),
    style: among(...SLUGS),
    title: fc.shuffledSubarray(WORDS, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    tags: fc.shuffledSubarray(TAGS, { maxLength: 3 }),
    bpm: kind === 'BEAT' ? orNull(fc.integer({ min: 60, max: 180 }), 6) : fc.constant(null),
    bpmMin: kind === 'KIT' ? orNull(fc.integer({ min: 60, max: 140 }), 2) : fc.constant(null),
    bpmMax: kind === 'KIT' ? orNull(fc.integer({ min: 140, max: 280 }), 2) : fc.constant(null),
    key: orNull(among(...KEYS_WRITTEN), 4),
    priceCents: among(0, 1, 999, 1000, 1995, 2000, 2995, 50_000),
    enabledLicenses: fc.subarray([...LICENSE_TYPES]),
    files: fc.uniqueArray(among(...FILES), { selector: ({ role }) => role, maxLength: 4 }),
    isFeatured: oneIn(10),
    isPromoted: oneIn(10),
    isPopular: oneIn(10),
    isTrending: oneIn(10),
    popularity: fc.integer({ min: 0, max: 20 }).map((quarters) => quarters / 4),
    trend: fc.integer({ min: -20, max: 20 }).map((quarters) => quarters / 4),
    publishedAt: fc.nat(30).map((days) => new Date(START - days * DAY + DAY / 2)),
  }),
)
type Drawn = typeof anyItem extends fc.Arbitrary<infer Value> ? Value : never

const OFF_SALE = ['sold', 'rejected', 'pending', 'draft', 'paused', 'taken_down'] as const
const anyFate = fc.record({
  status: fc.oneof(
    { weight: 9, arbitrary: fc.constant('published' as const) },
    { weight: 1, arbitrary: among(...OFF_SALE) },
  ),
  isDeleted: oneIn(20),
})
type Fate = typeof anyFate extends fc.Arbitrary<infer Value> ? Value : never

const some = (list: readonly string[]) =>
  fc.shuffledSubarray([...list], { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','))
const tempo = fc.integer({ min: 60, max: 200 })
const choices: fc.Arbitrary<Query>[] = [
  fc.record({ k: some(['BEAT', 'PACK', 'KIT']) }),
  fc.record({ style: some(SLUGS) }),
  fc.record({ bpmMin: tempo }),
  fc.record({ bpmMax: tempo }),
  fc.record({ bpmMin: tempo, bpmMax: tempo, halfTime: fc.constant('true') }),
  fc.record({ bpmMin: fc.constant(140), bpmMax: fc.constant(140), halfTime: among('true', 'false') }),
  fc.record({ key: among(...KEYS) }),
  fc.record({ key: among(...KEYS), compatibleKeys: fc.constant('true') }),
  fc.record({ mood: some(MOODS) }),
  fc.record({ tags: some([...TAGS, 'PIANO', 'nobody']) }),
  fc.record({ priceMin: among(0, 0.01, 9.99, 10, 19.95, 20) }),
  fc.record({ priceMax: among(0, 9.99, 10, 19.95, 29.95, 500) }),
  fc.record({ license: among(...LICENSE_TYPES) }),
  fc.nat(LEFT + 1).map((index) => ({ producer: owners[index] ?? 999_999 })),
  fc.record({ flags: some(FLAGS) }),
]

const anyQuery: fc.Arbitrary<Query> = fc
  .tuple(
    fc
      .shuffledSubarray(choices, { maxLength: 3 })
      .chain((chosen) => fc.tuple(...chosen))
      .map((parts) => Object.assign({}, ...parts) as Query),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      {
        weight: 2,
        arbitrary: fc.record({
          q: fc.shuffledSubarray(WORDS, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
        }),
      },
    ),
    fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 4, arbitrary: fc.record({ sort: among(...SORTS) }) }),
    among(9, 25, 50, 100),
  )
  .map(([narrowed, words, sort, limit]) => ({ ...narrowed, ...words, ...sort, limit }))

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

/** The items of all pages, and of one page after the last. */
async function allPages(route: 'GET /items' | 'GET /search', query: Query) {
  const ids: number[] = []
  for (let page = 0; ; page++) {
    const reply = await world.guest(route, { query: { ...query, page } as InputOf<typeof route>['query'] })
    ids.push(...reply.items.map(({ id }) => id))
    if (page >= reply.totalPages) return { ids, last: reply }
  }
}

test.each(['GET /items', 'GET /search'] as const)(
  '%s gives exactly the items that a check of every item gives',
  (route) =>
    fc.assert(
      fc.asyncProperty(anyQuery, among(0, 3 * DAY), async (query, later) => {
        world.passTime(later)
        try {
          const wanted = plainList(items, query, world.app.clock.now())
          const { ids, last } = await allPages(route, query)
          expect(last).toMatchObject({ items: [], totalItems: wanted.length, capped: false })
          const isByRelevance = query.q && (query.sort ?? 'relevance') === 'relevance'
          if (isByRelevance) expect(sorted(ids)).toEqual(sorted(wanted))
          else expect(ids).toEqual(wanted)
        } finally {
          world.passTime(-later)
        }
      }),
      { numRuns: ASKED, seed: SEED, endOnFailure: true },
    ),
)

test.each(['GET /items', 'GET /search'] as const)('%s accepts six tags and refuses a seventh', async (route) => {
  const ask = (most: number) =>
    world.guest(route, { query: { tags: Array.from({ length: most }, (_, n) => `tag-${n}`).join(',') } })
  expect((await ask(6)).totalItems).toBe(0)
  await expect(ask(7)).rejects.toMatchObject({ status: 400, fields: { tags: expect.any(String) } })
})
