import { findProducers, nameAmong, nameBegins, nameContains, nameResembles } from '#server/accounts/index.ts'
import { understand } from '#server/search/index.ts'
import type { Db } from '#server/db/connect.ts'

const MOST = 4
const SHORTEST_PART = 3
const SHORTEST_TO_MEND = 5
const LONGEST_NAME = 4

/**
 * Producers for the words of a search: their name contains all of the words, or some of the words are their name. If
 * there are none, those whose names resemble the words.
 */
export async function producersFound(db: Db, q: string) {
  const { words } = understand(q)
  const whole = words.join('')
  if (whole === '') return []
  const asked = { order: 'popular', limit: MOST } as const
  const part = whole.length < SHORTEST_PART ? nameBegins(whole) : nameContains(whole)
  const { found } = await findProducers(db, nameAmong(namesIn(words), part), asked)
  if (found.length || whole.length < SHORTEST_TO_MEND) return found
  return (await findProducers(db, nameResembles(whole), asked)).found
}

/** Neighboring words as one name, and each word by itself. */
const namesIn = (words: string[]) =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(LONGEST_NAME, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(''),
    ),
  )
