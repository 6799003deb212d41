import { sql } from 'kysely'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { editDistance } from './edit-distance.ts'
import { asOneWord, LONGEST_PHRASE, phrasesOf, type Phrase } from './look-up.ts'

/** In letters and digits. A shorter name with another letter may be another name. */
const SHORTEST = 7
const SHORTEST_FOR_TWO_EDITS = 10

/** Words that mean nothing, and words that stand for similar ones. */
type Doubts = { unknown: string[]; guessed: string[] }
type Mended = { phrase: Phrase; words: string[]; edits: number }

/** A single word that resembles one of the catalogue stands for that one. */
const isDoubtful = ({ words }: Phrase, { unknown, guessed }: Doubts) =>
  words.some((word) => unknown.includes(word) || (words.length > 1 && guessed.includes(word)))

/**
 * A search with phrases that have synonyms in place of misspelt ones: ‘cheif keef’ is an artist. Only phrases with a word
 * that the catalogue lacks are mended. Null if there are none.
 */
export async function mendSynonyms(db: Db, words: string[], doubts: Doubts): Promise<string[] | null> {
  const doubtful = phrasesOf(words, LONGEST_PHRASE).filter(
    (phrase) => asOneWord(phrase.text).length >= SHORTEST && isDoubtful(phrase, doubts),
  )
  if (doubtful.length === 0) return null
  const asked = doubtful.map(({ text }) => asOneWord(text))
  const { rows } = await sql<{ words: string }>`select distinct search_synonym.words
    from unnest(${listed(asked, 'text')}) asked, search_synonym
    where replace(search_synonym.words, ' ', '') % asked ${plannedOnce}`.execute(db)
  const mended = doubtful
    .flatMap((phrase) => rows.flatMap((row) => mendedBy(phrase, row.words) ?? []))
    .toSorted((a, b) => a.edits - b.edits || b.phrase.words.length - a.phrase.words.length)
  return mended.length ? inPlace(words, mended) : null
}

function mendedBy(phrase: Phrase, words: string): Mended | null {
  const [typed, meant] = [asOneWord(phrase.text), asOneWord(words)]
  const edits = editDistance(typed, meant)
  const isNear = edits <= (typed.length < SHORTEST_FOR_TWO_EDITS ? 1 : 2)
  return isNear && digitsOf(typed) === digitsOf(meant) ? { phrase, words: words.split(' '), edits } : null
}

/** Zone 4 is not a misspelt Zone 2. */
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The best first. Each word is mended once. */
function inPlace(words: string[], mended: Mended[]) {
  const places: (string[] | null)[] = words.map((word) => [word])
  const free = new Set(words.keys())
  for (const { phrase, words: meant } of mended) {
    const taken = phrase.words.map((_, index) => phrase.from + index)
    if (!taken.every((at) => free.has(at))) continue
    for (const at of taken) {
      free.delete(at)
      places[at] = at === phrase.from ? meant : null
    }
  }
  return places.flatMap((place) => place ?? [])
}
