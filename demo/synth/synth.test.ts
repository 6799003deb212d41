import { describe, expect, test } from 'vitest'
import { LINES } from '#contract/line.ts'
import { Analyser } from '#server/media/analyse.ts'
import { cutBlock, mixToMono, type AudioBlock } from '#server/media/audio.ts'
import { measure } from '#server/media/loudness.ts'
import { PeakMeter } from '#server/media/peaks.ts'
import { makeKitSounds, type KitType } from './kit-sounds.ts'
import { writeScore } from './arrangement.ts'
import { toMidi } from './midi.ts'
import { renderBeat } from './mix.ts'
import { filter } from './signal.ts'
import { truePeaks } from './true-peak.ts'

const BARS = 12 // the fewest bars that have all parts

function bandLevel(block: AudioBlock, low: number, high: number) {
  const mono = filter(filter(mixToMono(block), 'highpass', low), 'lowpass', high)
  return measure({ sampleRate: block.sampleRate, channels: [mono] }).rmsDb
}

const bySecond = (peaks: Float32Array) =>
  Array.from({ length: Math.ceil(peaks.length / 44_100) }, (_, second) =>
    Math.max(...peaks.subarray(second * 44_100, (second + 1) * 44_100)),
  )

describe('a beat', () => {
  test.each(LINES.map((line, index) => [line, 136 + index] as const))('of %s at %d BPM', (line, bpm) => {
    const { master, stems } = renderBeat({ seed: `test ${line}`, line, bpm, key: 'F#m', bars: BARS })
    const { seconds, peakDb, rmsDb } = measure(master)
    expect(seconds).toBeCloseTo((BARS * 4 * 60) / bpm + 2, 1)
    expect(peakDb).toBeGreaterThan(-3)
    for (const side of master.channels)
      expect(Math.max(...bySecond(truePeaks(side)))).toBeLessThanOrEqual(10 ** (-1 / 20))
    expect(rmsDb).toBeGreaterThan(-14)
    expect(rmsDb).toBeLessThan(-7)
    const analyser = new Analyser()
    analyser.add(master)
    expect(analyser.finish().bpm[0]?.value).toBe(bpm)
    for (const stem of Object.values(stems)) {
      const heard = measure(stem)
      expect(heard.isSilent).toBe(false)
      expect(heard.peakDb).toBeLessThan(0)
      expect(heard.seconds).toBeCloseTo(seconds, 3)
    }
    expect(bandLevel(stems.bass, 30, 130)).toBeGreaterThan(-24)
    expect(bandLevel(stems.drums, 6_000, 16_000)).toBeGreaterThan(-45)
  })

  test('is the same for the same seed, and different for another', () => {
    const recipe = { seed: 'twice', line: 'uk', bpm: 142, key: 'Am', bars: BARS } as const
    const sound = (seed: string) => Buffer.from(renderBeat({ ...recipe, seed }).master.channels[0]!.buffer)
    const first = sound('twice')
    expect(first.equals(sound('twice'))).toBe(true)
    expect(first.equals(sound('once'))).toBe(false)
  })

  test('is arranged as a song when it is long enough', () => {
    const recipe = { seed: 'long', line: 'uk', bpm: 142, key: 'Am', bars: 40 } as const
    const { sections } = writeScore(recipe)
    const parts = sections.filter((section, bar) => section !== sections[bar - 1])
    expect(parts).toEqual(['intro', 'hook', 'verse', 'hook', 'bridge', 'outro'])
    expect(sections).toHaveLength(40)
  })

  test('has another rhythm of the 808 than most beats of its style', () => {
    const starts = Array.from({ length: 8 }, (_, seed) =>
      writeScore({ seed: `beat ${seed}`, line: 'ny', bpm: 142, key: 'Am', bars: 32 }).patterns.map(({ bass }) =>
        bass.map(({ at }) => at).join(' '),
      ),
    )
    expect(new Set(starts.map((bars) => bars.join('/'))).size).toBeGreaterThanOrEqual(7)
  })

  test('has an intro without bass and a drop with it', () => {
    const { master } = renderBeat({ seed: 'shape', line: 'ny', bpm: 144, key: 'Cm', bars: 20 })
    const bar = (4 * 60) / 144
    const bars = (from: number, to: number) => cutBlock(master, from * bar * 44_100, to * bar * 44_100)
    expect(bandLevel(bars(4, 8), 30, 130) - bandLevel(bars(0, 2), 30, 130)).toBeGreaterThan(12)
    const meter = new PeakMeter()
    meter.add(master)
    const { low } = meter.finish()
    expect(Math.max(...low.subarray(0, 30))).toBeLessThan(Math.max(...low) / 2)
  })
})

test.each(['Drum Kit', 'Loop Kit', 'MIDI Kit', 'Construction Kit', 'FX Kit', 'One-Shots'] satisfies KitType[])(
  'a %s contains many sounds, none of them silent, each with its own name',
  (type) => {
    const sounds = makeKitSounds({ seed: 'test', type, line: 'uk' })
    expect(sounds.length).toBeGreaterThanOrEqual(8)
    expect(new Set(sounds.map(({ path }) => path)).size).toBe(sounds.length)
    for (const { sound, path, bytes } of sounds) {
      const heard = measure(sound)
      expect(heard.isSilent).toBe(false)
      expect(heard.peakDb).toBeLessThanOrEqual(0)
      expect(bytes.toString('latin1', 0, 4)).toBe(path.endsWith('.mid') ? 'MThd' : 'RIFF')
    }
  },
)

test('the 808s of a kit say their notes', () => {
  const sounds = makeKitSounds({ seed: 'test', type: 'Drum Kit', line: 'uk' })
  const keys = sounds.filter(({ path }) => path.startsWith('808s/')).map(({ key }) => key)
  expect(keys).toEqual(['E', 'F#', 'G#', 'A#', 'C'])
})

test('a MIDI file says its tempo and ends every note it begins', () => {
  const midi = toMidi(
    [
      { at: 0, length: 4, midi: 60, velocity: 100 },
      { at: 4, length: 300, midi: 64, velocity: 90 },
    ],
    140,
  )
  expect(midi.toString('latin1', 0, 4)).toBe('MThd')
  expect(midi.readUInt32BE(18)).toBe(midi.length - 22)
  expect(midi.readUIntBE(26, 3)).toBe(Math.round(60_000_000 / 140))
  const [start, end] = [midi.indexOf(Buffer.from([0x90, 64, 90])), midi.indexOf(Buffer.from([0x80, 64, 0]))]
  expect(start).toBeGreaterThan(0)
  // 300 sixteenths are 7,200 ticks, which takes two bytes of seven bits
  expect(Array.from(midi.subarray(end - 2, end))).toEqual([0x80 | (7_200 >> 7), 7_200 & 0x7f])
  expect(Array.from(midi.subarray(-3))).toEqual([0xff, 0x2f, 0])
})
