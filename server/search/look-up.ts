import { sql } from 'kysely'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { LONGEST_SPOKEN, spokenMeaning } from './spoken.ts'
import { formsOf } from './words.ts'

/** A word of the catalogue, how many items have it, and how many have it in places that count less alone. */
export type Term = { term: string; items: number; said: number }
type Synonym = { words: string; means: string }

/** The catalogue's knowledge about the words of a search. */
export type Book = {
  /** The number of all items. */
  total: number
  /** Also those within unknown words. */
  terms: Map<string, Term>
  /** Terms that the last word begins, the most frequent first, `MOST_ENDINGS` at most. */
  endings: Term[]
  /** Terms that are like an unknown word. An only word that begins others needs none. */
  alike: (Term & { word: string })[]
  synonyms: Synonym[]
  /** Terms for phrases that name a key or a tempo. */
  spoken: Map<string, string[]>
}
type Row = { [Name in keyof Omit<Book, 'total' | 'terms' | 'spoken'>]: Book[Name] | null } & {
  total: number
  terms: Term[] | null
}

export type Phrase = { from: number; words: string[]; text: string }

export const MOST_ENDINGS = 8
const SHORTEST_TO_MEND = 4
const CANDIDATES = 30
/** In words: the longest side of a pair of synonyms, and the longest run that may be written as one word. */
export const LONGEST_PHRASE = 3
const SHORTEST_PART = 2
const SHORTEST_TO_SPLIT = 5
const LONGEST_TO_SPLIT = 30

/** All runs of neighbors of at most `longest` words. */
export const phrasesOf = (words: string[], longest: number): Phrase[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(longest, words.length - from) }, (_, more) => {
      const run = words.slice(from, from + more + 1)
      return { from, words: run, text: run.join(' ') }
    }),
  )

/** Synonyms are compared without blanks: popsmoke is pop smoke, and rondo da sosa is rondodasosa. */
export const asOneWord = (text: string) => text.replaceAll(' ', '')

/** A phrase as one word, also with its last word in the other number: looppacks, looppack. */
export function sayingsOf({ words }: Phrase) {
  const last = words.at(-1)!
  return [last, ...formsOf(last)].map((one) => [...words.slice(0, -1), one].join(''))
}

/** One statement for everything that a search needs to know about its words. */
export async function lookUp(db: Db, words: string[]): Promise<Book> {
  const phrases = phrasesOf(words, LONGEST_SPOKEN)
  const spoken = new Map(
    phrases.flatMap(({ words: of, text }) => {
      const means = spokenMeaning(of)
      return means ? [[text, means] as const] : []
    }),
  )
  const short = phrases.filter((phrase) => phrase.words.length <= LONGEST_PHRASE)
  const joined = short.map((phrase) => phrase.words.join(''))
  const asked = [...new Set([...joined, ...words.flatMap(formsOf), ...[...spoken.values()].flat()])]
  const sayings = [...new Set(short.flatMap(sayingsOf))]
  const last = words.at(-1)!
  const { rows } = await sql<Row>`with unknown as materialized (
      select word from unnest(${listed(words, 'text')}) word
      where not exists (select from search_term where term = word collate "C")),
    pair as materialized (
      select words, means from search_synonym where replace(words, ' ', '') = any(${listed(sayings, 'text')})
      union select means, words from search_synonym where replace(means, ' ', '') = any(${listed(sayings, 'text')}))
    select
    (select greatest(reltuples, 0)::int from pg_class where oid = 'item_search'::regclass) as total,
    (select json_agg(search_term) from search_term where term = any(${listed(asked, 'text')}
      || array(select unnest(string_to_array(means, ' ')) from pair)
      || array(select substr(word, start, size) from unknown
        cross join generate_series(1, char_length(word) - 1) start
        cross join generate_series(${sql.lit(SHORTEST_PART)}, char_length(word) - start + 1) size
        where char_length(word) between ${sql.lit(SHORTEST_TO_SPLIT)} and ${sql.lit(LONGEST_TO_SPLIT)}))) as terms,
    (select json_agg(ending) from (
      select term, items, said from search_term where ${termStartsWith(last)}
      order by items desc limit ${sql.lit(MOST_ENDINGS)}) ending) as endings,
    (select json_agg(candidate) from unknown, lateral (
        select word, term, items, said from search_term where term % word
        order by similarity(term, word) desc, items desc limit ${sql.lit(CANDIDATES)}) candidate
      where char_length(unknown.word) >= ${sql.lit(SHORTEST_TO_MEND)}
        ${words.length === 1 ? sql`and not exists (select from search_term where ${termStartsWith(last)})` : sql``}) as alike,
    (select json_agg(pair) from pair) as synonyms
    ${plannedOnce}`.execute(db)
  const { total, terms, endings, alike, synonyms } = rows[0]!
  return {
    total,
    terms: new Map(terms?.map((term) => [term.term, term])),
    endings: endings ?? [],
    alike: alike ?? [],
    synonyms: synonyms ?? [],
    spoken,
  }
}

/** Each length has an index, up to the longest. Few words share that many letters. */
const LONGEST_BEGIN = 5

/** An equation, because the planner would plan a range anew for each word. */
function termStartsWith(begin: string) {
  const letters = Array.from(begin)
  const first = letters.slice(0, LONGEST_BEGIN)
  const isOne = sql`left(term, ${sql.lit(first.length)}) = (select ${first.join('')}::text)`
  return letters.length === first.length ? isOne : sql`${isOne} and starts_with(term, (select ${begin}::text))`
}
