import type { Db } from '#server/db/connect.ts'
import { editDistance } from './edit-distance.ts'
import {
  LONGEST_PHRASE,
  lookUp,
  MOST_ENDINGS,
  phrasesOf,
  sayingsOf,
  type Book,
  type Phrase,
  type Term,
} from './look-up.ts'
import { waysToSplit } from './split.ts'
import { LONGEST_SPOKEN } from './spoken.ts'
import { isStop } from './understand.ts'
import { formsOf, KIT_TYPE_WORDS } from './words.ts'

/** A word or phrase of a search, what it may mean (as tsqueries), and the likely number of items with it. */
export type Expansion = {
  /** The words as they were typed, and the same as a tsquery. */
  words: string[]
  typed: string
  /** Finds items. */
  anyOf: string
  /** The same without producers’ names, where other words for the same thing don’t count. */
  counts: string
  isAsTyped: boolean
  items: number
  /** The number of items with the most frequent of its words, as the vocabulary counted them. */
  counted: number
  /** The word begins more words than were looked up. */
  isOpen: boolean
}
export type Meaning = {
  known: Expansion[]
  /** Single words that several typed ones form: cold harbour, coldharbour. */
  asOne: string[]
  /** The typed words, with those split or joined that the catalogue writes in another way. */
  respelt: string[]
  /** The words with the nearest known ones in place of unknown ones. They may differ much. Null if all are known. */
  nearest: string | null
  items: number
}

const MOST_MEANT = 3
const MOST_SYNONYMS = 8
/** The share of the rarest word's items that also have the others. */
const TOGETHER = 0.3

const quoted = (term: string) => `'${term}'`
const both = (queries: string[]) => (queries.length > 1 ? `(${queries.join('&')})` : queries[0]!)
const either = (queries: string[]) => (queries.length > 1 ? `(${queries.join('|')})` : queries[0]!)

/**
 * Looks up the words. A phrase may have synonyms, be written as one word, or name a key or a tempo. The last word may
 * also begin longer words, and an unknown word stands for its parts or for similar words. Words without a meaning are
 * left out.
 */
export async function expandWords(db: Db, words: string[]): Promise<Meaning> {
  const book = await lookUp(db, words)
  const groups = groupsOf(words, book)
  const firm = groups.filter(({ phrase }) => !phrase.words.every(isStop))
  const sought = firm.some(({ meant }) => meant) ? firm : groups
  return {
    known: sought.flatMap(({ meant }) => meant ?? []),
    asOne: groups.flatMap(({ joined }) => joined ?? []),
    respelt: groups.flatMap(({ phrase, joined, split }) => joined ?? split ?? phrase.words),
    nearest: groups.some(({ nearest }) => nearest)
      ? groups.flatMap(({ phrase, meant, nearest }) => nearest ?? (meant ? phrase.words : [])).join(' ')
      : null,
    items: book.total,
  }
}

type Group = { phrase: Phrase; meant: Expansion | null; joined?: string; split?: string[]; nearest?: string }

/** Reads from left to right. At each place the longest phrase that means something is taken. */
function groupsOf(words: string[], book: Book): Group[] {
  const groups: Group[] = []
  for (let at = 0; at < words.length;) {
    const phrases = phrasesOf(words.slice(at, at + LONGEST_SPOKEN), LONGEST_SPOKEN)
    const longestFirst = phrases.filter(({ from, words: of }) => from === 0 && of.length > 1).toReversed()
    const phrased = longestFirst.reduce<Group | null>((found, phrase) => found ?? phraseGroup(phrase, book), null)
    const group = phrased ?? wordGroup(words[at]!, at === words.length - 1, book)
    groups.push(group)
    at += group.phrase.words.length
  }
  return groups
}

/** Something that a word may mean. `counts` is missing if it is the query. */
type Meant = { query: string; counts?: string; items: number; isGuess?: true }

const expansionOf = (words: string[], all: Meant[], isOpen: boolean): Expansion => {
  const queries = [...new Set(all.map(({ query }) => query))]
  return {
    words,
    typed: both(words.map(quoted)),
    anyOf: either(queries),
    counts: either([...new Set(all.map(({ query, counts }) => counts ?? query))]),
    isAsTyped: words.length === 1 && queries.length === 1,
    items: Math.max(
      1,
      all.reduce((sum, { items }) => sum + items, 0),
    ),
    counted: Math.max(0, ...all.map(({ items, isGuess }) => (isGuess ? 0 : items))),
    isOpen,
  }
}

