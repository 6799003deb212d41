import { Random } from '#server/art/random.ts'
import type { Line } from '#contract/line.ts'
import { NOTE_NAMES } from '#server/media/key.ts'
import { slide808 } from './bass.ts'
import { clap, cymbal, handDrum, hat, impact, kick, logDrum, rim, riser, shaker, snare } from './drums.ts'
import { envelope, filter, frequencyOf, level, noise, SAMPLE_RATE, settle, shape, type Samples } from './signal.ts'
import { playNote, type VoiceName } from './voices.ts'
import { wavSound, type KitSound } from './kit-sound.ts'
import { constructionSounds, loopSounds, midiSounds } from './kit-phrases.ts'

export type KitType = 'Drum Kit' | 'Loop Kit' | 'MIDI Kit' | 'Construction Kit' | 'FX Kit' | 'One-Shots'

export type KitRecipe = { seed: string; type: KitType; line: Line; isLarge?: boolean }

export function makeKitSounds({ seed, type, line, isLarge = false }: KitRecipe): KitSound[] {
  const random = new Random(`kit ${seed}`)
  if (type === 'Drum Kit') return isLarge ? manyDrums(random) : drumSounds(random)
  if (type === 'Loop Kit') return loopSounds(random, line)
  if (type === 'MIDI Kit') return midiSounds(random, line)
  if (type === 'Construction Kit') return constructionSounds(random, line)
  return type === 'FX Kit' ? effectSounds(random) : oneShots(random)
}

const fromMono = (path: string, samples: Samples, key?: string) =>
  wavSound(path, { sampleRate: SAMPLE_RATE, channels: [samples] }, key === undefined ? {} : { key })

const numbered = (folder: string, name: string, index: number) =>
  `${folder}/${name} ${String(index + 1).padStart(2, '0')}`

/** Makes `count` numbered sounds of one type, each a little different. */
const several = (folder: string, name: string, count: number, make: (index: number) => Samples) =>
  Array.from({ length: count }, (_, index) => fromMono(numbered(folder, name, index), make(index)))

/** Makes numbered 808s from the lowest note upwards. Each has its note as its key. */
const bassSounds = (
  name: string,
  count: number,
  apart: number,
  lowest: number,
  make: (midi: number, index: number) => Samples,
) =>
  Array.from({ length: count }, (_, index) => {
    const midi = lowest + index * apart
    return fromMono(numbered('808s', name, index), make(midi, index), NOTE_NAMES[midi % 12])
  })

/** A dry and short one, a long one, one of many hands, a thin one, and a full one. */
const SNARES = [
  { seconds: 0.16, claps: 0.15 },
  { seconds: 0.42, claps: 0.3 },
  { seconds: 0.28, claps: 1.1 },
  { seconds: 0.2, claps: 0.6, bright: 2_600 },
  { seconds: 0.34, claps: 0.45, bright: 700 },
]

function drumSounds(random: Random): KitSound[] {
  return [
    ...several('Kicks', 'Kick', 5, (i) => kick(110 + i * 22, 0.26 + i * 0.03)),
    ...several('Snares', 'Snare', 5, (i) => snare(random, 150 + i * 30, SNARES[i])),
    ...several('Claps', 'Clap', 3, () => clap(random)),
    ...several('Hats', 'Hat', 6, (i) => hat(random, 0.03 + i * 0.01)),
    ...several('Hats', 'Open Hat', 3, (i) => hat(random, 0.18 + i * 0.06)),
    ...several('Percussion', 'Rim', 3, (i) => rim(random, 680 + i * 170)),
    ...several('Percussion', 'Hand Drum', 4, (i) => handDrum(180 + i * 55)),
    ...several('Percussion', 'Shaker', 2, () => shaker(random)),
    ...bassSounds('808 Slide', 5, 2, 28, (midi, i) =>
      slide808(1.4, midi, [{ at: 0.6, midi: midi + (i % 2 === 0 ? 12 : 7), glide: 0.12 }]),
    ),
  ]
}

/** Three hundred files, for the lists that must hold them. */
function manyDrums(random: Random): KitSound[] {
  return [
    ...several('Kicks', 'Kick', 60, (i) => kick(90 + i * 3, 0.2 + i * 0.003)),
    ...several('Snares', 'Snare', 50, (i) => snare(random, 140 + i * 4)),
    ...several('Claps', 'Clap', 30, () => clap(random)),
    ...several('Hats', 'Hat', 60, (i) => hat(random, 0.02 + i * 0.002)),
    ...several('Hats', 'Open Hat', 20, (i) => hat(random, 0.15 + i * 0.015)),
    ...several('Percussion', 'Rim', 20, (i) => rim(random, 600 + i * 30)),
    ...several('Percussion', 'Hand Drum', 30, (i) => handDrum(150 + i * 9)),
    ...several('Percussion', 'Shaker', 10, () => shaker(random)),
    ...bassSounds('808', 20, 1, 26, (midi) => slide808(1, midi, [{ at: 0.4, midi: midi + 7, glide: 0.1 }])),
  ]
}

function effectSounds(random: Random): KitSound[] {
  const downlifter = (seconds: number) =>
    level(
      settle(
        filter(
          shape(noise(seconds, random), (t) => (1 - t / seconds) ** 2),
          'bandpass',
          1_800,
          0.6,
        ),
      ),
      0.7,
    )
  const wail = (midi: number, seconds: number) => playNote('siren', frequencyOf(midi), seconds, random)
  return [
    ...several('Risers', 'Riser', 5, (i) => riser(random, 1.2 + i * 0.6)),
    ...several('Downlifters', 'Downlifter', 3, (i) => downlifter(1 + i * 0.7)),
    ...several('Impacts', 'Impact', 4, () => impact(random)),
    ...several('Cymbals', 'Crash', 3, (i) => cymbal(random, 1.4 + i * 0.5)),
    ...several('Sirens', 'Siren', 6, (i) => shape(wail(55 + i * 3, 1.2 + (i % 3) * 0.5), envelope(0.3, 1, 0.8))),
  ]
}

const ONE_SHOT_VOICES: [folder: string, voice: VoiceName][] = [
  ['Bells', 'bell'],
  ['Pianos', 'piano'],
  ['Choirs', 'choir'],
  ['Vox', 'vox'],
  ['Strings', 'strings'],
  ['Flutes', 'flute'],
  ['Nylon', 'nylon'],
  ['Brass', 'brass'],
]

function oneShots(random: Random): KitSound[] {
  const notes = [
    { midi: 60, key: 'C' },
    { midi: 65, key: 'F' },
    { midi: 69, key: 'A' },
  ]
  const tonal = ONE_SHOT_VOICES.flatMap(([folder, voice]) =>
    notes.map(({ midi, key }) =>
      fromMono(
        `${folder}/${folder} ${key}`,
        playNote(voice, frequencyOf(midi + (voice === 'brass' ? -12 : 0)), 1.1, random),
        key,
      ),
    ),
  )
  return [...tonal, ...several('Log Drums', 'Log Drum', 3, (i) => logDrum(62 + i * 14))]
}
