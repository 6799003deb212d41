import { sql } from 'kysely'
import { KEYS } from '#contract/filter-values.ts'
import { Random } from '#server/art/random.ts'
import { indexMissing } from '#server/search/index-items.ts'
import { refreshVocabulary } from '#server/search/vocabulary.ts'
import type { Db } from '#server/db/connect.ts'
import { vocabulary, zipf } from './words.ts'

const PRODUCERS = 20_000
const WORDS = 60_000
const AT_ONCE = 5_000
/** Words of a description. */
const DESCRIPTION = 16
const TAGS =
  'dark melodic cinematic bouncy sad hard piano guitar choir strings bells flute sample vocal-chop aggressive chill ambient trap jersey grime rnb soulful epic night cold street club love pain motivational'.split(
    ' ',
  )

/**
 * Builds a catalogue of `size` items on sale, the same in every run. It is written in bulk SQL instead of through the
 * doors of `items`, so that a million rows are built in minutes.
 */
export async function buildCatalogue(db: Db, size: number, say: (line: string) => void) {
  const random = new Random('140')
  const words = vocabulary(random, WORDS)
  await addProducers(db, random, words)
  const owner = zipf(random, PRODUCERS, 0.8)
  const word = zipf(random, WORDS)
  const tag = zipf(random, TAGS.length, 0.7)
  const style = zipf(random, 13, 0.7)
  for (let from = 0; from < size; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, index) =>
      itemRow(from + index, random, { words, word, owner, tag, style }),
    )
    await addItems(db, rows)
    if ((from / AT_ONCE) % 20 === 0) say(`${from.toLocaleString('en')} items …`)
  }
  await sql`update account_stat set tracks = items from (select owner_id, count(*)::int as items from item group by 1) owned
    where owner_id = account_id`.execute(db)
  say('indexing …')
  await indexMissing(db)
  say('ranking …')
  await rankAll(db)
  await refreshVocabulary(db)
  await sql`vacuum (analyze)`.execute(db)
}

type Choices = {
  words: string[]
  word: () => number
  owner: () => number
  tag: () => number
  style: () => number
}

function itemRow(number: number, random: Random, { words, word, owner, tag, style }: Choices) {
  const among = random.next()
  const kind = among < 0.8 ? 'beat' : among < 0.9 ? 'pack' : 'kit'
  const length = 1 + Math.floor(random.next() * 3.4)
  const title = Array.from({ length }, () => capital(words[word()]!)).join(' ')
  const bpm = Math.round(141 + (random.next() + random.next() + random.next() - 1.5) * 14)
  return {
    kind,
    owner: 1_000 + owner(),
    slug: `item-${number}`,
    title,
    description: Array.from({ length: DESCRIPTION }, () => words[word()]!).join(' '),
    style: 1 + style(),
    tags: [...new Set(Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => TAGS[tag()]!))].join(','),
    bpm: kind === 'beat' ? bpm : null,
    key: kind === 'beat' ? KEYS[Math.floor(random.next() * KEYS.length)]! : null,
    kitType: kind === 'kit' ? 'Drum Kit' : null,
    price: 995 + Math.floor(random.next() * 10) * 500,
    plays: Math.floor(3 / (random.next() + 0.00001)),
    daysAgo: random.next() ** 1.5 * 1_500,
  }
}
type Row = ReturnType<typeof itemRow>
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

async function addProducers(db: Db, random: Random, words: string[]) {
  const ascii = words.filter((word) => /^[a-z]+$/.test(word))
  const handles = new Set<string>()
  while (handles.size < PRODUCERS) {
    const two = [0, 0].map(() => capital(ascii[Math.floor(random.next() * ascii.length)]!)).join('')
    if (two.length <= 30) handles.add(two)
  }
  await sql`insert into account (id, email, handle, handle_key, is_producer, referral_code)
    select 999 + place, 'p' || place || '@bench.invalid', handle, 'bench' || place, true, 'bench' || place
    from unnest(${[...handles]}::text[]) with ordinality named (handle, place)`.execute(db)
  await sql`insert into account_stat (account_id, followers) select id, (random() * 1000)::int from account where id >= 1000`.execute(
    db,
  )
}

const column = <K extends keyof Row>(rows: Row[], name: K) => rows.map((row) => row[name])

async function addItems(db: Db, rows: Row[]) {
  await sql`with added as (
    insert into item (kind, owner_id, slug, title, description, style_id, genre, tags, bpm, music_key, kit_type, duration_ms, track_count,
      price_cents, cover_key, preview_key, status, published_at)
    select kind::item_kind, owner, slug, title, description, style, 'Drill', string_to_array(tags, ','), bpm, key, kit_type::kit_type, 150000, 8,
      price, 'covers/x', 'previews/' || slug || '.mp3', 'published', now() - days * interval '1 day'
    from unnest(${column(rows, 'kind')}::text[], ${column(rows, 'owner')}::bigint[], ${column(rows, 'slug')}::text[],
      ${column(rows, 'title')}::text[], ${column(rows, 'description')}::text[], ${column(rows, 'style')}::smallint[], ${column(rows, 'tags')}::text[],
      ${column(rows, 'bpm')}::smallint[], ${column(rows, 'key')}::text[], ${column(rows, 'kitType')}::text[],
      ${column(rows, 'price')}::int[], ${column(rows, 'daysAgo')}::float8[])
      given (kind, owner, slug, title, description, style, tags, bpm, key, kit_type, price, days)
    returning id, slug)
    insert into item_stat (item_id, plays, likes, comments)
    select id, plays, plays / 12, plays / 90
    from added join unnest(${column(rows, 'slug')}::text[], ${column(rows, 'plays')}::int[]) counted (slug, plays) using (slug)`.execute(
    db,
  )
  await sql`insert into license (item_id, type, price_cents)
    select id, type, price_cents from item, unnest('{MP3,WAV,EXCLUSIVE}'::license_type[]) type
    where slug = any(${column(rows, 'slug')}) and kind <> 'kit'`.execute(db)
  await sql`insert into item_file (item_id, role, storage_key, name, media_type, size_bytes, sha256, crc32)
    select id, 'master', 'masters/' || slug, title, 'audio/wav', 30000000, decode(repeat('ab', 32), 'hex'), 0 from item
    where slug = any(${column(rows, 'slug')})`.execute(db)
}

/** Ranks all items at once, as the charts would over time. */
async function rankAll(db: Db) {
  await sql`set statement_timeout = 0`.execute(db)
  await sql`update item_search set popularity = ln(1 + plays + 5 * likes), trend = ln(1 + plays) - extract(epoch from now() - published_at) / 259200
    from item_stat where item_stat.item_id = item_search.item_id`.execute(db)
  for (const [flag, order] of [
    ['is_popular', 'popularity'],
    ['is_trending', 'trend'],
  ] as const)
    for (const kind of ['beat', 'pack', 'kit'])
      await sql`update item_search set ${sql.ref(flag)} = true where item_id in (
        select item_id from item_search where kind = ${sql.lit(kind)} order by ${sql.ref(order)} desc limit 100)`.execute(
        db,
      )
  await sql`with picks as (update item set is_featured = true where id % 2500 = 7 returning id)
    update item_search set is_featured = true from picks where id = item_id`.execute(db)
}
