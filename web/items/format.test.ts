import { expect, test } from 'vitest'
import { shortDay } from '#web/ui/short-day.ts'
import { count, day, duration, exactly, fileSize, inWords, keyName, musicKey, price } from './format.ts'

test('prices have two decimals and separators of thousands', () => {
  expect([price(0), price(29.95), price(1234.5)]).toEqual(['$0.00', '$29.95', '$1,234.50'])
})
test('counts are short', () => {
  expect([count(0), count(999), count(1284), count(48_210), count(2_500_000)]).toEqual([
    '0',
    '999',
    '1.3k',
    '48.2k',
    '2.5m',
  ])
})
test('lengths are minutes and seconds; an invalid length is empty', () => {
  expect([duration(0), duration(59.6), duration(162), duration(3_661)]).toEqual(['0:00', '1:00', '2:42', '61:01'])
  expect([duration(null), duration(-1), duration(NaN), duration(Infinity)]).toEqual(['', '', '', ''])
})
test('keys have sharp and flat signs', () => {
  expect([musicKey('F#m'), musicKey('Bb'), musicKey('Am')]).toEqual(['F♯m', 'B♭', 'Am'])
})
test('keys have names in words', () => {
  expect([keyName('F#m'), keyName('Bb'), keyName('A')]).toEqual(['F♯ minor', 'B♭ major', 'A major'])
})
test('days, whole numbers and file sizes', () => {
  expect(day('2026-10-03T23:30:00.000Z')).toBe('Oct 3, 2026')
  expect([shortDay('2026-10-03T23:30:00.000Z'), shortDay('2026-10-03')]).toEqual(['Oct 3', 'Oct 3'])
  expect([0, 1, 10, 11, 1_200].map(inWords)).toEqual(['no', 'one', 'ten', '11', '1,200'])
  expect(exactly(48_210)).toBe('48,210')
  expect([0, 999, 1_000, 999_940, 999_999, 1_397_028, 24_000_000, 3_200_000_000].map(fileSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 KB',
    '999.9 KB',
    '1 MB',
    '1.4 MB',
    '24 MB',
    '3.2 GB',
  ])
})
