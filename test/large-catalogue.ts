import { sql } from 'kysely'
import { KEYS } from '#contract/filter-values.ts'
import { catalogue } from '#demo/catalogue.ts'
import { PRODUCERS } from '#demo/people.ts'
import { LINE_COLORS } from '#server/art/lines.ts'
import { Random } from '#server/art/random.ts'
import type { Db } from '#server/db/connect.ts'
import { createItems } from '#server/items/index.ts'

const COMMON =
  'cold dark night street keys lights road rain frost snow bells sound line harbour sermon lane ice lake tram ghost flat estate slide theory city war love money pain king block smoke shadow heaven devil winter gold east north west south storm angel heart dream zone hour glass'.split(
    ' ',
  )
const ONSETS = 'b br c ch d dr f g gr h j k kr l m n p qu r s sh st t tr v w z'.split(' ')
const VOWELS = 'a e i o u ai ea oo ou é ü'.split(' ')
const CODAS = ['', '', 'ck', 'd', 'l', 'm', 'n', 'nd', 'ng', 'r', 'rd', 's', 'st', 't', 'x']
const TAGS =
  'dark melodic cinematic bouncy sad piano guitar choir strings bells flute sample vocal-chop aggressive club ambient night cold hard jersey'.split(
    ' ',
  )
const CROWD_PRODUCERS = 60
const AT_ONCE = 1_000

type Row = {
  kind: 'beat' | 'pack' | 'kit'
  owner: string
  title: string
  description: string
  style: string
  tags: string[]
  bpm: number | null
  key: string | null
  kitType: 'Drum Kit' | 'Loop Kit' | 'MIDI Kit' | 'Construction Kit' | 'FX Kit' | 'One-Shots' | null
  priceCents: number
  /** Natural logarithm of the worth of plays, likes and sales. */
  popularity: number
}

/** Adds the demo's items among a crowd of others, many of them more popular. */
export async function addLargeCatalogue(db: Db, crowd: number) {
  const random = new Random('crowd')
  const words = [...COMMON, ...Array.from({ length: 2_000 }, () => wordOf(random))]
  const some = () => words[Math.floor(words.length ** random.next()) - 1]!
  const crowdProducers = [...new Set(Array.from({ length: CROWD_PRODUCERS }, () => handleOf(random)))]
  const owners = await addProducers(db, [...PRODUCERS.map(({ handle }) => handle), ...crowdProducers])
  const rows = [
    ...houseRows(),
    ...Array.from({ length: crowd }, () => crowdRow(random, some, random.pick(crowdProducers))),
  ]
  const styles = await db.selectFrom('style').select(['id', 'slug']).execute()
  const styleIds = new Map(styles.map(({ id, slug }) => [slug, id]))
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await addRows(db, rows.slice(from, from + AT_ONCE), { from, owners, styleIds })
}

function wordOf(random: Random) {
  const syllables = random.whole(1, 3)
  return Array.from({ length: syllables }, () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS)).join(
    '',
  )
}
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const handleOf = (random: Random) =>
  [0, 1]
    .map(() =>
      capital(
        wordOf(random)
          .normalize('NFKD')
          .replaceAll(/\P{ASCII}/gu, ''),
      ),
    )
    .join('')
    .slice(0, 30)

function houseRows(): Row[] {
  const shared = (item: (typeof catalogue)['beats' | 'packs' | 'kits'][number]) => ({
    owner: item.owner,
    title: item.title,
    description: item.description,
    style: LINE_COLORS[item.line].slug,
    tags: item.tags,
    bpm: 'bpm' in item ? item.bpm : null,
    key: 'key' in item ? item.key : null,
    kitType: 'type' in item ? item.type : null,
    priceCents: 'priceCents' in item ? item.priceCents : Math.min(...Object.values(item.prices)),
    popularity: item.heat * 7,
  })
  const { beats, packs, kits } = catalogue
  return [
    ...beats.map((beat) => ({ kind: 'beat' as const, ...shared(beat) })),
    ...packs.map((pack) => ({ kind: 'pack' as const, ...shared(pack) })),
    ...kits.map((kit) => ({ kind: 'kit' as const, ...shared(kit) })),
  ]
}

function crowdRow(random: Random, some: () => string, owner: string): Row {
  const kind = random.chance(0.8) ? 'beat' : random.pick(['pack', 'kit'] as const)
  const isBeat = kind === 'beat'
  return {
    kind,
    owner,
    title: Array.from({ length: random.whole(1, 4) }, () => capital(some())).join(' '),
    description: '',
    style: random.pick(Object.values(LINE_COLORS)).slug,
    tags: random.sample(TAGS, random.whole(1, 4)),
    bpm: isBeat ? random.whole(124, 160) : null,
    key: isBeat ? random.pick(KEYS) : null,
    kitType: kind === 'kit' ? random.pick(['Drum Kit', 'Loop Kit', 'MIDI Kit', 'FX Kit', 'One-Shots'] as const) : null,
    priceCents: 995 + random.whole(0, 9) * 500,
    popularity: Math.log(1 + 3 / (random.next() + 1e-5)),
  }
}

async function addProducers(db: Db, handles: string[]) {
  const added = await db
    .insertInto('account')
    .values(
      handles.map((handle) => ({
        email: `${handle.toLowerCase()}@crowd.test`,
        handle,
        handleKey: handle.toLowerCase(),
        isProducer: true,
        referralCode: handle.toLowerCase(),
      })),
    )
    .returning(['id', 'handle'])
    .execute()
  await db
    .insertInto('accountStat')
    .values(added.map(({ id }) => ({ accountId: id })))
    .execute()
  return new Map(added.map(({ id, handle }) => [handle, id]))
}

type Places = { from: number; owners: Map<string, number>; styleIds: Map<string, number> }

async function addRows(db: Db, rows: Row[], { from, owners, styleIds }: Places) {
  const now = new Date()
  const items = rows.map((row, index) => ({
    kind: row.kind,
    ownerId: owners.get(row.owner)!,
    slug: `of-many-${from + index}`,
    title: row.title,
    description: row.description,
    styleId: styleIds.get(row.style)!,
    genre: 'Drill',
    tags: row.tags,
    bpm: row.bpm,
    musicKey: row.key,
    kitType: row.kitType,
    priceCents: row.priceCents,
    status: 'published' as const,
  }))
  const ids = await db.transaction().execute((tx) => createItems(tx, items, now))
  await sql`update item_search set popularity = found.popularity
    from unnest(${ids}::bigint[], ${rows.map(({ popularity }) => popularity)}::real[]) found (id, popularity)
    where item_id = found.id`.execute(db)
}
