import { needsKey, needsTempi, TEMPI_TURNED, type KitType } from '#contract/kit-types.ts'
import { tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { draftsOf } from './drafts.ts'
import { described, dollarsOf, keyOf, numberOf, priced, tagged, tempoOrEmpty, titled } from './field-checks.ts'
import type { ZippedFile } from './zip-list.ts'

export type KitValues = {
  /** The names of the chosen files. */
  zip: string
  cover: string
  /** Empty until one is chosen. */
  type: string
  title: string
  bpmMin: string
  bpmMax: string
  key: string
  description: string
  /** With commas. */
  tags: string
  price: string
  hasTag: boolean
}

const emptyKit: KitValues = {
  zip: '',
  cover: '',
  type: '',
  title: '',
  bpmMin: '',
  bpmMax: '',
  key: '',
  description: '',
  tags: '',
  price: '',
  hasTag: true,
}

/** The names of the fields in the list of faults, in the order of the form. */
export const kitNames: Partial<Record<keyof KitValues, string>> = {
  zip: 'file',
  cover: 'cover',
  type: 'type',
  title: 'name',
  bpmMin: 'lowest BPM',
  bpmMax: 'highest BPM',
  key: 'key',
  description: 'description',
  tags: 'tags',
  price: 'price',
}

type Value = string | boolean

const tempoFault = (value: Value, type: string, which: string) =>
  value === '' && needsTempi(type as KitType) ? `A ${type} needs its ${which} tempo.` : tempoOrEmpty(value)

export const kitChecks = {
  title: titled('Give a name.'),
  tags: tagged,
  description: described,
  type: (value: Value) => (value ? undefined : 'Choose the type of the kit.'),
  bpmMin: (value: Value, { type }: KitValues) => tempoFault(value, type, 'lowest'),
  bpmMax: (value: Value, { type, bpmMin }: KitValues) =>
    tempoFault(value, type, 'highest') ?? (value && Number(value) < Number(bpmMin) ? TEMPI_TURNED : undefined),
  key: (value: Value, { type }: KitValues) =>
    !value && needsKey(type as KitType) ? `A ${type} needs a key.` : undefined,
  price: priced,
}

/** Fields whose checks look at the type, or at each other. */
export const kitTogether = ['type', 'bpmMin', 'bpmMax', 'key'] as const

export const kitMeta = ({ title, type, description, tags, price, bpmMin, bpmMax, key, hasTag }: KitValues) => ({
  name: title,
  type: type as KitType, // checked
  description,
  tags: tagsOf(tags),
  price: dollarsOf(price),
  bpmMin: numberOf(bpmMin),
  bpmMax: numberOf(bpmMax),
  key: keyOf(key),
  hasTag,
})

/** The form of a kit that failed or was rejected. */
const valuesOf = (item: OwnItemDetail): KitValues => ({
  zip: '',
  cover: '',
  type: item.type ?? '',
  title: item.title,
  bpmMin: item.bpmMin === null ? '' : String(item.bpmMin),
  bpmMax: item.bpmMax === null ? '' : String(item.bpmMax),
  key: item.key ?? '',
  description: item.description,
  tags: item.tags.join(', '),
  price: String(item.price),
  hasTag: item.hasTag,
})

export const kitDrafts = draftsOf<KitValues, ZippedFile[]>('KIT', emptyKit, valuesOf)
export type KitDraft = ReturnType<typeof kitDrafts.current>
