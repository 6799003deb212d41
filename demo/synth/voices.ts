import type { Random } from '#server/art/random.ts'
import {
  drive,
  envelope,
  filter,
  generate,
  level,
  mix,
  noise,
  SAMPLE_RATE,
  samplesIn,
  sawWave,
  settle,
  shape,
  sineWave,
  sweep,
  TURN,
  type Samples,
} from './signal.ts'

/** Plays one note of an instrument. It may ring longer than its seconds. */
type Voice = (frequency: number, seconds: number, random: Random) => Samples

const vibrato = (frequency: number, depth: number, rate: number) => (time: number) =>
  frequency * (1 + depth * Math.sin(TURN * rate * time) * Math.min(1, time * 2))

/** The tones of a struck object, as [multiple of the frequency, loudness, decay]. */
function struck(frequency: number, seconds: number, partials: [number, number, number][]): Samples {
  const samples = new Float32Array(samplesIn(seconds))
  for (const [multiple, gain, dying] of partials) {
    if (multiple * frequency < SAMPLE_RATE * 0.4) addRinging(samples, multiple * frequency, gain, dying)
  }
  return shape(samples, (t) => Math.min(1, t * 500))
}

/** A decaying sine. Each sample is computed from the two before it, many times faster than with Math.sin. */
function addRinging(samples: Samples, frequency: number, gain: number, dying: number) {
  const turn = (TURN * frequency) / SAMPLE_RATE
  const loss = Math.exp(-dying / SAMPLE_RATE)
  const [forward, back] = [2 * loss * Math.cos(turn), loss * loss]
  let before = 0
  let here = gain * loss * Math.sin(turn)
  for (let i = 1; i < samples.length; i++) {
    samples[i]! += here
    const next = forward * here - back * before
    before = here
    here = next
  }
}

/** Karplus-Strong synthesis: noise runs around a string and gets duller each time. */
function plucked(frequency: number, seconds: number, brightness: number, random: Random): Samples {
  const period = SAMPLE_RATE / frequency - 0.5 // the averaging below delays by half a sample
  const line = filter(noise(Math.ceil(period) / SAMPLE_RATE, random), 'lowpass', brightness)
  const samples = new Float32Array(samplesIn(seconds))
  const whole = Math.floor(period)
  const part = period - whole
  const at = (i: number) => (i < line.length ? (line[i] ?? 0) : samples[i]!)
  for (let i = 0; i < samples.length; i++) {
    if (i < line.length) samples[i] = line[i]!
    else {
      const here = at(i - whole) * (1 - part) + at(i - whole - 1) * part
      const before = at(i - whole - 1) * (1 - part) + at(Math.max(0, i - whole - 2)) * part
      samples[i] = 0.498 * (here + before)
    }
  }
  return shape(samples, envelope(0.002, seconds * 0.7, seconds * 0.3))
}

/** The same note three times, slightly out of tune. */
function sawStack(frequency: number, seconds: number, detune: number, random: Random): Samples {
  const player = (offset: number): [Samples, number] => {
    const [start, own] = [random.next(), frequency * 2 ** ((offset * detune) / 12)]
    return [generate(seconds, (t) => sawWave(own * t + start)), 0.33]
  }
  return mix(player(-1), player(0.1), player(0.9))
}

const bell: Voice = (frequency, seconds) =>
  generate(seconds + 1.4, (t) => {
    const strike = Math.sin(TURN * frequency * 3.01 * t) * 2.2 * Math.exp(-t * 4.5)
    return (
      Math.sin(TURN * frequency * t + strike) * Math.exp(-t * 2.6) +
      0.35 * Math.sin(TURN * frequency * 2 * t) * Math.exp(-t * 4)
    )
  })

const piano: Voice = (frequency, seconds) => {
  const partials = [1, 2, 3, 4, 5, 6].map((n): [number, number, number] => [
    n * Math.sqrt(1 + 0.0004 * n * n),
    1 / n ** 1.25,
    1.3 + n * 0.9,
  ])
  return shape(struck(frequency, seconds + 0.9, partials), (t) => (t < seconds ? 1 : Math.exp(-(t - seconds) * 6)))
}

const kalimba: Voice = (frequency, seconds, random) =>
  mix(
    [
      struck(frequency, seconds + 0.8, [
        [1, 1, 4],
        [2, 0.12, 6],
        [5.4, 0.3, 18],
        [8.9, 0.12, 30],
      ]),
      1,
    ],
    [shape(filter(noise(0.03, random), 'bandpass', 2_400, 1.5), (t) => Math.exp(-t * 150)), 0.25],
  )

const marimba: Voice = (frequency, seconds) =>
  struck(frequency, seconds + 0.6, [
    [1, 1, 5],
    [3.93, 0.35, 14],
    [9.2, 0.1, 30],
  ])

