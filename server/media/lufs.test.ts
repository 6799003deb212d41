import { expect, test } from 'vitest'
import { sine } from '#test/sounds.ts'
import type { AudioBlock } from './audio.ts'
import { LufsMeter } from './lufs.ts'

function lufs(...blocks: AudioBlock[]) {
  const meter = new LufsMeter()
  for (const block of blocks) meter.add(block)
  return meter.finish()
}
const tone = (db: number, seconds = 5, over = {}) => sine(1_000, seconds, { level: 10 ** (db / 20), ...over })

test.each([44_100, 48_000, 96_000])('a tone of -23 dB in both channels has -23 LUFS at %d Hz', (sampleRate) => {
  expect(lufs(tone(-23, 5, { sampleRate }))).toBeCloseTo(-23, 1)
})

test('a tone in one channel is half as loud', () => {
  expect(lufs(tone(0, 5, { channels: 1 }))).toBeCloseTo(-3, 1)
})

test('quiet parts don’t count, and bass counts less than a voice', () => {
  expect(lufs(tone(-20), tone(-60, 20))).toBeCloseTo(-20, 0)
  expect(lufs(sine(50, 5, { level: 0.1 }))!).toBeLessThan(lufs(sine(500, 5, { level: 0.1 }))! - 1.5)
})

test('silence and a tenth of a second have no loudness', () => {
  expect(lufs(tone(-100))).toBeNull()
  expect(lufs(tone(0, 0.1))).toBeNull()
})
