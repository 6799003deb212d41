import { expect, test } from 'vitest'
import { KEYS } from '#contract/filter-values.ts'
import { compatibleKeys, keyNumber } from './keys.ts'

const neighbours = (key: string) =>
  compatibleKeys(keyNumber(key)!)
    .map((number) => KEYS[number])
    .toSorted((a, b) => a!.localeCompare(b!))

test('a key mixes with the keys a fifth up and down and with its relative key', () => {
  expect(neighbours('Am')).toEqual(['Am', 'C', 'Dm', 'Em'])
  expect(neighbours('C')).toEqual(['Am', 'C', 'F', 'G'])
  expect(neighbours('F#m')).toEqual(['A', 'Bm', 'C#m', 'F#m'])
})
test('a flat is the same key as its sharp', () => {
  expect(keyNumber('Bbm')).toBe(keyNumber('A#m'))
  expect(keyNumber('Gb')).toBe(keyNumber('F#'))
  expect([keyNumber('H'), keyNumber(null), keyNumber('')]).toEqual([null, null, null])
})
