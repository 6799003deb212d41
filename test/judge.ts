import { catalogue } from '#demo/catalogue.ts'
import type { SearchItem } from '#contract/search.ts'
import type { World } from './world.ts'

type Rule = (item: SearchItem) => boolean
/** Titles that must be among the first three results, or a rule for each of the first three. */
type Expected = string | string[] | Rule
type Judged = [q: string, expected: Expected]
/** Groups of searches, by what is searched for. */
export type JudgedSearches = Record<string, Judged[]>

export const by =
  (name: string): Rule =>
  (item) =>
    item.artistName === name
export const ofStyle =
  (slug: string): Rule =>
  (item) =>
    item.style?.slug === slug
export const tagged =
  (...tags: string[]): Rule =>
  (item) =>
    tags.every((tag) => item.tags.includes(tag))
export const about =
  (...words: string[]): Rule =>
  ({ tags, title }) =>
    words.every((word) => tags.includes(word) || title.toLowerCase().split(' ').includes(word))
export const isA =
  (kind: SearchItem['kind']): Rule =>
  (item) =>
    item.kind === kind
export const ofType =
  (...types: string[]): Rule =>
  ({ kitType }) =>
    types.includes(kitType ?? '')
export const inKey =
  (...keys: string[]): Rule =>
  ({ key }) =>
    keys.includes(key ?? '')
/** Between two tempos, or at one. */
export const atTempo =
  (from: number, to = from): Rule =>
  ({ bpm }) =>
    bpm !== null && bpm >= from && bpm <= to
/** In dollars. */
export const costs =
  (from: number, to: number): Rule =>
  ({ price }) =>
    price >= from && price <= to
export const all =
  (...rules: Rule[]): Rule =>
  (item) =>
    rules.every((rule) => rule(item))
export const some =
  (...rules: Rule[]): Rule =>
  (item) =>
    rules.some((rule) => rule(item))

const house = [...catalogue.beats, ...catalogue.packs, ...catalogue.kits]
/** Title, tags or description contain one of these texts. */
export const says =
  (...texts: string[]): Rule =>
  ({ title }) => {
    const item = house.find((one) => one.title === title)
    const text = `${title} ${item?.tags.join(' ')} ${item?.description}`.toLowerCase()
    return texts.some((one) => text.includes(one))
  }

const FIRST = 3

/** Null if the search finds what is wanted; otherwise a report of what it finds. */
async function missOf(world: World, [q, expected]: Judged, house: SearchItem[]) {
  const { items } = await world.guest('GET /search', { query: { q, limit: FIRST } })
  const titles = items.map(({ title }) => title)
  const found = typeof expected === 'function' ? fit(items, expected, house) : includesAll(titles, [expected].flat())
  if (found) return null
  const wanted = typeof expected === 'function' ? '' : `, not ${[expected].flat().join(' and ')}`
  return `‘${q}’ finds ${titles.join(' | ') || 'nothing'}${wanted}`
}

const includesAll = (titles: string[], wanted: string[]) => wanted.every((title) => titles.includes(title))

/** A small shop may have fewer such items than the first three: these must come first. */
function fit(items: SearchItem[], rule: Rule, house: SearchItem[]) {
  const there = house.length ? Math.min(house.filter(rule).length, FIRST) : FIRST
  return items.length > 0 && items.slice(0, Math.max(1, there)).every(rule)
}

/** All items of a shop that has few. */
export const allItems = async (world: World) => (await world.guest('GET /search', { query: { limit: 100 } })).items

/** The share of searches that find what is wanted, in all and in each group, with a report of the others. */
export async function judge(world: World, searches: JudgedSearches, house: SearchItem[] = []) {
  const groups = await Promise.all(
    Object.entries(searches).map(async ([name, those]) => {
      const found = await Promise.all(those.map((one) => missOf(world, one, house)))
      const misses = found.filter((miss) => miss !== null).map((miss) => `${name}: ${miss}`)
      return { name, asked: those.length, misses, share: 1 - misses.length / those.length }
    }),
  )
  const asked = groups.reduce((sum, group) => sum + group.asked, 0)
  const misses = groups.flatMap((group) => group.misses)
  return { groups, asked, misses, share: 1 - misses.length / asked }
}
