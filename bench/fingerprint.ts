// Measures how well copies of a beat are recognized by their sound. `npm run bench:fingerprint -- --beats 500 --altered 25`
// Beats come from the demo's synthesizer, in groups that share style, tempo and key. The last fifth is one such group.
// Some of them are altered in every way that must be found, and looked for among all beats as the server does it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LINES } from '#contract/line.ts'
import { renderBeat } from '#demo/synth/mix.ts'
import type { AudioBlock } from '#server/media/audio.ts'
import { decode } from '#server/media/decode.ts'
import { fingerprintOf } from '#server/media/fingerprint.ts'
import { unpackLandmarks, type Landmarks } from '#server/media/landmarks.ts'
import { ALIKE, compareSounds, COPY, LEAST_SHARED } from '#server/media/same-sound.ts'
import { writeWav } from '#server/media/wav.ts'
import { cutEnds, faster, higher, louder, throughMp3 } from '#test/altered-sounds.ts'

const { values } = parseArgs({
  options: { beats: { type: 'string', default: '500' }, altered: { type: 'string', default: '25' } },
})
const BEATS = Number(values.beats)
const ALTERED = Math.min(BEATS, Number(values.altered))
const BARS = 10 // about 19 seconds
const GROUP = 5
const SLOWEST = 128 // BPM
const TEMPI = 31
const NOTES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B']
const SAY_EVERY = 50
const TARGET = 0.95

type Known = { landmarks: Landmarks; keys: number[] }
type Copy = Known & { original: number }

const folder = await mkdtemp(join(tmpdir(), 'slide-bench-fingerprint-'))
const mp3 = (sound: AudioBlock) => throughMp3(sound, 128, folder)
const alterations: Record<string, (sound: AudioBlock) => AudioBlock | Promise<AudioBlock>> = {
  'MP3 of 128 kbit/s': mp3,
  '12 dB quieter, MP3': (sound) => mp3(louder(sound, -12)),
  '6 dB louder, clipped, MP3': (sound) => mp3(louder(sound, 6)),
  '1 % faster and higher, MP3': (sound) => mp3(faster(sound, 1.01)),
  '1 % slower and lower, MP3': (sound) => mp3(faster(sound, 0.99)),
  '1 % higher in the same tempo, MP3': (sound) => mp3(higher(sound, 1.01)),
  '1 % lower in the same tempo, MP3': (sound) => mp3(higher(sound, 0.99)),
  'ends cut, 12 s left, MP3': (sound) => mp3(cutEnds(sound, 4, 16)),
  'cut, 0.6 % faster, 4 dB quieter, MP3': (sound) => mp3(louder(faster(cutEnds(sound, 2, 16), 1.006), -4)),
}

try {
  await printCost()
  const beats: Known[] = []
  const index = new Map<number, number[]>()
  const copies = new Map(Object.keys(alterations).map((name) => [name, [] as Copy[]]))
  const originals = new Set(Array.from({ length: ALTERED }, (_, nth) => Math.floor((nth * BEATS) / ALTERED)))
  for (let number = 0; number < BEATS; number++) {
    const sound = soundOf(number)
    const beat = await known(sound)
    for (const key of beat.keys) index.set(key, [...(index.get(key) ?? []), number])
    beats.push(beat)
    if (originals.has(number))
      for (const [name, alter] of Object.entries(alterations))
        copies.get(name)!.push({ ...(await known(await alter(sound))), original: number })
    if (number % SAY_EVERY === SAY_EVERY - 1) console.log(`${number + 1} of ${BEATS} beats`)
  }
  /** The scores of all beats that the server would compare. */
  const scoresOf = ({ keys, landmarks }: Known, without: number) => {
    const shared = new Map<number, number>()
    for (const key of keys) for (const number of index.get(key) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1)
    const near = [...shared].filter(([number, count]) => count >= LEAST_SHARED && number !== without)
    return near.map(([number]) => ({ number, score: compareSounds(landmarks, beats[number]!.landmarks)?.score ?? 0 }))
  }

  const strangers = beats.flatMap((beat, number) => scoresOf(beat, number).map(({ score }) => score))
  const [found, falseOnes] = lookForCopies(copies, scoresOf)
  const wrong = [...strangers, ...falseOnes]
  const count = (least: number) => wrong.filter((score) => score >= least).length
  const share = found.filter((score) => score >= COPY).length / found.length
  console.log(`\n${percent(share)} of ${found.length} altered copies are found; the weakest scores ${least(found)}`)
  console.log(
    `${count(COPY)} false matches among ${BEATS} beats and ${found.length} copies; ${count(ALIKE)} to listen to`,
  )
  console.log(`The highest score of two different beats is ${Math.max(0, ...wrong).toFixed(2)}, a copy’s least ${COPY}`)
  process.exitCode = share >= TARGET && count(COPY) === 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}

/** Gives the scores of copies with their originals, and with other beats. */
function lookForCopies(
  altered: Map<string, Copy[]>,
  scoresOf: (sound: Known, without: number) => { number: number; score: number }[],
) {
  const right: number[] = []
  const wrong: number[] = []
  for (const [name, copies] of altered) {
    const scores = copies.map((copy) => {
      const all = scoresOf(copy, -1)
      wrong.push(...all.filter(({ number }) => number !== copy.original).map(({ score }) => score))
      return all.find(({ number }) => number === copy.original)?.score ?? 0
    })
    const passed = scores.filter((score) => score >= COPY).length
    console.log(`${passed} of ${copies.length} found: ${name}; the weakest scores ${least(scores)}`)
    right.push(...scores)
  }
  return [right, wrong] as const
}

async function known(sound: AudioBlock): Promise<Known> {
  const { keys, landmarks } = await fingerprintOf([sound])
  return { keys, landmarks: unpackLandmarks(landmarks) }
}

function soundOf(number: number) {
  const group = number >= BEATS * 0.8 ? 2 : Math.floor(number / GROUP)
  const bpm = SLOWEST + ((group * 7) % TEMPI)
  const key = `${NOTES[(group * 5) % NOTES.length]!}m` // drill is minor
  return renderBeat({ seed: `fingerprint ${number}`, line: LINES[group % LINES.length]!, bpm, key, bars: BARS }).master
}

async function printCost() {
  const path = join(folder, 'master.wav')
  await writeWav(path, renderBeat({ seed: 'three minutes', line: 'uk', bpm: 140, key: 'F#m', bars: 104 }).master)
  const before = process.cpuUsage()
  const { keys, landmarks, durationMs } = await fingerprintOf(decode(path))
  const { user, system } = process.cpuUsage(before)
  const seconds = ((user + system) / 1e6).toFixed(2)
  console.log(
    `${seconds} processor seconds for a WAV of ${Math.round(durationMs / 1000)} s, with decoding: ` +
      `${keys.length} keys, ${landmarks.length} bytes of landmarks`,
  )
}

function percent(part: number) {
  return `${(part * 100).toFixed(1)} %`
}

function least(scores: readonly number[]) {
  return Math.min(...scores).toFixed(2)
}
