import { KEYS } from '#contract/filter-values.ts'
import { Random } from '#server/art/random.ts'
import { zipf } from './words.ts'

export type Group = { name: string; paths: string[] }

const KINDS = ['beats', 'packs', 'kits']
const STYLES = ['uk-drill', 'ny-drill', 'chicago-drill', 'dutch-drill', 'french-drill', 'afro-drill', 'irish-drill']

/** Every kind of list, with the filters that people combine. */
export function listCalls(): Group[] {
  const random = new Random('7')
  const some = (count: number, make: () => string) => Array.from({ length: count }, make)
  return [
    {
      name: 'named lists',
      paths: KINDS.flatMap((kind) =>
        ['approved', 'featured', 'popular', 'trending', 'new'].map((list) => `/${kind}/${list}?limit=50`),
      ),
    },
    {
      name: 'browse, as it opens',
      paths: [
        '/items?k=BEAT&bpmMin=120&bpmMax=160&limit=50',
        '/items?limit=50',
        '/items?flags=featured,popular,trending,new&limit=50',
      ],
    },
    {
      name: 'style pages',
      paths: STYLES.flatMap((style) => [
        `/beats/styles/${style}?limit=50`,
        `/items?k=BEAT&style=${style}&bpmMin=130&bpmMax=145&limit=50`,
      ]),
    },
    { name: 'filtered', paths: some(60, () => `/items?limit=50&${filters(random)}`) },
    {
      name: 'sorted',
      paths: ['newest', 'popular', 'trending', 'price-up', 'price-down', 'bpm'].flatMap((sort) => [
        `/items?sort=${sort}&limit=50`,
        `/items?k=BEAT&sort=${sort}&limit=50`,
      ]),
    },
    {
      name: 'deep pages',
      paths: [5, 10, 15, 19].flatMap((page) => [
        `/items?k=BEAT&sort=popular&limit=50&page=${page}`,
        `/items?k=BEAT&bpmMin=120&bpmMax=160&limit=50&page=${page}`,
        `/beats/popular?limit=50&page=${page}`,
      ]),
    },
    { name: 'lists of the largest producer', paths: listsOf(LARGEST) },
    { name: 'lists of a small producer', paths: listsOf(LARGEST + SMALL) },
    {
      name: 'producers',
      paths: ['popular', 'beats', 'newest', 'name'].map((sort) => `/users/producers?sort=${sort}&limit=100`),
    },
    {
      name: 'producers by name',
      paths: ['ar', 'cold', 'maya b'].map((q) => `/users/producers?q=${encodeURIComponent(q)}&limit=100`),
    },
  ]
}

/** The builder gives the first producer the most items, and each further one fewer. */
const LARGEST = 1_000
const SMALL = 500

const listsOf = (producer: number) => [
  `/users/${producer}`,
  ...['approved?', 'popular?', 'trending?', 'featured?', '?sort=price-up&', 'popular?page=1&'].map(
    (list) => `/users/${producer}/beats${list.startsWith('?') ? '' : '/'}${list}limit=50`,
  ),
]

function filters(random: Random) {
  const choices = [
    () => `k=${random.pick(['BEAT', 'PACK', 'KIT', 'BEAT,PACK'])}`,
    () => `style=${random.pick(STYLES)}`,
    () => `bpmMin=${130 + Math.floor(random.next() * 10)}&bpmMax=${141 + Math.floor(random.next() * 12)}`,
    () => `key=${encodeURIComponent(random.pick(KEYS))}&compatibleKeys=${random.next() < 0.5}`,
    () => `mood=${random.pick(['dark', 'melodic', 'cinematic', 'bouncy'])}`,
    () => `priceMax=${random.pick([20, 30, 40])}`,
    () => `sort=${random.pick(['newest', 'popular', 'trending', 'price-up'])}`,
    () => `license=${random.pick(['MP3', 'WAV', 'EXCLUSIVE'])}`,
  ]
  const chosen = new Set(Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => random.pick(choices)))
  return [...chosen].map((choose) => choose()).join('&')
}

/**
 * Searches as people type them: one word or several, unfinished, mistyped, with filters and orders, and later pages.
 */
export function searchCalls(words: string[]): Group[] {
  const random = new Random('9')
  const common = zipf(random, words.length, 1)
  const rareWord = () => words[Math.floor(words.length * (0.2 + random.next() * 0.7))]!
  const word = () => words[common()]!
  const call = (q: string, more = '') => `/search?limit=50&q=${encodeURIComponent(q)}${more}`
  const some = (count: number, make: () => string) => Array.from({ length: count }, make)
  return [
    { name: 'common words', paths: some(30, () => call(words[Math.floor(random.next() * 40)]!)) },
    { name: 'words', paths: some(40, () => call(word())) },
    { name: 'rare words', paths: some(20, () => call(rareWord())) },
    { name: 'two words', paths: some(30, () => call(`${word()} ${word()}`)) },
    { name: 'three words', paths: some(20, () => call(`${word()} ${word()} ${word()} drill`)) },
    {
      name: 'unfinished',
      paths: some(30, () =>
        call(`${random.next() < 0.4 ? `${word()} ` : ''}${word().slice(0, 2 + Math.floor(random.next() * 3))}`),
      ),
    },
    { name: 'mistyped', paths: some(30, () => call(mistyped(random, rareWord()))) },
    { name: 'filtered', paths: some(20, () => call(word(), `&${filters(random)}`)) },
    { name: 'sorted', paths: some(15, () => call(word(), `&sort=${random.pick(['newest', 'price-up', 'trending'])}`)) },
    {
      name: 'further pages',
      paths: some(15, () =>
        call(words[Math.floor(random.next() * 40)]!, `&page=${3 + Math.floor(random.next() * 16)}`),
      ),
    },
  ]
}

export function suggestionCalls(words: string[]): Group[] {
  const random = new Random('11')
  const common = zipf(random, words.length, 1)
  return [
    {
      name: 'suggestions',
      paths: Array.from({ length: 200 }, () => {
        const word = words[common()]!
        return `/suggestions?q=${encodeURIComponent(word.slice(0, 1 + Math.floor(random.next() * word.length)))}`
      }),
    },
  ]
}

function mistyped(random: Random, word: string) {
  const at = 1 + Math.floor(random.next() * (word.length - 2))
  const letters = word.split('')
  if (random.next() < 0.5) letters.splice(at, 1)
  else [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!]
  return letters.join('')
}

/** The pages of items from all over the catalogue. */
export const detailCalls = (ids: number[]): Group[] => [
  { name: 'detail', paths: ids.map((id) => `/items/by-slug/item-${id}`) },
  { name: 'similar', paths: ids.slice(1, 31).map((id) => `/items/${id}/similar?limit=10`) },
]
