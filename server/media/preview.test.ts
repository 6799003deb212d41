import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scratchFolder, sine } from '#test/sounds.ts'
import { collectBlocks, cutBlock, type AudioBlock } from './audio.ts'
import { Biquad } from './biquad.ts'
import { decode } from './decode.ts'
import { measure } from './loudness.ts'
import { makePreview } from './preview.ts'
import { stingerAt } from './stinger.ts'
import { writeWav } from './wav.ts'

const file = scratchFolder()

/** The level below 300 Hz of a part. The beat here is a bass, the tag is not. */
function bassLevel({ sampleRate, channels }: AudioBlock, from: number, to: number) {
  const filters = [1, 2, 3].map(() => new Biquad('lowpass', 200, sampleRate))
  const samples = filters.reduce((sound, filter) => filter.run(sound), channels[0]!.slice())
  return measure(cutBlock({ sampleRate, channels: [samples] }, from * sampleRate, to * sampleRate)).rmsDb
}

test('a preview is short and small, and gets quieter under its tag at 2 s and every 12 s', async () => {
  const path = await file('preview.mp3')
  await makePreview([sine(100, 60), sine(100, 60)], path)
  const sound = await collectBlocks(decode(path))
  expect(measure(sound).seconds).toBeGreaterThan(89.9)
  expect(measure(sound).seconds).toBeLessThan(90.2)
  expect((await stat(path)).size / ((90 * 128_000) / 8)).toBeCloseTo(1, 1)
  const open = bassLevel(sound, 8, 10)
  for (const at of [2, 14, 26, 74]) expect(open - bassLevel(sound, at + 0.3, at + 0.9)).toBeGreaterThan(3)
  for (const at of [0.5, 6, 13, 30]) expect(Math.abs(open - bassLevel(sound, at, at + 0.8))).toBeLessThan(0.5)
  expect(bassLevel(sound, 89.7, 90)).toBeLessThan(open - 10)
})

test('the tag of a beat whose tempo is known speaks on the downbeat of every sixteenth bar', async () => {
  const path = await file('bars.mp3')
  await makePreview([sine(100, 60)], path, { bpm: 120 })
  const sound = await collectBlocks(decode(path))
  const open = bassLevel(sound, 8, 10)
  for (const at of [2, 34]) expect(open - bassLevel(sound, at + 0.3, at + 0.8)).toBeGreaterThan(3)
  for (const at of [14, 26, 50]) expect(Math.abs(open - bassLevel(sound, at, at + 0.8))).toBeLessThan(0.5)
})

test('a preview is as loud as its sound, or quieter if that is asked for', async () => {
  const rmsAt = async (name: string, gain?: number) => {
    const path = await file(name)
    await makePreview([sine(1_000, 6)], path, { hasTag: false, ...(gain && { gain }) })
    return measure(cutBlock(await collectBlocks(decode(path)), 44_100, 4 * 44_100)).rmsDb
  }
  const own = measure(sine(1_000, 6)).rmsDb
  expect(await rmsAt('own-level.mp3')).toBeCloseTo(own, 0)
  expect(await rmsAt('quieter.mp3', 0.5)).toBeCloseTo(own - 6, 0)
})

test('the tag can be heard', async () => {
  const path = await file('tag.mp3')
  await makePreview([sine(100, 6, { level: 0.001 })], path)
  const sound = await collectBlocks(decode(path))
  const level = (from: number, to: number) => measure(cutBlock(sound, from * 44_100, to * 44_100)).rmsDb
  expect(level(2.1, 2.8)).toBeGreaterThan(-27)
  expect(level(0.5, 1.5)).toBeLessThan(-55)
  expect(level(4, 5)).toBeLessThan(-55)
})

test('a preview without a tag is the music alone', async () => {
  const path = await file('untagged.mp3')
  await makePreview([sine(100, 6, { level: 0.001 })], path, { hasTag: false })
  const sound = await collectBlocks(decode(path))
  expect(measure(cutBlock(sound, 2.1 * 44_100, 2.8 * 44_100)).rmsDb).toBeLessThan(-55)
})

test('a preview can have the producer’s own tag at any sample rate', async () => {
  const tag = await file('own.wav')
  await writeWav(tag, sine(400, 1, { sampleRate: 22_050, channels: 1 }))
  const path = await file('own.mp3')
  await makePreview([sine(100, 5, { sampleRate: 48_000, level: 0.001 })], path, { tag })
  const sound = await collectBlocks(decode(path))
  expect(sound.sampleRate).toBe(48_000)
  expect(measure(cutBlock(sound, 2.2 * 48_000, 2.9 * 48_000)).peakDb).toBeCloseTo(-6, 0)
})

test('the stinger is short and never clips', () => {
  const { seconds, peakDb } = measure({ sampleRate: 44_100, channels: [stingerAt(44_100)] })
  expect(seconds).toBeLessThan(1.5)
  expect(peakDb).toBeLessThan(-0.5)
  expect(peakDb).toBeGreaterThan(-12)
})