/** Null if the phrase means nothing but its words. */
function phraseGroup(phrase: Phrase, book: Book): Group | null {
  const joined = phrase.words.join('')
  const asOne = phrase.words.length <= LONGEST_PHRASE ? termOf(joined, book) : []
  const others = [...asOne, ...synonymsOf(phrase, book), ...spokenOf(phrase, book)]
  if (others.length === 0) return null
  // a type of kits is one thing, and its words apart are not
  const apart = asOne.length > 0 && KIT_TYPE_WORDS.has(joined) ? [] : wordsApart(phrase, book)
  return { phrase, meant: expansionOf(phrase.words, [...others, ...apart], false), ...(asOne.length && { joined }) }
}

function wordsApart({ words }: Phrase, book: Book): Meant[] {
  const meant = words.map((word) => wordGroup(word, false, book).meant)
  if (!meant.every((one) => one !== null)) return []
  return [
    {
      query: both(meant.map(({ anyOf }) => anyOf)),
      counts: both(meant.map(({ counts }) => counts)),
      items: Math.min(...meant.map(({ items }) => items)) * TOGETHER,
      isGuess: true,
    },
  ]
}

function wordGroup(word: string, isLast: boolean, book: Book): Group {
  const phrase = { from: 0, words: [word], text: word }
  const exact = termOf(word, book)
  const begun = isLast ? book.endings.filter(({ term }) => term !== word).map(toMeant) : []
  const forms = formsOf(word)
    .flatMap((form) => termOf(form, book))
    .map(besideNames)
  const same = [...forms, ...synonymsOf(phrase, book), ...spokenOf(phrase, book)]
  const ways = exact.length
    ? []
    : waysToSplit(
        word,
        book.parts.map(({ term }) => term),
      )
  const split = ways.map((terms) => ({
    query: both(terms.map(quoted)),
    items: Math.min(...terms.map((term) => book.terms.get(term) ?? 0)) * TOGETHER,
    isGuess: true as const,
  }))
  const isNew = exact.length + begun.length + same.length === 0
  const alike = isNew ? book.alike.filter((one) => one.word === word) : []
  const all = [...exact, ...begun, ...same, ...split, ...similarWords(word, alike).map(toMeant)]
  if (all.length === 0) {
    const nearest = alike.map(({ term }) => term).find((term) => editDistance(word, term) <= word.length / 2)
    return { phrase, meant: null, ...(nearest && { nearest }) }
  }
  const isOpen = isLast && book.endings.length === MOST_ENDINGS
  return { phrase, meant: expansionOf([word], all, isOpen), ...(ways[0] && { split: ways[0] }) }
}

const toMeant = ({ term, items }: Term): Meant => ({ query: quoted(term), items })
const notInNames = (term: string) => `${quoted(term)}:ACD`
const besideNames = ({ query, items }: Meant): Meant => ({ query, counts: `${query}:ACD`, items })

function termOf(term: string, { terms }: Book): Meant[] {
  const items = terms.get(term)
  return items === undefined ? [] : [toMeant({ term, items })]
}

const spokenOf = ({ text }: Phrase, book: Book) => (book.spoken.get(text) ?? []).flatMap((term) => termOf(term, book))

function synonymsOf(phrase: Phrase, { synonyms }: Book): Meant[] {
  const sayings = new Set(sayingsOf(phrase))
  return synonyms
    .filter(({ words, means }) => sayings.has(words) && !sayings.has(means))
    .toSorted((a, b) => b.items - a.items)
    .slice(0, MOST_SYNONYMS)
    .map(({ means, items }) => {
      const terms = means.split(' ')
      const guess = terms.length > 1 && ({ isGuess: true } as const)
      return { query: both(terms.map(quoted)), counts: both(terms.map(notInNames)), items, ...guess }
    })
}

/** Similar words, those with the fewest edits first, then the most frequent. A missing end counts as one edit. */
const similarWords = (word: string, alike: Term[]) =>
  alike
    .map((candidate) => ({
      ...candidate,
      edits: candidate.term.startsWith(word) ? 1 : editDistance(word, candidate.term),
    }))
    .filter((candidate) => candidate.edits <= (word.length < 6 ? 1 : word.length < 9 ? 2 : 3))
    .sort((a, b) => a.edits - b.edits || b.items - a.items)
    .filter((candidate, _, [best]) => candidate.edits === best!.edits)
    .slice(0, MOST_MEANT)
