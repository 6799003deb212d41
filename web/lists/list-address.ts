import {
  BPM_HIGHEST,
  BPM_LOWEST,
  FLAGS,
  KEYS,
  MOODS,
  MOST_DOLLARS,
  SORTS,
  TAG_LONGEST,
  TAGS_MOST,
} from '#contract/filter-values.ts'
import type { Kind } from '#contract/item.ts'
import { knownQuery } from '#contract/known-query.ts'
import { LICENSE_TYPES } from '#contract/license-terms.ts'
import { STYLES } from '#contract/styles.ts'
import { KINDS, kinds } from '#web/items/kinds.ts'
import { ANY, bpmOf, isAny, sameSpan, startOf, type ListScreen, type ListState, type Span } from './list-state.ts'

const types = new Map<string, readonly Kind[]>([
  ...KINDS.map((kind) => [kinds[kind].many, [kind]] as const),
  ['all', []],
])
const MOST_PAGES = 1_000

/** What is no value of a filter counts as not there. */
export function readList(screen: ListScreen, search: URLSearchParams): ListState {
  const query = knownQuery(search, screen.reads)
  const start = startOf(screen)
  const text = (name: string) => query.get(name) ?? ''
  const parts = (name: string) =>
    text(name)
      .split(',')
      .map((part) => part.trim())
  const among = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === text(name)) ?? null
  const several = <T extends string>(name: string, values: readonly T[]) => {
    const given = parts(name)
    return values.filter((value) => given.includes(value))
  }
  const whether = (name: string) => ['1', 'true', 'yes'].includes(text(name).toLowerCase())
  const number = (name: string, least: number, most: number, pattern = /^\d{1,6}$/) => {
    const value = pattern.test(text(name)) ? Number(text(name)) : NaN
    return value >= least && value <= most ? value : null
  }
  const bpm = span(number('bpmMin', BPM_LOWEST, BPM_HIGHEST), number('bpmMax', BPM_LOWEST, BPM_HIGHEST))
  const cents = /^\d{1,6}(\.\d{1,2})?$/
  const key = among('key', KEYS)
  const chosen = several('k', KINDS)
  return {
    q: text('q'),
    kinds: chosen.length === KINDS.length ? [] : chosen.length ? chosen : (types.get(text('type')) ?? start.kinds),
    flag: among('tab', FLAGS) ?? several('flags', FLAGS)[0] ?? (whether('featured') ? 'featured' : null),
    styles: several('style', Object.keys(STYLES)),
    bpm: isAny(bpm) ? (text('bpm') === 'any' ? ANY : null) : bpm,
    halfTime: whether('halfTime'),
    key,
    compatibleKeys: key !== null && whether('compatibleKeys'),
    moods: several('mood', MOODS),
    tags: [...new Set(parts('tags').map((tag) => tag.toLowerCase()))]
      .filter((tag) => tag && tag.length <= TAG_LONGEST)
      .slice(0, TAGS_MOST),
    price: span(number('priceMin', 0, MOST_DOLLARS, cents), number('priceMax', 0, MOST_DOLLARS, cents)),
    license: among('license', LICENSE_TYPES),
    sort: among('sort', SORTS),
    page: (number('page', 1, MOST_PAGES) ?? 1) - 1,
  }
}

/** A range that ends before it begins is none. */
const span = (from: number | null, to: number | null): Span =>
  from !== null && to !== null && from > to ? ANY : [from, to]

/** What a screen begins with is not written. */
export function writeList(screen: ListScreen, state: ListState): string {
  const bpm = bpmOf(screen, state)
  const bpmChosen = !sameSpan(bpm, bpmOf(screen, { bpm: null, kinds: state.kinds }))
  const values = {
    q: state.q,
    ...writeKinds(screen, state),
    ...writeFlag(screen, state),
    style: state.styles.join(','),
    bpm: bpmChosen && isAny(bpm) && 'any',
    bpmMin: bpmChosen && bpm[0],
    bpmMax: bpmChosen && bpm[1],
    halfTime: state.halfTime && '1',
    key: state.key,
    compatibleKeys: state.key && state.compatibleKeys && '1',
    mood: state.moods.join(','),
    tags: state.tags.join(','),
    priceMin: state.price[0],
    priceMax: state.price[1],
    license: state.license,
    sort: state.sort,
    page: state.page > 0 && state.page + 1,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== false && value !== '') query.set(name, String(value))
  return query.size ? `${screen.path}?${query}` : screen.path
}

function writeKinds(screen: ListScreen, { kinds }: ListState) {
  if (kinds.join() === screen.kinds.join()) return {}
  if (screen.kindsAs === 'k') return { k: kinds.join(',') }
  return { type: [...types].find(([, those]) => those.join() === kinds.join())?.[0] ?? null }
}

const writeFlag = (screen: ListScreen, { flag }: ListState) =>
  screen.flagAs === 'tab' ? { tab: flag } : flag === 'featured' ? { featured: '1' } : { flags: flag }
