import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/caller.ts'
import { FLAGS, KEYS, MOODS, SORTS } from '#contract/filter-values.ts'
import { LICENSE_TYPES } from '#contract/license-terms.ts'
import { STYLES } from '#contract/styles.ts'
import { Random } from '#server/art/random.ts'
import { addItem, fileOf } from '#test/factories.ts'
import { createWorld, type World } from '#test/world.ts'
import { indexItems } from './index-items.ts'
import { KEYS_WRITTEN, plainList, type PlainItem, type Query } from '#test/plain-list.ts'
import { refreshVocabulary } from './vocabulary.ts'

const SEED = process.env.FILTERS_SEED ?? String(Date.now())
const ITEMS = 500
const ASKED = 120
const DAY = 86_400_000
/** None is the beginning of another, or nearly another. */
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
  const people = await Promise.all(Array.from({ length: 6 }, () => world.signUp()))
  owners = people.map(({ id }) => id)
  const left = owners[5]!
  const random = new Random(`items ${SEED}`)
  for (let n = 0; n < ITEMS; n++) items.push(await addRandom(random, left))
  const { db } = world.app
  await db.updateTable('account').set({ deletedAt: new Date() }).where('id', '=', left).execute()
  await indexItems(
    db,
    items.filter(({ ownerId }) => ownerId === left).map(({ id }) => id),
  )
  await refreshVocabulary(db)
})
afterAll(() => world.close())

async function addRandom(random: Random, left: number): Promise<PlainItem> {
  const { item, status, deletedAt } = randomItem(random)
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
  return { ...item, id, isOnSale: status === 'published' && !deletedAt && item.ownerId !== left }
}

/** Few different values, so that many items are equal in something and the order among equals counts. */
function randomItem(random: Random) {
  const kind = random.pick(['BEAT', 'BEAT', 'PACK', 'KIT'] as const)
  const range = kind === 'KIT' && random.chance(0.7) ? [random.whole(60, 140), random.whole(140, 280)] : []
  const byRole = new Map(random.sample(FILES, random.whole(0, 4)).map((file) => [file.role, file]))
  const item = {
    kind,
    ownerId: random.pick(owners),
    style: random.pick(SLUGS),
    title: random.sample(WORDS, random.whole(1, 3)).join(' '),
    tags: random.sample(TAGS, random.whole(0, 3)),
    bpm: kind === 'BEAT' && random.chance(0.85) ? random.whole(60, 180) : null,
    bpmMin: (random.chance(0.9) ? range[0] : null) ?? null,
    bpmMax: (random.chance(0.9) ? range[1] : null) ?? null,
    key: random.chance(0.8) ? random.pick(KEYS_WRITTEN) : null,
    priceCents: random.pick([0, 1, 999, 1000, 1995, 2000, 2995, 50_000]),
    enabledLicenses: random.sample<string>(LICENSE_TYPES, random.whole(0, 4)),
    files: [...byRole.values()],
    isFeatured: random.chance(0.1),
    isPromoted: random.chance(0.1),
    isPopular: random.chance(0.1),
    isTrending: random.chance(0.1),
    popularity: random.whole(0, 20) / 4,
    trend: random.whole(-20, 20) / 4,
    publishedAt: new Date(Date.now() - random.whole(0, 30) * DAY + DAY / 2),
  }
  const status = random.chance(0.9)
    ? ('published' as const)
    : random.pick(['sold', 'rejected', 'pending', 'draft'] as const)
  return { item, status, deletedAt: random.chance(0.05) ? new Date() : null }
}

const some = <T>(random: Random, list: readonly T[]) => random.sample(list, random.whole(1, 3)).join(',')
const choices: ((random: Random) => Query)[] = [
  (random) => ({ k: some(random, ['BEAT', 'PACK', 'KIT']) }),
  (random) => ({ style: some(random, SLUGS) }),
  (random) => ({ bpmMin: random.whole(60, 160) }),
  (random) => ({ bpmMax: random.whole(60, 180) }),
  (random) => ({ bpmMin: random.whole(60, 140), bpmMax: random.whole(100, 200), halfTime: 'true' }),
  (random) => ({ bpmMin: 140, bpmMax: 140, halfTime: random.pick(['true', 'false']) }),
  (random) => ({ key: random.pick(KEYS) }),
  (random) => ({ key: random.pick(KEYS), compatibleKeys: 'true' }),
  (random) => ({ mood: some(random, MOODS) }),
  (random) => ({ tags: some(random, [...TAGS, 'PIANO', 'nobody']) }),
  (random) => ({ priceMin: random.pick([0, 0.01, 9.99, 10, 19.95, 20]) }),
  (random) => ({ priceMax: random.pick([0, 9.99, 10, 19.95, 29.95, 500]) }),
  (random) => ({ license: random.pick(LICENSE_TYPES) }),
  (random) => ({ producer: random.pick([...owners, 999_999]) }),
  (random) => ({ flags: some(random, FLAGS) }),
]

function randomQuery(random: Random): Query {
  const chosen = random.sample(choices, random.pick([0, 1, 1, 2, 2, 3])).map((choose) => choose(random))
  return {
    ...Object.assign({}, ...chosen),
    ...(random.chance(0.4) && { q: random.sample(WORDS, random.whole(1, 2)).join(' ') }),
    ...(random.chance(0.8) && { sort: random.pick(SORTS) }),
    limit: random.pick([9, 25, 50, 100]),
  }
}

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

/** All pages, and one more. */
async function allPages(route: 'GET /items' | 'GET /search', query: Query) {
  const ids: number[] = []
  for (let page = 0; ; page++) {
    const reply = await world.guest(route, { query: { ...query, page } as InputOf<typeof route>['query'] })
    ids.push(...reply.items.map(({ id }) => id))
    if (page >= reply.totalPages) return { ids, last: reply }
  }
}

test.each(['GET /items', 'GET /search'] as const)('%s gives exactly what a look at every item gives', async (route) => {
  for (let n = 0; n < ASKED; n++) {
    const random = new Random(`${route} ${SEED} ${n}`)
    const query = randomQuery(random)
    if (n === ASKED / 2) world.passTime(3 * DAY)
    const wanted = plainList(items, query, world.app.clock.now())
    const { ids, last } = await allPages(route, query)
    const said = `FILTERS_SEED=${SEED}, number ${n}: ${route} ${JSON.stringify(query)}`
    expect(last, said).toMatchObject({ items: [], totalItems: wanted.length, capped: false })
    const isByRelevance = query.q && (query.sort ?? 'relevance') === 'relevance'
    if (isByRelevance) expect(sorted(ids), said).toEqual(sorted(wanted))
    else expect(ids, said).toEqual(wanted)
  }
  world.passTime(-3 * DAY)
})
