import { expect, test } from 'vitest'
import { nameFault, percentFault, pointsIn, restOf, splitIn, startOf, type SplitValues } from './split-values.ts'
import { splitWords } from './split-words.ts'

test('percentages of at most two decimals are basis points', () => {
  expect(['33.33', ' 5 ', '12,5 %', '0.01', '99.99'].map(pointsIn)).toEqual([3_333, 500, 1_250, 1, 9_999])
  for (const odd of ['', '100', '33.333', '-1', '1e1', 'ten', undefined]) expect(pointsIn(odd)).toBeNull()
})

const { start } = startOf(null)

test('the owner keeps what the others leave, and empty rows are left out', () => {
  const values: SplitValues = { ...start, name0: 'ada', percent0: '33.33', name2: 'ben', percent2: '5' }
  expect(restOf(values)).toBe(6_167)
  expect(splitIn(values)).toEqual({
    ownPoints: 6_167,
    people: [
      { handle: 'ada', points: 3_333 },
      { handle: 'ben', points: 500 },
    ],
  })
  expect([0, 1, 2].map((row) => nameFault(row)(values[`name${row}`]!, values))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('faults stand at their fields', () => {
  expect(nameFault(0)('', start)).toBe('Give a name.')
  expect(percentFault(0)('', start)).toBeUndefined()
  expect(nameFault(1)('', { ...start, percent1: '5' })).toBe('Give a name.')
  expect(percentFault(0)('0', { ...start, name0: 'ada', percent0: '0' })).toBe('Give 0.01 to 99.99.')
  const all = { ...start, name0: 'ada', percent0: '60', name1: 'ben', percent1: '40' }
  expect(percentFault(1)('40', all)).toBe('Leave something for yourself.')
})

test('a form begins with the people of the present version who have not left', () => {
  const person = (id: number, displayName: string) => ({ id, displayName, avatarUrl: null })
  const people = [
    { person: person(1, 'ada'), points: 2_550, state: 'left' as const },
    { person: person(2, 'ben'), points: 1_000, state: 'accepted' as const },
  ]
  const version = { id: 1, number: 1, ownPoints: 9_000, people, isDeclined: false, proposedAt: '2026-11-25T00:00:00Z' }
  expect(startOf(version)).toMatchObject({ rows: [0], start: { name0: 'ben', percent0: '10', name1: '' } })
})

test('the dashboard says what an offer waits for', () => {
  const proposal = { accepted: 1, people: 3, isDeclined: false }
  expect(splitWords({ split: { points: null, proposal } })).toMatchObject({
    what: 'Waiting for 2 of 3 to accept a share.',
    why: 'It can’t be bought until then.',
  })
  expect(splitWords({ split: { points: 9_000, proposal: { ...proposal, isDeclined: true } } })).toMatchObject({
    isBad: false,
    why: 'The present shares go on until you offer others.',
  })
  expect(splitWords({ split: { points: 9_000, proposal: null } })).toBeNull()
})
