import type { Line } from '#contract/line.ts'

export type Sample = {
  title: string
  artist: string
  plan?: 'pro' | 'growth'
  line: Line
  price: string
  facts: string
  tags: string[]
}

export const samples: Sample[] = [
  {
    title: 'Stairwell Sermon',
    artist: 'Mozer',
    plan: 'pro',
    line: 'uk',
    price: '$34.95',
    facts: '142 BPM / F♯m / 2:48',
    tags: ['dark', 'choir', 'slide', 'strings'],
  },
  {
    title: 'Utica After Dark',
    artist: 'Ayo Drez',
    plan: 'growth',
    line: 'ny',
    price: '$29.95',
    facts: '144 BPM / Cm / 2:31',
    tags: ['bouncy', 'jersey', 'vocal'],
  },
  {
    title: 'Night Shift Vol. 3',
    artist: '8ight',
    plan: 'pro',
    line: 'can',
    price: '$89.00',
    facts: '12 beats / 32:20',
    tags: [],
  },
  {
    title: 'Slide Theory',
    artist: 'Prodbyriz with a name that goes on and on',
    plan: 'pro',
    line: 'ita',
    price: '$24.99',
    facts: 'Drum Kit / 148 files',
    tags: [],
  },
]

/** Intro, drop, pause, drop, outro: the same every time. */
const peaks = Array.from({ length: 480 }, (_, index) => {
  const place = index / 480
  const noise = Math.abs(Math.sin(index * 12.9898) * 43758.5453) % 1
  const loud = place < 0.08 || place > 0.94 ? 0.12 : place > 0.37 && place < 0.41 ? 0.18 : place > 0.88 ? 0.5 : 0.78
  return {
    full: Math.round(255 * loud * (0.7 + 0.4 * noise)),
    low: loud > 0.4 ? Math.round(255 * loud * (0.42 + 0.12 * noise)) : 0,
  }
})
export const full = peaks.map((peak) => Math.min(255, peak.full))
export const low = peaks.map((peak) => peak.low)
