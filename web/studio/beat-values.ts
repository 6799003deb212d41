import { tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { fewNames, isTempo, keyOf, namesOf, tagged, titled } from './field-checks.ts'
import { emptyTiers, tierChecks, tierNames, type Tier } from './tier-values.ts'

export type BeatValues = {
  /** The names of the chosen files. */
  audio: string
  cover: string
  stems: string
  project: string
  title: string
  genre: string
  bpm: string
  key: string
  /** With commas. */
  tags: string
  fansOf: string
  description: string
  hasTag: boolean
} & Tier

export const emptyBeat: BeatValues = {
  audio: '',
  cover: '',
  stems: '',
  project: '',
  title: '',
  genre: '',
  bpm: '',
  key: '',
  tags: '',
  fansOf: '',
  description: '',
  hasTag: true,
  ...emptyTiers,
}

/** The names of the fields in the list of faults, in the order of the form. */
export const beatNames: Partial<Record<keyof BeatValues, string>> = {
  audio: 'file',
  cover: 'cover',
  stems: 'stems',
  project: 'project files',
  title: 'title',
  genre: 'genre',
  bpm: 'BPM',
  key: 'key',
  tags: 'tags',
  fansOf: 'for fans of',
  description: 'description',
  ...tierNames,
}

export const beatChecks = {
  title: titled('Give a title.'),
  tags: tagged,
  genre: titled('Choose a genre.'),
  bpm: (value: string | boolean) => (isTempo(value) ? undefined : 'Give a tempo from 30 to 300.'),
  fansOf: fewNames,
  ...tierChecks,
}

/** The fields that drafts on the server and uploads share. */
export const wordsOf = ({ title, genre, key, tags, description, fansOf }: BeatValues) => ({
  title,
  genre,
  key: keyOf(key),
  tags: tagsOf(tags),
  description,
  fansOf: namesOf(fansOf),
})

/** The form of a draft that the server has kept. Its prices come with its files. */
export const valuesOf = ({ title, genre, bpm, key, tags, fansOf, description, hasTag }: OwnItemDetail): BeatValues => ({
  ...emptyBeat,
  title,
  genre,
  bpm: bpm === null ? '' : String(bpm),
  key: key ?? '',
  tags: tags.join(', '),
  fansOf: fansOf.join(', '),
  description,
  hasTag,
})
