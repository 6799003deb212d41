import type { InputOf } from '#contract/caller.ts'
import { BPM_HIGHEST, BPM_LOWEST, KEYS, MOODS, MOST_DOLLARS, TAG_LONGEST, TAGS_MOST } from '#contract/filter-values.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import { STYLES } from '#contract/styles.ts'
import { musicKey } from '#web/items/format.ts'
import type { AddressValues, Written } from './address-values.ts'
import { capital, dollars, spanName } from './list-words.ts'
import { ANY, isAny, sameSpan, spanFrom, type Span } from './span.ts'

/** The filters of the contract. Boards and producers have controls elsewhere. */
type Question = Required<InputOf<'GET /items'>['query']>
type Contract = Exclude<
  keyof Question,
  'q' | 'k' | 'sort' | 'page' | 'limit' | 'waves' | 'picks' | 'flags' | 'producer'
>
type Asks = { [Name in Contract]?: Question[Name] | false | null }

/** Facts about the list that a filter needs: the tempo that it begins with. */
type Around = { bpm: Span }

/** Everything about one filter except its control, which is in `filter-panel.tsx`. */
type Filter<Value, Asked> = {
  /** The value that filters nothing. */
  empty: Value
  /** The names of the filter's parameters in the address. */
  params: readonly string[]
  read: (address: AddressValues) => Value
  write: (value: Value, around: Around) => Written
  /** The parameters for the server. */
  ask: (value: Value, around: Around) => Asked
  /** The chips above the list. `left` is the value after a press on the chip. */
  chips: (value: Value, around: Around) => { name: string; left: Value }[]
}

/** Lets the compiler infer the types of an entry. */
const filter = <Value, Asked extends Asks>(entry: Filter<Value, Asked>) => entry

type Key = { name: (typeof KEYS)[number]; compatible: boolean }

/** Slugs of styles. An item must have one of them. */
const styles = filter({
  empty: [] as readonly string[],
  params: ['style'],
  read: ({ someOf }) => someOf('style', Object.keys(STYLES)),
  write: (slugs) => ({ style: slugs.join(',') }),
  ask: (slugs) => ({ style: slugs.join(',') }),
  chips: (slugs) => slugs.map((slug) => ({ name: STYLES[slug] ?? slug, left: without(slugs, slug) })),
})

/** Null means the tempo that the list begins with. */
const bpm = filter({
  empty: null as Span | null,
  params: ['bpm', 'bpmMin', 'bpmMax'],
  read({ number, text }) {
    const span = spanFrom(number('bpmMin', BPM_LOWEST, BPM_HIGHEST), number('bpmMax', BPM_LOWEST, BPM_HIGHEST))
    if (!isAny(span)) return span
    return text('bpm') === 'any' ? ANY : null
  },
  write(chosen, around) {
    const span = chosen ?? around.bpm
    if (sameSpan(span, around.bpm)) return {}
    return { bpm: isAny(span) && 'any', bpmMin: span[0], bpmMax: span[1] }
  },
  ask(chosen, around) {
    const [bpmMin, bpmMax] = chosen ?? around.bpm
    return { bpmMin, bpmMax }
  },
  chips(chosen, around) {
    const span = chosen ?? around.bpm
    return isAny(span) ? [] : [{ name: `${capital(spanName(span, String))} BPM`, left: ANY }]
  },
})

const halfTime = filter({
  empty: false,
  params: ['halfTime'],
  read: ({ whether }) => whether('halfTime'),
  write: (on) => ({ halfTime: on && '1' }),
  ask: (on) => ({ halfTime: on && 'true' }),
  chips: (on) => (on ? [{ name: 'Half-time', left: false }] : []),
})

const key = filter({
  empty: null as Key | null,
  params: ['key', 'compatibleKeys'],
  read({ oneOf, whether }) {
    const name = oneOf('key', KEYS)
    return name && { name, compatible: whether('compatibleKeys') }
  },
  write: (chosen) => ({ key: chosen?.name ?? null, compatibleKeys: chosen?.compatible ? '1' : null }),
  ask: (chosen) => ({ key: chosen?.name ?? null, compatibleKeys: chosen?.compatible ? 'true' : null }),
  chips: (chosen) =>
    chosen ? [{ name: `${musicKey(chosen.name)}${chosen.compatible ? ' and compatible' : ''}`, left: null }] : [],
})