const glass: Voice = (frequency, seconds) =>
  shape(
    generate(seconds + 0.9, (t) => {
      const tremble = 1 + 0.18 * Math.sin(TURN * 4.2 * t)
      return (
        tremble *
        (Math.sin(TURN * frequency * t) +
          0.3 * Math.sin(TURN * frequency * 2.003 * t) +
          0.12 * Math.sin(TURN * frequency * 4.01 * t))
      )
    }),
    envelope(0.06, seconds, 0.9),
  )

const flute: Voice = (frequency, seconds, random) => {
  const pitch = vibrato(frequency, 0.0045, 5.1)
  const tone = sweep(seconds + 0.14, pitch, (p) => sineWave(p) + 0.25 * sineWave(2 * p) + 0.1 * sineWave(3 * p))
  const breath = filter(noise(seconds + 0.14, random), 'bandpass', frequency * 2, 3)
  return shape(mix([tone, 0.7], [breath, 0.18]), envelope(0.07, seconds, 0.14))
}

const strings: Voice = (frequency, seconds, random) =>
  shape(filter(sawStack(frequency, seconds + 0.35, 0.09, random), 'lowpass', 2_600, 0.8), envelope(0.16, seconds, 0.35))

const staccato: Voice = (frequency, seconds, random) => {
  const length = Math.min(seconds, 0.22)
  return shape(
    filter(sawStack(frequency, length + 0.25, 0.07, random), 'lowpass', 3_600, 0.9),
    envelope(0.02, length, 0.25),
  )
}

const brass: Voice = (frequency, seconds, random) => {
  const raw = drive(sawStack(frequency, seconds + 0.2, 0.06, random), 1.8)
  return shape(filter(filter(raw, 'lowpass', 1_700, 1.1), 'lowpass', 3_000), envelope(0.05, seconds, 0.2))
}

/** The vowel "ah": its formants make it sound like a voice. */
const FORMANTS = [
  [760, 5, 1],
  [1_180, 6, 0.6],
  [2_700, 7, 0.22],
] as const

function throat(raw: Samples): Samples {
  const open = FORMANTS.map(([frequency, q, gain]): [Samples, number] => [
    filter(raw.slice(), 'bandpass', frequency, q),
    gain,
  ])
  return mix(...open, [filter(raw, 'lowpass', 700), 0.35])
}

const choir: Voice = (frequency, seconds, random) =>
  shape(throat(sawStack(frequency, seconds + 0.4, 0.14, random)), envelope(0.22, seconds, 0.4))

/** A short piece of a voice that slides down to its note. */
const vox: Voice = (frequency, seconds, random) => {
  const length = Math.min(seconds, 0.3)
  const start = random.next()
  const raw = sweep(
    length + 0.12,
    (t) => frequency * (1 + 0.06 * Math.exp(-t * 30)),
    (p) => sawWave(p + start),
  )
  return shape(throat(raw), envelope(0.015, length, 0.12))
}

/** Slides up to its note and trembles there. */
const siren: Voice = (frequency, seconds) => {
  const pitch = vibrato(frequency, 0.012, 6)
  const raw = sweep(
    seconds + 0.1,
    (t) => pitch(t) * (1 - 0.12 * Math.exp(-t * 18)),
    (p) => sawWave(p) * 0.6 + 0.4 * Math.sign(sineWave(p)),
  )
  return shape(filter(raw, 'lowpass', 2_900, 1.4), envelope(0.02, seconds, 0.1))
}

const pluck: Voice = (frequency, seconds, random) => {
  const raw = sawStack(frequency, seconds + 0.3, 0.05, random)
  return shape(filter(raw, 'lowpass', 2_200, 1.6), (t) => Math.exp(-t * 7) * Math.min(1, t * 600))
}

const nylon: Voice = (frequency, seconds, random) => plucked(frequency, seconds + 1, 3_200, random)

const VOICES = {
  bell,
  piano,
  kalimba,
  marimba,
  glass,
  flute,
  strings,
  staccato,
  brass,
  choir,
  vox,
  siren,
  pluck,
  nylon,
} satisfies Record<string, Voice>

export type VoiceName = keyof typeof VOICES

/** The C of each instrument's usual octave, as a MIDI number. */
export const HOME_OCTAVE: Record<VoiceName, number> = {
  bell: 72,
  piano: 60,
  kalimba: 72,
  marimba: 60,
  glass: 72,
  flute: 72,
  strings: 60,
  staccato: 60,
  brass: 48,
  choir: 60,
  vox: 60,
  siren: 60,
  pluck: 60,
  nylon: 60,
}

/** Soft notes are duller. */
const [SOFTEST_TOP, LOUDEST_TOP] = [1_400, 9_000]

/** Makes all notes equally loud, so that parts can be balanced whatever instrument plays them. */
export function playNote(voice: VoiceName, frequency: number, seconds: number, random: Random, velocity = 1): Samples {
  const samples = VOICES[voice](frequency, seconds, random)
  const heard =
    velocity < 1 ? filter(samples, 'lowpass', SOFTEST_TOP + (LOUDEST_TOP - SOFTEST_TOP) * velocity) : samples
  return level(settle(heard), 0.7)
}
