import { expect, test } from 'vitest'
import { speedMeter, timeLeft } from './speed.ts'

test.for([
  [100, 1_000, '1 s left'],
  [4_000, 1_000, '4 s left'],
  [59_001, 1_000, '1 min left'],
  [61_000, 1_000, '2 min left'],
  [3_600_000, 1_000, '1 h left'],
  [3_900_000, 1_000, '1 h 5 min left'],
  [1_000, 0, ''],
] as const)('%d bytes at %d a second are %s', ([bytes, speed, words]) => {
  expect(timeLeft(bytes, speed)).toBe(words)
})

test('the speed is that of the last five seconds, and a pause does not count', () => {
  let now = 0
  const meter = speedMeter(() => now)
  expect(meter.speedAt(0)).toBe(0)
  now = 1_000
  expect(meter.speedAt(1_000)).toBe(1_000)
  now = 4_000
  expect(meter.speedAt(10_000)).toBe(2_500)
  now = 6_500
  expect(meter.speedAt(20_000)).toBe(4_000)
  now = 60_000
  meter.restart()
  expect(meter.speedAt(20_000)).toBe(0)
  now = 61_000
  expect(meter.speedAt(20_500)).toBe(500)
})
