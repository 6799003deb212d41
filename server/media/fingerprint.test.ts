import { beforeAll, expect, test } from 'vitest'
import { cutEnds, drillBeat, faster, higher, louder, throughMp3 } from '#test/altered-sounds.ts'
import { scratchFolder, sine } from '#test/sounds.ts'
import type { AudioBlock } from './audio.ts'
import { compareFingerprints, fingerprintOf, type Fingerprint } from './fingerprint.ts'
import { packLandmarks, unpackLandmarks } from './landmarks.ts'
import { ALIKE, COPY, LEAST_SHARED } from './same-sound.ts'

const BARS = 12

const scratch = scratchFolder()
let original: AudioBlock
let stored: Fingerprint
beforeAll(async () => {
  original = drillBeat('original', BARS)
  stored = await fingerprintOf([original])
})

const compare = (one: Fingerprint, other: Fingerprint) =>
  compareFingerprints({ one: one.landmarks, others: [other.landmarks] })[0]!
const sharedKeys = (one: Fingerprint, other: Fingerprint) => one.keys.filter((key) => other.keys.includes(key)).length

const copies: Record<string, () => AudioBlock | Promise<AudioBlock>> = {
  'encoded as an MP3': async () => throughMp3(original, 128, await scratch('')),
  'made quieter': () => louder(original, -12),
  'made louder until it clips': () => louder(original, 6),
  'played 1 % faster': () => faster(original, 1.01),
  'played 1 % slower': () => faster(original, 0.99),
  'pitched 1 % up': () => higher(original, 1.01),
  'pitched 1 % down': () => higher(original, 0.99),
  'cut at both ends': () => cutEnds(original, 3, 14),
}

test.each(Object.keys(copies))('a beat that was %s is found as a copy', async (name) => {
  const copy = await fingerprintOf([await copies[name]!()])
  expect(sharedKeys(copy, stored)).toBeGreaterThanOrEqual(LEAST_SHARED)
  expect(compare(copy, stored)?.score).toBeGreaterThan(COPY)
})

test('other beats in the same style, tempo and key are no copies', async () => {
  for (const seed of ['second', 'third', 'fourth']) {
    const score = compare(await fingerprintOf([drillBeat(seed, BARS)]), stored)?.score ?? 0
    expect(score).toBeLessThan(ALIKE)
  }
})

test('a copy says where the same sound is in both, and for how long', async () => {
  const part = await fingerprintOf([faster(cutEnds(original, 6, 17), 1.01)])
  const same = compare(part, stored)!
  expect(same.ratio).toBeCloseTo(1.01, 2)
  expect(same.offsetMs / 1_000).toBeCloseTo(6, 0)
  expect(same.fromMs).toBeLessThan(500)
  expect(same.sameMs / 1_000).toBeCloseTo(part.durationMs / 1_000, 0)
})

test('a steady tone is a copy of nothing: it has too few landmarks', async () => {
  const [one, other] = [await fingerprintOf([sine(440, 8)]), await fingerprintOf([sine(441, 8)])]
  expect(compare(one, other)).toBeNull()
  expect(one.durationMs).toBe(8_000)
})

test('landmarks are the same after they were packed', () => {
  const landmarks = unpackLandmarks(stored.landmarks)
  expect(landmarks.times.length).toBeGreaterThan(200)
  expect(unpackLandmarks(packLandmarks(landmarks))).toEqual(landmarks)
})
