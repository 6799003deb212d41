import type { Sort } from '#contract/filter-values.ts'
import { editDistance } from './edit-distance.ts'
import { pictureWords } from './pictures.ts'
import { priceIn, type PriceSpan } from './prices.ts'
import { nameTempo } from './spoken.ts'
import { tempoSpanIn, type TempoSpan } from './tempos.ts'
import { plainText, wordsOf } from './words.ts'

const MOST_WORDS = 8
/** These words say what to do with the others. A search of nothing else looks for them. */
const STOP = new Set(
  [
    'a an and any around about at between by for from i in is it key like looking me most my need of on or or so some something tempo that the this to want with',
    'avec con de del en entre et fur mit para per por pour tra tussen und van voor von y zwischen',
  ].flatMap((words) => words.split(' ')),
)
/** Before a name of a ‘type beat’, these words say nothing. */
const TYPE_BEAT_NOISE = new Set(['free', 'x', 'ft', 'feat'])
const YEAR = /^20\d\d$/
const ORDERS: Record<string, Sort> = {
  cheap: 'price-up',
  cheapest: 'price-up',
  affordable: 'price-up',
  billig: 'price-up',
  gunstig: 'price-up',
  barato: 'price-up',
  barata: 'price-up',
  economico: 'price-up',
  goedkoop: 'price-up',
  expensive: 'price-down',
  priciest: 'price-down',
}

export type Understood = {
  /** All typed words, for whole titles. */
  typed: string[]
  /** The words to look for. */
  words: string[]
  price: PriceSpan
  tempo: TempoSpan | null
  /** Ends in ‘type beat’: the name before is looked for among tags and the names that an item is for fans of. */
  isTypeBeat: boolean
  /** Asks for one tempo or a span: items of a tempo of their own come before kits for many. */
  namesTempo: boolean
  /** The order that a word asks for. */
  sort: Sort | null
}

/** Reads a search. Prices and spans of tempos become filters; words that say nothing are left out. */
export function understand(q: string): Understood {
  const typed = wordsOf(q)
  const { price, rest } = priceIn(plainText(pictureWords(q)))
  const { tempo, rest: others } = tempoSpanIn(wordsOf(rest))
  const { words, isTypeBeat } = withoutTypeBeat(tempo && others.every(isStop) ? [] : others)
  const order = words.find((word) => Object.hasOwn(ORDERS, word))
  return {
    typed,
    words: [...new Set(words.filter((word) => word !== order))].slice(0, MOST_WORDS),
    price,
    tempo,
    isTypeBeat,
    namesTempo: tempo !== null || nameTempo(words),
    sort: order ? ORDERS[order]! : null,
  }
}

/** Whether a word may be left out of the conditions. */
export const isStop = (word: string) => STOP.has(word)

function withoutTypeBeat(words: string[]) {
  const at = words.findIndex((word, index) => /^typebeats?$/.test(word) || isTypeThenBeat(word, words[index + 1] ?? ''))
  if (at < 1) return { words, isTypeBeat: false }
  const rest = [...words.slice(0, at), ...words.slice(at + (words[at]!.startsWith('typebeat') ? 1 : 2))]
  const names = rest.filter((word) => !TYPE_BEAT_NOISE.has(word) && !YEAR.test(word))
  return names.length ? { words: names, isTypeBeat: true } : { words, isTypeBeat: false }
}

/** One of the two words may have a typing error. */
function isTypeThenBeat(first: string, second: string) {
  if (/^(beats?|instrumentals?)$/.test(second)) return first.startsWith('t') && isNearly(first, 'type')
  return first === 'type' && second.startsWith('b') && isNearly(second, 'beat')
}

/** A tape is a kind of packs, not a typing error. */
const isNearly = (word: string, meant: string) => word !== 'tape' && editDistance(word, meant) <= 1