/** An item must have one of them. */
const moods = filter({
  empty: [] as readonly (typeof MOODS)[number][],
  params: ['mood'],
  read: ({ someOf }) => someOf('mood', MOODS),
  write: (chosen) => ({ mood: chosen.join(',') }),
  ask: (chosen) => ({ mood: chosen.join(',') }),
  chips: (chosen) => chosen.map((mood) => ({ name: capital(mood), left: without(chosen, mood) })),
})

/** An item must have all of them. */
const tags = filter({
  empty: [] as readonly string[],
  params: ['tags'],
  read: ({ parts }) =>
    [...new Set(parts('tags').map((tag) => tag.toLowerCase()))]
      .filter((tag) => tag && tag.length <= TAG_LONGEST)
      .slice(0, TAGS_MOST),
  write: (chosen) => ({ tags: chosen.join(',') }),
  ask: (chosen) => ({ tags: chosen.join(',') }),
  chips: (chosen) => chosen.map((tag) => ({ name: `#${tag}`, left: without(chosen, tag) })),
})

const CENTS = /^\d{1,6}(\.\d{1,2})?$/

const price = filter({
  empty: ANY,
  params: ['priceMin', 'priceMax'],
  read: ({ number }) =>
    spanFrom(number('priceMin', 0, MOST_DOLLARS, CENTS), number('priceMax', 0, MOST_DOLLARS, CENTS)),
  write: ([priceMin, priceMax]) => ({ priceMin, priceMax }),
  ask: ([priceMin, priceMax]) => ({ priceMin, priceMax }),
  chips: (span) => (isAny(span) ? [] : [{ name: capital(spanName(span, dollars)), left: ANY }]),
})

const license = filter({
  empty: null as LicenseType | null,
  params: ['license'],
  read: ({ oneOf }) => oneOf('license', LICENSE_TYPES),
  write: (type) => ({ license: type }),
  ask: (type) => ({ license: type }),
  chips: (type) => (type ? [{ name: LICENSE_NAMES[type], left: null }] : []),
})

/** In the order of parameters and chips. */
export const filters = complete({ styles, bpm, halfTime, key, moods, tags, price, license })

export type FilterName = keyof typeof filters
type ValueOf<F> = F extends { empty: infer Value } ? Value : never
export type FilterValues = { [Name in FilterName]: ValueOf<(typeof filters)[Name]> }

export const FILTER_NAMES = Object.keys(filters) as FilterName[]
export const NO_FILTERS = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, filters[name].empty]),
) as unknown as FilterValues

/** An entry of any filter. Name and value always belong together, which the compiler can't see. */
const entryOf = (name: FilterName) => filters[name] as unknown as Filter<unknown, Written>

export const readFilters = (address: AddressValues) =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, entryOf(name).read(address)])) as FilterValues

export const writeFilters = (values: FilterValues, around: Around): Written =>
  Object.assign({}, ...FILTER_NAMES.map((name) => entryOf(name).write(values[name], around)))

export const askFilters = (values: FilterValues, around: Around): Written =>
  Object.assign({}, ...FILTER_NAMES.map((name) => entryOf(name).ask(values[name], around)))

export const filterChips = (values: FilterValues, around: Around) =>
  FILTER_NAMES.flatMap((name) =>
    entryOf(name)
      .chips(values[name], around)
      .map((chip) => ({ name: chip.name, remove: { [name]: chip.left } as Partial<FilterValues> })),
  )

function without<T>(values: readonly T[], value: T) {
  return values.filter((other) => other !== value)
}

type AskedBy<Entries> = {
  [Name in keyof Entries]: Entries[Name] extends { ask: (...around: never) => infer Asked } ? keyof Asked : never
}[keyof Entries]

type Forgotten<Entries> = Exclude<Contract, AskedBy<Entries>>

/** Does not compile if a filter of the contract has no entry. */
function complete<Entries>(
  entries: Entries & ([Forgotten<Entries>] extends [never] ? unknown : { forgotten: Forgotten<Entries> }),
): Entries {
  return entries
}
