import type { Db } from '#server/db/connect.ts'
import { isOtherAlphabet, WAYS_TO_LATIN } from './alphabets.ts'
import { editDistance } from './edit-distance.ts'
import {
  asOneWord,
  LONGEST_PHRASE,
  lookUp,
  MOST_ENDINGS,
  phrasesOf,
  sayingsOf,
  type Book,
  type Phrase,
  type Term,
} from './look-up.ts'
import { mendSynonyms } from './mend-synonyms.ts'
import { waysToSplit } from './split.ts'
import { LONGEST_SPOKEN } from './spoken.ts'
import { isStop, type Understood } from './understand.ts'
import { formsOf, KIT_TYPE_WORDS, NAMED, SAID } from './words.ts'

/** A word or phrase of a search, what it may mean (as tsqueries), and the likely number of items with it. */
export type Expansion = {
  words: string[]
  /** Finds items. */
  anyOf: string
  /** Finds the typed word anywhere. */
  exact: string
  /** Finds the typed word where it counts most: not in a description or a part of a producer’s name. */
  typed: string
  /** The same with other words for it, which don’t count in a producer’s name either. */
  counts: string
  /** Words for the same thing, and the word itself. */
  names: string[]
  hasOthers: boolean
  items: number
  /** The number of items with the most frequent of its words, as the vocabulary counted them. */
  counted: number
  /** All words that it begins, if it begins more words than were looked up. */
  begun: string | null
}
export type Meaning = {
  known: Expansion[]
  /** The words that mean nothing. */
  unknown: string[]
  /** The words that stand for similar ones. */
  guessed: string[]
  /** Single words that several typed ones form: cold harbour, coldharbour. */
  asOne: string[]
  /** The typed words, with those split or joined that the catalogue writes in another way. */
  respelt: string[]
  /** The words with the nearest known ones in place of unknown ones. They may differ much. Null if all are known. */
  nearest: string | null
  items: number
  /** Items need not have all the words. Those with most of them come first. */
  isLoose?: true
}

const MOST_MEANT = 3
const MOST_SYNONYMS = 8
/** The share of the rarest word's items that also have the others. */
const TOGETHER = 0.3

const quoted = (term: string) => `'${term}'`
const both = (queries: string[]) => (queries.length > 1 ? `(${queries.join('&')})` : queries[0]!)
const either = (queries: string[]) => (queries.length > 1 ? `(${[...new Set(queries)].join('|')})` : queries[0]!)

type Asked = Pick<Understood, 'words' | 'isTypeBeat'>

/**
 * Looks up the words. Unknown ones may be misspelt synonyms. Those in another alphabet are also read in Latin letters,
 * which are not mended.
 */
export async function expandWords(db: Db, asked: Asked): Promise<Meaning> {
  const { words } = asked
  const meaning = await expand(db, asked)
  const mended = await mendSynonyms(db, words, meaning)
  if (mended) return expand(db, { ...asked, words: mended })
  const isKnown = (word: string) => meaning.known.some((known) => known.words.includes(word))
  const isToReread = (word: string) => isOtherAlphabet(word) && !isKnown(word)
  if (!words.some(isToReread)) return meaning
  for (const inLatin of WAYS_TO_LATIN) {
    const latin = words.map((word) => (isToReread(word) ? inLatin(word) : word)).filter(Boolean)
    const reread = latin.length ? await expand(db, { ...asked, words: latin }, false) : meaning
    if (reread.known.length > meaning.known.length) return reread
  }
  return meaning
}

/**
 * A phrase may have synonyms, be written as one word, or name a key or a tempo. The last word may
 * also begin longer words, and an unknown word stands for its parts or for similar words. Words without a meaning are
 * left out. The name of a ‘type beat’ is finished. If a word of it means nothing, similar words for the others are not
 * what is asked for, and are only offered.
 */
