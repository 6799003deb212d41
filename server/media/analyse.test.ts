import { describe, expect, test } from 'vitest'
import { noise, sine } from '#test/sounds.ts'
import { Analyser } from './analyse.ts'
import type { AudioBlock } from './audio.ts'

const SAMPLE_RATE = 44_100
const DRILL_HATS = [0, 3, 6, 8, 11, 14]

function analyse(...blocks: AudioBlock[]) {
  const analyser = new Analyser()
  for (const block of blocks) analyser.add(block)
  return analyser.finish()
}

/** Twelve bars of kick, snare on the third beat and skipping hats. */
function drums(bpm: number): AudioBlock {
  const step = 60 / bpm / 4
  const samples = new Float32Array(Math.round(12 * 16 * step * SAMPLE_RATE))
  const hiss = noise(4_000)
  const hit = (at: number, sound: (i: number) => number) => {
    const start = Math.round(at * step * SAMPLE_RATE)
    for (let i = 0; i < 4_000 && start + i < samples.length; i++) samples[start + i]! += sound(i)
  }
  for (let bar = 0; bar < 12; bar++) {
    for (const at of [0, 10])
      hit(bar * 16 + at, (i) => 0.8 * Math.sin((2 * Math.PI * 55 * i) / SAMPLE_RATE) * Math.exp(-i / 1_500))
    hit(bar * 16 + 8, (i) => 0.6 * hiss[i]! * Math.exp(-i / 900))
    for (const at of DRILL_HATS) hit(bar * 16 + at, (i) => 0.25 * hiss[i]! * Math.exp(-i / 200))
  }
  return { sampleRate: SAMPLE_RATE, channels: [samples] }
}

describe('tempo', () => {
  test.each([97, 136, 140, 143, 150])('%d beats a minute', (bpm) => {
    expect(analyse(drums(bpm)).bpm[0]?.value).toBe(bpm)
  })
  test('alternatives follow the best one, each less certain', () => {
    const [best, ...others] = analyse(drums(140)).bpm
    expect(best!.confidence).toBeGreaterThan(0.05)
    expect(best!.confidence).toBeLessThanOrEqual(1)
    expect(others.map(({ value }) => value)).toContain(70)
    for (const { confidence } of others) expect(confidence).toBeLessThanOrEqual(best!.confidence)
  })
  test('a sound without a beat has no tempo', () => {
    expect(analyse(sine(440, 20)).bpm).toEqual([])
    expect(analyse(sine(440, 1)).bpm).toEqual([])
  })
})

describe('key', () => {
  const chord = (...frequencies: number[]): AudioBlock => {
    const tones = frequencies.map((frequency) => sine(frequency, 3, { level: 0.2, channels: 1 }).channels[0]!)
    return {
      sampleRate: SAMPLE_RATE,
      channels: [tones[0]!.map((_, i) => tones.reduce((sum, tone) => sum + tone[i]!, 0))],
    }
  }
  test('chords of A minor', () => {
    const [am, dm, e] = [chord(110, 440, 523.3, 659.3), chord(146.8, 587.3, 349.2, 440), chord(82.4, 659.3, 392, 493.9)]
    const [best, ...others] = analyse(am, dm, e, am).key
    expect(best?.value).toBe('Am')
    const all = [best!, ...others].map(({ confidence }) => confidence)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    expect(all.reduce((sum, confidence) => sum + confidence)).toBeLessThanOrEqual(1.01)
  })
  test('silence has no key', () => expect(analyse(sine(440, 5, { level: 0 })).key).toEqual([]))
})
