import { sql } from 'kysely'

const words = (text: string) => text.split(' ')

/** The types of files that kits are made of, by the endings of their names. */
export const SOUNDS = ['wav', 'mp3', 'aif', 'aiff', 'flac', 'ogg']
export const MIDI = ['mid', 'midi']
export const PRESETS = [
  ...words('fxp fxb fst flp nmsv nksf adg adv als h2p vital vstpreset aupreset'),
  ...words('patch exs sfz sf2 nki serumpreset spf xpm pgm ksd cst mss asd'),
]

// a page of a dashboard counts thousands of names: patterns would take several times as long
const endsIn = (endings: string[]) => sql`lower(split_part(path, '.', -1)) = any(${endings}::text[])`
const isLoop = sql`strpos(lower(path), 'loop') > 0`

/** Columns that count the samples, loops and presets among the files of a kit. MIDI files count as presets. */
export const contentCounts = [
  sql<number>`count(*) filter (where ${endsIn(SOUNDS)} and not ${isLoop})`.as('samples'),
  sql<number>`count(*) filter (where ${endsIn(SOUNDS)} and ${isLoop})`.as('loops'),
  sql<number>`count(*) filter (where ${endsIn([...PRESETS, ...MIDI])})`.as('presets'),
] as const
