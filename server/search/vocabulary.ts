import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { countBeats } from './index-items.ts'
import { editDistance } from './edit-distance.ts'
import { MARK } from './words.ts'

/** A word of a search, the words that it may mean (as a tsquery), and the number of items that have one of them. */
export type Expansion = {
  word: string
  anyOf: string
  isAsTyped: boolean
  items: number
  /** The word begins more words than were looked up. */
  isOpen: boolean
}
/** The meaning of all words. `together` is the single word that they form, if it exists: cold harbour, coldharbour. */
export type Meaning = { known: Expansion[]; together: string | null; items: number }

const LAST = '\u{10FFFF}'
const MOST_ENDINGS = 8
const MOST_MEANT = 3
const SHORTEST_TO_MEND = 4
const CANDIDATES = 30
const MOST_TOGETHER = 3

type Row = {
  word: string
  items: number | null
  endings: { term: string; items: number }[] | null
  alike: { term: string; items: number }[] | null
}

/**
 * Looks up each word. The last word may also begin longer words, and an unknown word stands for similar ones. Words
 * without a meaning are left out.
 */
export async function expandWords(db: Db, words: string[]): Promise<Meaning> {
  const together = words.length > 1 && words.length <= MOST_TOGETHER ? words.join('') : ''
  const { rows } = await sql<Row & { total: number; together: number | null }>`
    select asked.word, exact.items,
      (select greatest(reltuples, 0)::int from pg_class where oid = 'item_search'::regclass) as total,
      (select items from search_term where term = ${together} collate "C") as together,
      case when asked.place = ${words.length} then (
        select json_agg(json_build_object('term', term, 'items', items)) from (
          select term, items from search_term where ${termStartsWith(words.at(-1)!)}
          order by items desc limit ${MOST_ENDINGS}) ending) end as endings,
      case when exact.term is null and char_length(asked.word) >= ${SHORTEST_TO_MEND} then (
        select json_agg(json_build_object('term', term, 'items', items)) from (
          select term, items from search_term where term % asked.word
          order by similarity(term, asked.word) desc, items desc limit ${CANDIDATES}) candidate) end as alike
    from unnest(${words}::text[]) with ordinality asked (word, place)
    left join search_term exact on exact.term = asked.word collate "C"
    order by asked.place`.execute(db)
  const known = rows.flatMap((row) => meaningOf(row) ?? [])
  const first = rows[0]
  const asOne = first?.together
  if (known.length === 0 && asOne) known.push(expansionOf(together, [{ term: together, items: asOne }]))
  return { known, together: asOne ? together : null, items: first?.total ?? 0 }
}

/** Short beginnings have an index sorted by frequency. Long ones match so few words that these can be sorted. */
function termStartsWith(begin: string) {
  if (begin.length <= 3) return sql`left(term, ${sql.lit(begin.length)}) = ${begin}`
  return sql`term >= ${begin} collate "C" and term < ${begin + LAST} collate "C"`
}

function meaningOf({ word, items, endings, alike }: Row): Expansion | null {
  const exact = items === null ? [] : [{ term: word, items }]
  const begun = (endings ?? []).filter(({ term }) => term !== word)
  const meant = exact.length || begun.length ? [] : similarWords(word, alike ?? [])
  const all = [...exact, ...begun, ...meant]
  return all.length ? { ...expansionOf(word, all), isOpen: endings?.length === MOST_ENDINGS } : null
}

const expansionOf = (word: string, terms: { term: string; items: number }[]) => ({
  word,
  anyOf: `(${terms.map(({ term }) => `'${term}'`).join('|')})`,
  isAsTyped: terms.length === 1,
  items: terms.reduce((sum, { items }) => sum + items, 0),
  isOpen: false,
})

/** Similar words, those with the fewest edits first, then the most frequent. A missing end counts as one edit. */
const similarWords = (word: string, alike: { term: string; items: number }[]) =>
  alike
    .map((candidate) => ({
      ...candidate,
      edits: candidate.term.startsWith(word) ? 1 : editDistance(word, candidate.term),
    }))
    .filter((candidate) => candidate.edits <= (word.length < 6 ? 1 : word.length < 9 ? 2 : 3))
    .sort((a, b) => a.edits - b.edits || b.items - a.items)
    .filter((candidate, _, [best]) => candidate.edits === best!.edits)
    .slice(0, MOST_MEANT)

/** Runs every night: counts words and tags, and places items in their tiers. */
export async function refreshVocabulary(db: Db) {
  await countWords(db)
  await placeInTiers(db)
  await countBeats(db, sql`true`)
  await sql`analyze item_search`.execute(db)
  await sql`analyze search_term`.execute(db)
}

const patiently = sql`set local statement_timeout = '10min'`

/** Counts in one snapshot: a word that is added meanwhile must not be deleted as unused. */
const countWords = (db: Db) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await patiently.execute(tx)
      await sql`create temporary table counted on commit drop as
        select word as term, ndoc as items from ts_stat('select fts from item_search')
        where not starts_with(word, ${MARK})`.execute(tx)
      await sql`delete from search_term where not exists (select from counted where counted.term = search_term.term)`.execute(
        tx,
      )
      await sql`insert into search_term select term, items from counted order by term collate "C"
        on conflict (term) do update set items = excluded.items where search_term.items <> excluded.items`.execute(tx)
      await sql`create temporary table tagged on commit drop as
        select tag, count(*)::int as items from item_search, unnest(tags) tag group by tag`.execute(tx)
      await sql`delete from search_tag where not exists (select from tagged where tagged.tag = search_tag.tag)`.execute(
        tx,
      )
      await sql`insert into search_tag select tag, items from tagged order by tag collate "C"
        on conflict (tag) do update set items = excluded.items where search_tag.items <> excluded.items`.execute(tx)
    })

/** Runs in its own transaction: together with the words it would block indexing, and be blocked by it. */
const placeInTiers = (db: Db) =>
  db.transaction().execute(async (tx) => {
    await patiently.execute(tx)
    await sql`with placed as (select item_id, percent_rank() over (order by popularity desc, item_id desc) as place from item_search),
      wanted as (select item_id, case when place < 0.001 then 0 when place < 0.01 then 1 when place < 0.1 then 2 else 3 end as tier from placed),
      locked as (select item_id from item_search join wanted using (item_id) where wanted.tier <> item_search.tier
        order by item_id for update of item_search)
      update item_search set tier = wanted.tier from wanted join locked using (item_id)
      where wanted.item_id = item_search.item_id`.execute(tx)
  })
