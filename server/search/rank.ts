import { sql } from 'kysely'
import type { Expansion, Meaning } from './meaning.ts'
import type { Understood } from './understand.ts'
import { KIND_WORDS, marked } from './words.ts'

const kindWords = Object.entries(KIND_WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind] as const))
const kindNamed = new Map(kindWords)
/** For D, C, B and A. The name before ‘type beat’ is looked for among tags and the names that an item is for fans of. */
const WEIGHTS = { usual: '{0.1, 0.2, 0.4, 1}', typeBeat: '{0.1, 1, 0.2, 0.2}' }

/** More than popularity can add. */
const OWN_TEMPO = 3
const FURTHER_WORD = 3

export type Lifted = Pick<Understood, 'isTypeBeat' | 'namesTempo'>

/**
 * A typed word counts more than its completions, corrections and synonyms, and these more than a word of a description.
 * Several words joined into one count more than the same apart, and items of a kind that is named count the most.
 */
export function rank({ known, asOne, isLoose }: Meaning, { isTypeBeat, namesTempo }: Lifted) {
  const meant = known.map(allEndings).join(' | ')
  const exact = known.map((word) => word.exact)
  const typed = known.map((word) => word.typed)
  const hasOthers = known.some((word) => word.hasOthers)
  const named = [...new Set(known.flatMap(({ names }) => names.flatMap((name) => kindNamed.get(name) ?? [])))]
  const weights = isTypeBeat ? WEIGHTS.typeBeat : WEIGHTS.usual
  const bonuses = [
    bonus(hasOthers && known.some(({ exact, typed }) => exact !== typed) ? exact.join('|') : '', 0.1),
    bonus(hasOthers ? typed.join('|') : '', 0.4),
    bonus(typed.length > 1 ? typed.join('&') : '', 0.3),
    bonus(hasOthers ? known.map((word) => word.counts).join('&') : '', 0.3),
    bonus(asOne.map((word) => `'${word}'`).join('|'), 0.4),
    bonus(named.map(marked).join('|'), 0.8),
    bonus(isTypeBeat ? known.map(tagOrFansOf).join('|') : '', 0.8),
  ]
  return sql`(ts_rank(${sql.lit(weights)}::float4[], fts, ${meant}::tsquery) ${sql.join(bonuses, sql` `)})
    * (1 + popularity / 8) ${namesTempo ? sql`* case when bpm_low = bpm_high then ${sql.lit(OWN_TEMPO)} else 1 end` : sql``}
    ${isLoose ? sql`* power(${sql.lit(FURTHER_WORD)}, ${sql.join(known.map(has), sql` + `)})` : sql``}`
}

const has = (word: Expansion) => sql`(fts @@ ${allEndings(word)}::tsquery)::int`

/** Finds all words that the last one begins, not only the most frequent. */
export const allEndings = ({ anyOf, begun }: Expansion) => (begun ? `(${begun}|${anyOf})` : anyOf)

/** Finds all typed words of a name among tags and the names that an item is for fans of. */
const tagOrFansOf = ({ words }: Expansion) => `(${words.map((word) => `'${word}':C`).join('&')})`

const bonus = (query: string, points: number) =>
  query ? sql`+ case when fts @@ ${query}::tsquery then ${sql.lit(points)}::float8 else 0 end` : sql``
