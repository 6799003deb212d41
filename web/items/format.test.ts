import { expect, test } from 'vitest'
import { count, duration, musicKey, price } from './format.ts'

test('prices have two decimals and their thousands', () => {
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
test('lengths are minutes and seconds; what is none is not shown', () => {
  expect([duration(0), duration(59.6), duration(162), duration(3_661)]).toEqual(['0:00', '1:00', '2:42', '61:01'])
  expect([duration(null), duration(-1), duration(NaN), duration(Infinity)]).toEqual(['', '', '', ''])
})
test('keys wear their signs', () => {
  expect([musicKey('F#m'), musicKey('Bb'), musicKey('Am')]).toEqual(['F♯m', 'B♭', 'Am'])
})
