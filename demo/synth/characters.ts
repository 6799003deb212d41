import type { Line } from '#contract/line.ts'
import type { VoiceName } from './voices.ts'

/** Steps are sixteenths of a bar. Even and odd bars alternate. */
export type Groove = {
  kicks: [even: number[], odd: number[]]
  snares: [even: number[], odd: number[]]
  hats: number[]
  percussion: Percussion[]
}
export type Percussion = {
  sound: 'rim' | 'shaker' | 'hand-high' | 'hand-low' | 'log' | 'clap'
  steps: number[]
  gain: number
}

/** The instruments and rhythms that make a style. */
export type Character = { leads: VoiceName[]; answer: VoiceName; pad: VoiceName; groove: Groove; slides: number }

const TRESILLO = [0, 3, 6, 8, 11, 14]
const EIGHTHS = [0, 2, 4, 6, 8, 10, 12, 14]
const DRILL_SNARES: Groove['snares'] = [[8], [12]]

const drill = (kicks: Groove['kicks'], percussion: Percussion[] = [], hats = TRESILLO): Groove => ({
  kicks,
  snares: DRILL_SNARES,
  hats,
  percussion,
})

export const CHARACTERS: Record<Line, Character> = {
  uk: {
    leads: ['choir', 'piano'],
    answer: 'piano',
    pad: 'choir',
    groove: drill(
      [
        [0, 3, 10, 13],
        [0, 6, 10],
      ],
      [{ sound: 'rim', steps: [5, 15], gain: 0.2 }],
    ),
    slides: 0.9,
  },
  ny: {
    leads: ['vox', 'piano'],
    answer: 'vox',
    pad: 'strings',
    groove: drill(
      [
        [0, 6, 10, 12],
        [0, 3, 6, 10],
      ],
      [{ sound: 'clap', steps: [8], gain: 0.3 }],
    ),
    slides: 0.95,
  },
  chi: {
    leads: ['bell', 'brass'],
    answer: 'brass',
    pad: 'strings',
    groove: {
      kicks: [
        [0, 6, 10],
        [0, 3, 10],
      ],
      snares: [
        [4, 12],
        [4, 12],
      ],
      hats: EIGHTHS,
      percussion: [],
    },
    slides: 0.35,
  },
  nl: {
    leads: ['pluck', 'bell'],
    answer: 'glass',
    pad: 'choir',
    groove: drill(
      [
        [0, 7, 10],
        [0, 6, 11],
      ],
      [{ sound: 'rim', steps: [3, 10], gain: 0.22 }],
    ),
    slides: 0.8,
  },
  fr: {
    leads: ['strings', 'choir'],
    answer: 'piano',
    pad: 'choir',
    groove: drill(
      [
        [0, 3, 10],
        [0, 6, 10, 13],
      ],
      [{ sound: 'clap', steps: [8], gain: 0.25 }],
    ),
    slides: 0.75,
  },
  afr: {
    leads: ['kalimba', 'nylon'],
    answer: 'flute',
    pad: 'glass',
    groove: drill(
      [
        [0, 8],
        [0, 8, 14],
      ],
      [
        { sound: 'log', steps: [3, 6, 11, 14], gain: 0.45 },
        { sound: 'shaker', steps: EIGHTHS, gain: 0.22 },
        { sound: 'hand-high', steps: [5, 13], gain: 0.2 },
      ],
      [2, 6, 10, 14],
    ),
    slides: 0.6,
  },
  can: {
    leads: ['glass', 'piano'],
    answer: 'bell',
    pad: 'glass',
    groove: drill([
      [0, 10],
      [0, 6, 13],
    ]),
    slides: 0.7,
  },
  aus: {
    leads: ['siren', 'brass'],
    answer: 'vox',
    pad: 'strings',
    groove: drill(
      [
        [0, 3, 6, 10, 13],
        [0, 6, 10, 12],
      ],
      [{ sound: 'rim', steps: [2, 7, 13], gain: 0.22 }],
    ),
    slides: 1,
  },
  irl: {
    leads: ['flute', 'staccato'],
    answer: 'piano',
    pad: 'strings',
    groove: drill(
      [
        [0, 3, 10],
        [0, 6, 12],
      ],
      [{ sound: 'hand-low', steps: [0, 6, 12], gain: 0.25 }],
    ),
    slides: 0.8,
  },
  ger: {
    leads: ['pluck', 'staccato'],
    answer: 'bell',
    pad: 'strings',
    groove: drill(
      [
        [0, 6, 10],
        [0, 6, 10],
      ],
      [{ sound: 'rim', steps: [4, 12], gain: 0.26 }],
      EIGHTHS,
    ),
    slides: 0.6,
  },
  esp: {
    leads: ['nylon', 'vox'],
    answer: 'nylon',
    pad: 'strings',
    groove: drill(
      [
        [0, 3, 10],
        [0, 6, 10],
      ],
      [{ sound: 'clap', steps: [2, 3, 6, 10, 11, 14], gain: 0.2 }],
    ),
    slides: 0.75,
  },
  ita: {
    leads: ['staccato', 'choir'],
    answer: 'strings',
    pad: 'strings',
    groove: drill([
      [0, 3, 6, 10],
      [0, 6, 10, 13],
    ]),
    slides: 0.85,
  },
  bra: {
    leads: ['marimba', 'kalimba'],
    answer: 'vox',
    pad: 'glass',
    groove: drill(
      [
        [0, 3, 8, 11],
        [0, 3, 10],
      ],
      [
        { sound: 'hand-high', steps: [0, 3, 4, 6, 10, 12, 14], gain: 0.26 },
        { sound: 'hand-low', steps: [2, 7, 11, 15], gain: 0.28 },
      ],
      [0, 4, 6, 8, 12, 14],
    ),
    slides: 0.7,
  },
}
