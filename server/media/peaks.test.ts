import { expect, test } from 'vitest'
import { sine } from '#test/sounds.ts'
import { cutBlock, type AudioBlock } from './audio.ts'
import { measure } from './loudness.ts'
import { miniWave, PeakMeter } from './peaks.ts'

function peaksOf(...blocks: AudioBlock[]) {
  const meter = new PeakMeter()
  for (const block of blocks) meter.add(block)
  return meter.finish()
}
const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length

test('a bass fills both bands, a whistle only the full one', () => {
  const bass = peaksOf(sine(50, 10))
  expect(bass.full).toHaveLength(600)
  expect(mean(bass.full)).toBeGreaterThan(250)
  expect(mean(bass.low)).toBeGreaterThan(230)
  const whistle = peaksOf(sine(2_000, 10))
  expect(mean(whistle.full)).toBeGreaterThan(250)
  expect(mean(whistle.low)).toBeLessThan(3)
})

test('quiet and loud parts appear in their places, however the sound is cut into blocks', () => {
  const parts = [sine(200, 5, { level: 0.1 }), sine(200, 5, { level: 0.8 })]
  const { full } = peaksOf(...parts)
  expect(full[100]! / full[500]!).toBeCloseTo(0.125, 1)
  const pieces = parts.flatMap((part) => [cutBlock(part, 0, 1_001), cutBlock(part, 1_001, Infinity)])
  expect(peaksOf(...pieces)).toEqual(peaksOf(...parts))
})

test('a silent, empty or very short sound has peaks too', () => {
  expect(peaksOf(sine(440, 0.1)).full).toHaveLength(600)
  expect(mean(peaksOf(sine(440, 1, { level: 0 })).full)).toBe(0)
  expect(mean(peaksOf().full)).toBe(0)
})

test('the small wave: 48 bars of each band', () => {
  const mini = miniWave(peaksOf(sine(50, 4, { level: 0.2 }), sine(1_000, 4)))
  expect(mini).toHaveLength(96)
  expect(mini[10]).toBeLessThan(mini[40]!)
  expect(mini[48 + 10]).toBeGreaterThan(mini[48 + 40]!)
})

test('silence differs from quiet sound', () => {
  expect(measure(sine(440, 1, { level: 0.001 })).isSilent).toBe(true)
  expect(measure(sine(440, 1, { level: 0.02 })).isSilent).toBe(false)
  expect(measure(sine(440, 2, { level: 0.5 })).rmsDb).toBeCloseTo(-9.03, 1)
})

test('sound that is louder than a file can say is counted as clips, also across blocks and by channel', () => {
  const block = (...samples: number[]) => ({ sampleRate: 44_100, channels: [Float32Array.from(samples)] })
  expect(measure(block(0.2, 1, 1, 0.3, -1, -1, -1, -1, 0)).clips).toBe(1)
  expect(measure(block(0, 1, 1), block(1, 0)).clips).toBe(1)
  expect(measure(sine(440, 1, { level: 0.9 })).clips).toBe(0)
  const [left, right] = [Float32Array.from([1, 1, 0]), Float32Array.from([0, 0, 1])]
  expect(measure({ sampleRate: 44_100, channels: [left, right] }).clips).toBe(0)
})
