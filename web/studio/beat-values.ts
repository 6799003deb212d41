import { LICENSE_TYPES, LICENSES, type LicenseType } from '#contract/license-terms.ts'
import { FANS_OF_MOST, tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { dollarsOf, isPrice, namesOf, type Tier } from './edit-values.ts'

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
  'MP3-on': true,
  'MP3-price': '',
  'WAV-on': false,
  'WAV-price': '',
  'PREMIUM-on': false,
  'PREMIUM-price': '',
  'EXCLUSIVE-on': false,
  'EXCLUSIVE-price': '',
}

/** The names of the fields in the list of faults, in the order of the form. */
export const fieldNames: Partial<Record<keyof BeatValues, string>> = {
  audio: 'file',
  title: 'title',
  genre: 'genre',
  bpm: 'BPM',
  key: 'key',
  tags: 'tags',
  fansOf: 'for fans of',
  description: 'description',
  'MP3-on': 'licenses',
  ...Object.fromEntries(LICENSE_TYPES.map((type) => [`${type}-price`, LICENSES[type].name])),
}

const ONE_LICENSE = 'Choose at least one license with a price above 0.'

type Value = string | boolean
const isSent = (values: BeatValues, type: LicenseType) => values[`${type}-on`] && values[`${type}-price`] !== ''

/** A license without a price is not sent, as long as another one has a price. */
function priceFault(type: LicenseType, values: BeatValues) {
  const price = values[`${type}-price`]
  if (!values[`${type}-on`]) return undefined
  if (price) return isPrice(price) && dollarsOf(price) > 0 ? undefined : 'Enter a price above 0.'
  const firstOn = LICENSE_TYPES.find((one) => values[`${one}-on`])
  return firstOn === type && !LICENSE_TYPES.some((one) => isSent(values, one)) ? ONE_LICENSE : undefined
}

export const tierFields = LICENSE_TYPES.flatMap((type) => [`${type}-on`, `${type}-price`] as const)

export const beatChecks = {
  title: (value: Value) => (String(value).trim() ? undefined : 'Give a title.'),
  genre: (value: Value) => (String(value).trim() ? undefined : 'Choose a genre.'),
  bpm: (value: Value) => (Number(value) >= 30 && Number(value) <= 300 ? undefined : 'Give a tempo from 30 to 300.'),
  tags: (value: Value) => (tagsOf(String(value)).length > 0 ? undefined : 'Give at least one tag.'),
  fansOf: (value: Value) => (namesOf(String(value)).length > FANS_OF_MOST ? 'Give at most three names.' : undefined),
  'MP3-on': (_: Value, values: BeatValues) =>
    LICENSE_TYPES.some((type) => values[`${type}-on`]) ? undefined : ONE_LICENSE,
  ...(Object.fromEntries(
    LICENSE_TYPES.map((type) => [`${type}-price`, (_: Value, values: BeatValues) => priceFault(type, values)]),
  ) as Record<`${LicenseType}-price`, (value: Value, values: BeatValues) => string | undefined>),
}

export const licensesOf = (values: BeatValues) =>
  LICENSE_TYPES.filter((type) => isSent(values, type)).map((type) => ({
    type,
    enabled: true,
    price: dollarsOf(values[`${type}-price`]),
  }))

/** The fields that drafts on the server and uploads share. */
export const wordsOf = ({ title, genre, key, tags, description, fansOf }: BeatValues) => ({
  title,
  genre,
  key: (key || null) as null, // one of the keys that the select offers
  tags: tagsOf(tags),
  description,
  fansOf: namesOf(fansOf),
})

/** The server’s messages by the fields of this form: its names begin with `meta`, and its licenses have numbers. */
export function faultsByField(fields: Record<string, string>, sent: readonly { type: LicenseType }[]) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [first = '', number] = name.replace(/^meta\./, '').split('.')
      if (first !== 'licenses') return [first, message]
      return [`${sent[Number(number ?? 0)]?.type ?? 'MP3'}-price`, message]
    }),
  )
}

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