async function expand(db: Db, { words, isTypeBeat }: Asked, mends = true): Promise<Meaning> {
  const found = await lookUp(db, words)
  const book = { ...found, ...(!mends && { alike: [] }), ...(isTypeBeat && { endings: [] }) }
  const read = groupsOf(words, book)
  const isUnknown = ({ phrase, meant }: Group) => !meant && !phrase.words.every(isStop)
  const groups = isTypeBeat && read.some(isUnknown) ? read.map(unmended) : read
  const firm = groups.filter(({ phrase }) => !phrase.words.every(isStop))
  const sought = firm.some(({ meant }) => meant) ? firm : groups
  return {
    known: sought.flatMap(({ meant }) => meant ?? []),
    unknown: groups.filter(isUnknown).flatMap(({ phrase }) => phrase.words),
    guessed: groups.filter(({ mended }) => mended).flatMap(({ phrase }) => phrase.words),
    asOne: groups.flatMap(({ joined }) => joined ?? []),
    respelt: groups.flatMap(({ phrase, joined, split }) => joined ?? split ?? phrase.words),
    nearest: groups.some(({ nearest }) => nearest)
      ? groups.flatMap(({ phrase, meant, nearest }) => nearest ?? (meant ? phrase.words : [])).join(' ')
      : null,
    items: book.total,
  }
}

type Group = {
  phrase: Phrase
  meant: Expansion | null
  joined?: string
  split?: string[]
  /** The most similar word, if the typed one means nothing. */
  nearest?: string
  /** The most similar word, if the typed one has no other meaning. */
  mended?: string
}

const unmended = (group: Group): Group =>
  group.mended ? { phrase: group.phrase, meant: null, nearest: group.mended } : group

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

/** Something that a word may mean, in all places and in those where it counts. */
type Meant = { query: string; counts: string; items: number; counted: number }

/** Beside so many items that have a word, those whose description has it are not looked for, nor phrases for it. */
const ENOUGH = 500

const isRare = ({ items }: Term) => items < ENOUGH
/** How a word stands for the typed one. */
type As = 'typed' | 'other number' | 'synonym'

function anywhere(term: Term, as: As) {
  const places = isRare(term) ? ['', SAID, ...(as === 'synonym' ? [] : [NAMED])] : ['']
  return either(places.map((mark) => quoted(mark + term.term)))
}
const likelyItems = (term: Term) => term.items + (isRare(term) ? term.said : 0)

/**
 * One word, or several that an item must all have. Other words for the same thing aren’t found in parts of a producer’s
 * name, and don’t count in the name: the keys of LiffeyKeys are no piano.
 */
const meantBy = (terms: Term[], as: As = 'typed'): Meant => ({
  query: both(terms.map((term) => anywhere(term, as))),
  counts: both(terms.map(({ term }) => (as === 'typed' ? quoted(term) : `${quoted(term)}:AC`))),
  items: Math.min(...terms.map(likelyItems)) * (terms.length > 1 ? TOGETHER : 1),
  counted: terms.length > 1 ? 0 : terms[0]!.items,
})

function expansionOf(words: string[], typed: Meant[], others: Meant[]) {
  const all = [...typed, ...others]
  return {
    words,
    anyOf: either(all.map(({ query }) => query)),
    exact: either(typed.map(({ query }) => query)),
    typed: either(typed.map(({ counts }) => counts)),
    counts: either(all.map(({ counts }) => counts)),
    hasOthers: others.length > 0,
    items: Math.max(
      1,
      all.reduce((sum, { items }) => sum + items, 0),
    ),
    counted: Math.max(...all.map(({ counted }) => counted)),
  }
}

