// This file imports no zod, so that pages can use the values without loading schemas.

export const KEYS = [
  'C',
  'Cm',
  'C#',
  'C#m',
  'D',
  'Dm',
  'D#',
  'D#m',
  'E',
  'Em',
  'F',
  'Fm',
  'F#',
  'F#m',
  'G',
  'Gm',
  'G#',
  'G#m',
  'A',
  'Am',
  'A#',
  'A#m',
  'B',
  'Bm',
] as const
export const MOODS = ['dark', 'melodic', 'cinematic', 'bouncy'] as const
export const FLAGS = ['featured', 'popular', 'trending', 'new'] as const
export type Flag = (typeof FLAGS)[number]
export const SORTS = ['relevance', 'newest', 'popular', 'trending', 'price-up', 'price-down', 'bpm'] as const
export type Sort = (typeof SORTS)[number]

export const BPM_LOWEST = 30
export const BPM_HIGHEST = 300
export const MOST_DOLLARS = 999_999
export const TAGS_MOST = 6
export const TAG_LONGEST = 40
