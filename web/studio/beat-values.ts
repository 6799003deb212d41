import { FANS_OF_MOST, tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { namesOf, type Tier } from './edit-values.ts'
import { emptyTiers, tierChecks, tierNames } from './tier-values.ts'

export type BeatValues = {
  /** The name of the chosen file. */
  audio: string
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
  title: 'title',
  genre: 'genre',
  bpm: 'BPM',
  key: 'key',
  tags: 'tags',
  fansOf: 'for fans of',
  description: 'description',
  ...tierNames,
}

type Value = string | boolean

export const isTempo = (value: Value) => Number(value) >= 30 && Number(value) <= 300

/** The checks that beats, packs and kits have alike. */
export const wordChecks = (title: string) => ({
  title: (value: Value) => (String(value).trim() ? undefined : title),
  tags: (value: Value) => (tagsOf(String(value)).length > 0 ? undefined : 'Give at least one tag.'),
})

export const beatChecks = {
  ...wordChecks('Give a title.'),
  genre: (value: Value) => (String(value).trim() ? undefined : 'Choose a genre.'),
  bpm: (value: Value) => (isTempo(value) ? undefined : 'Give a tempo from 30 to 300.'),
  fansOf: (value: Value) => (namesOf(String(value)).length > FANS_OF_MOST ? 'Give at most three names.' : undefined),
  ...tierChecks,
}

/** The fields that drafts on the server and uploads share. */
export const wordsOf = ({ title, genre, key, tags, description, fansOf }: BeatValues) => ({
  title,
  genre,
  key: (key || null) as null, // one of the keys that the select offers
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
