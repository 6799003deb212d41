import { sql } from 'kysely'
import type { Meaning } from './meaning.ts'
import { KIND_WORDS, marked } from './words.ts'

const kindWords = Object.entries(KIND_WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind] as const))
const kindNamed = new Map(kindWords)
/** For D, C, B and A. The name before ‘type beat’ is looked for among tags and the names that an item is for fans of. */
const WEIGHTS = { usual: '{0.1, 0.2, 0.4, 1}', typeBeat: '{0.1, 1, 0.2, 0.2}' }

/**
 * A typed word counts more than its completions, corrections and synonyms, and these more than a synonym in a producer’s
 * name. Several words joined into one count more than the same apart, and items of a kind that is named count the most.
 */
export function rank({ known, asOne }: Meaning, isTypeBeat: boolean) {
  const meant = known.map(({ typed, anyOf, isOpen }) => (isOpen ? `(${typed}:*|${anyOf})` : anyOf)).join(' | ')
  const typed = known.some(({ isAsTyped }) => !isAsTyped) ? known.map((word) => word.typed) : []
  const counts = known.some((word) => word.counts !== word.anyOf) ? known.map((word) => word.counts) : []
  const named = [...new Set(known.flatMap(({ words }) => kindNamed.get(words.at(-1)!) ?? []))]
  const weights = isTypeBeat ? WEIGHTS.typeBeat : WEIGHTS.usual
  const bonuses = [
    bonus(typed.join('|'), 0.4),
    bonus(typed.length > 1 ? typed.join('&') : '', 0.3),
    bonus(counts.join('&'), 0.3),
    bonus(asOne.map((word) => `'${word}'`).join('|'), 0.4),
    bonus(named.map(marked).join('|'), 0.8),
  ]
  return sql`(ts_rank(${sql.lit(weights)}::float4[], fts, ${meant}::tsquery) ${sql.join(bonuses, sql` `)})
    * (1 + popularity / 8)`
}

const bonus = (query: string, points: number) =>
  query ? sql`+ (fts @@ ${query}::tsquery)::int * ${sql.lit(points)}` : sql``