/** Null if the phrase means nothing but its words. */
function phraseGroup(phrase: Phrase, book: Book): Group | null {
  const joined = phrase.words.join('')
  const asOne = phrase.words.length <= LONGEST_PHRASE ? termOf(joined, book) : []
  const same = synonymsOf(phrase, book)
  const meant = [...asOne, ...spokenOf(phrase, book), ...same]
  if (meant.length === 0) return null
  // a type of kits is one thing, and its words apart are not
  const apart = asOne.length > 0 && KIT_TYPE_WORDS.has(joined) ? [] : wordsApart(phrase, book)
  const names = same.map(({ means }) => means)
  return {
    phrase,
    meant: { ...expansionOf(phrase.words, meant, apart), names, begun: null },
    ...(asOne.length && { joined }),
  }
}

function wordsApart({ words }: Phrase, book: Book): Meant[] {
  const meant = words.map((word) => wordGroup(word, false, book).meant)
  if (!meant.every((one) => one !== null)) return []
  return [
    {
      query: both(meant.map(({ anyOf }) => anyOf)),
      counts: both(meant.map(({ counts }) => counts)),
      items: Math.min(...meant.map(({ items }) => items)) * TOGETHER,
      counted: 0,
    },
  ]
}

function wordGroup(word: string, isLast: boolean, book: Book): Group {
  const phrase = { from: 0, words: [word], text: word }
  const exact = termOf(word, book)
  const begun = isLast ? book.endings.filter(({ term }) => term !== word).map(toMeant) : []
  const synonyms = synonymsOf(phrase, book)
  const forms = formsOf(word).flatMap((form) => termOf(form, book, 'other number'))
  const same = [...forms, ...spokenOf(phrase, book), ...synonyms]
  const ways = exact.length ? [] : waysToSplit(word, [...book.terms.keys()])
  const split = ways.map((parts) => meantBy(known(parts, book)))
  const isNew = exact.length + begun.length + same.length === 0
  const alike = isNew ? book.alike.filter((one) => one.word === word) : []
  const similar = similarWords(word, alike)
  const others = [...begun, ...same, ...split, ...similar.map(toMeant)]
  if (exact.length + others.length === 0) {
    const nearest = alike.map(({ term }) => term).find((term) => editDistance(word, term) <= word.length / 2)
    return { phrase, meant: null, ...(nearest && { nearest }) }
  }
  const typed = exact.length ? exact : [meantBy([{ term: word, items: 0, said: 0 }])]
  const isOpen = isLast && book.endings.length === MOST_ENDINGS
  const names = [word, ...synonyms.map(({ means }) => means)]
  return {
    phrase,
    meant: { ...expansionOf([word], typed, others), names, begun: isOpen ? `${quoted(word)}:*` : null },
    ...(ways[0] && { split: ways[0] }),
    ...(similar[0] && split.length === 0 && { mended: similar[0].term }),
  }
}

const toMeant = (term: Term) => meantBy([term])
const known = (words: string[], { terms }: Book) => words.flatMap((word) => terms.get(word) ?? [])

function termOf(word: string, { terms }: Book, as?: As): Meant[] {
  const term = terms.get(word)
  return term ? [meantBy([term], as)] : []
}

const spokenOf = ({ text }: Phrase, book: Book) => (book.spoken.get(text) ?? []).flatMap((term) => termOf(term, book))

/** The most frequent words for the same thing, if items have them. */
function synonymsOf(phrase: Phrase, book: Book) {
  const sayings = new Set(sayingsOf(phrase))
  const exact = book.terms.get(phrase.text)
  const most = exact && !isRare(exact) ? 1 : LONGEST_PHRASE
  const same = book.synonyms.filter(
    ({ words, means }) => sayings.has(asOneWord(words)) && !sayings.has(asOneWord(means)),
  )
  return [...new Set(same.map(({ means }) => means))]
    .filter((means) => means.split(' ').length <= most)
    .flatMap((means) => {
      const words = means.split(' ')
      const terms = known(words, book)
      return terms.length === words.length ? { ...meantBy(terms, 'synonym'), means } : []
    })
    .toSorted((a, b) => b.items - a.items)
    .slice(0, MOST_SYNONYMS)
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
