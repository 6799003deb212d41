import { expect, test } from 'vitest'
import { candidatesOf, draw, weightOf, type About, type Running } from './draw.ts'

const DAY = 24 * 60 * 60_000
const START = Date.UTC(2026, 0, 1)

let made = 0
const running = (over: Partial<Running> = {}): Running => {
  const id = ++made
  const days = over.days ?? 10
  return {
    id,
    ownerId: id,
    tier: 'standard',
    kind: 'BEAT',
    style: 'uk',
    words: new Set(['cold', 'harbour']),
    days,
    guaranteed: 1_000,
    delivered: 0,
    endsAt: new Date(START + days * DAY),
    lastsUntil: new Date(START + 2 * days * DAY),
    ...over,
  }
}
/** Numbers that look random, and are the same in each run. */
function numbers(seed = 1) {
  let state = seed
  return () => ((state = (state * 48_271) % 2_147_483_647) - 1) / 2_147_483_646
}
const from = (all: readonly Running[], about: Partial<About> = {}, count = 5, now = START, random = numbers()) =>
  draw(candidatesOf(all, now), { place: 'browse', ...about }, { count, random })
const ids = (all: readonly Running[]) => all.map(({ id }) => id)

test('a promotion rests while it is ahead of its pace, and after its guarantee is met', () => {
  const one = running()
  expect(weightOf(one, START)).toBeGreaterThan(0)
  expect(weightOf({ ...one, delivered: 25 }, START)).toBe(0)
  expect(weightOf({ ...one, delivered: 500 }, START + 3 * DAY)).toBe(0)
  expect(weightOf({ ...one, delivered: 500 }, START + 5 * DAY)).toBeGreaterThan(0)
  expect(weightOf({ ...one, delivered: 1_000 }, START + 15 * DAY)).toBe(0)
  expect(weightOf({ ...one, delivered: 999 }, START + 15 * DAY), 'it runs on').toBeGreaterThan(0)
})

test('the weight grows with the impressions that are owed, and as the time runs out', () => {
  const one = running()
  const late = START + 8 * DAY
  expect(weightOf({ ...one, delivered: 100 }, late)).toBeGreaterThan(weightOf({ ...one, delivered: 600 }, late))
  expect(weightOf(one, late)).toBeGreaterThan(weightOf(one, START + DAY))
})

test('equals are drawn alike', () => {
  const all = Array.from({ length: 20 }, () => running())
  const random = numbers()
  const counts = new Map(ids(all).map((id) => [id, 0]))
  for (let round = 0; round < 20_000; round++)
    for (const { id } of from(all, {}, 5, START, random).slice(0, 5)) counts.set(id, counts.get(id)! + 1)
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(300)
})

test('a producer has one promotion on a page, and the higher tier stands first', () => {
  const mine = Array.from({ length: 30 }, () => running({ ownerId: 7 }))
  const others = [running({ tier: 'premium' }), running({ tier: 'spotlight' }), running()]
  const drawn = from([...mine, ...others], {}, 4)
  expect(drawn.filter(({ ownerId }) => ownerId === 7)).toHaveLength(1)
  expect(drawn.slice(0, 2).map(({ tier }) => tier)).toEqual(['spotlight', 'premium'])
})

test('on a page that few promotions fit, those that owe most do not keep others out', () => {
  const standInTheList = Array.from({ length: 5 }, () => running({ guaranteed: 1_000_000 }))
  const others = Array.from({ length: 5 }, () => running())
  const ofOtherStyles = Array.from({ length: 100 }, () => running({ style: 'ny' }))
  for (let round = 1; round < 100; round++) {
    const all = [...standInTheList, ...others, ...ofOtherStyles]
    expect(ids(from(all, { styles: ['uk'] }, 5, START, numbers(round)))).toEqual(expect.arrayContaining(ids(others)))
  }
})

test.each([
  [50, 10],
  [51, 6],
])('of %i promotions %i are drawn for five places', (count, drawn) => {
  expect(from(Array.from({ length: count }, () => running()))).toHaveLength(drawn)
})

test.each([
  ['landing', ['premium', 'spotlight']],
  ['browse', ['premium', 'spotlight', 'standard']],
  ['charts', ['premium', 'spotlight']],
  ['style', ['premium', 'spotlight', 'standard']],
  ['search', ['spotlight']],
] as const)('%s draws the tiers that reach it', (place, tiers) => {
  const all = (['standard', 'premium', 'spotlight'] as const).map((tier) => running({ tier }))
  const drawn = from(all, { place })
  expect(drawn.map(({ tier }) => tier).toSorted()).toEqual(tiers)
})

test('kind, style and words of the page are met', () => {
  const [uk, ny, kit] = [running(), running({ style: 'ny', words: new Set(['bronx']) }), running({ kind: 'KIT' })]
  const all = [uk, ny, kit]
  expect(ids(from(all, { styles: ['ny'] }))).toEqual([ny.id])
  expect(ids(from(all, { kinds: ['KIT', 'PACK'] }))).toEqual([kit.id])
  expect(ids(from(all, { words: ['cold', 'harb'], kinds: ['BEAT'] }))).toEqual([uk.id])
  expect(from(all, { words: ['cold', 'bronx'] })).toEqual([])
})
