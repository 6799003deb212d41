import { tagsOf } from '#contract/shaping.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { draftsOf } from './drafts.ts'
import { described, tagged, titled } from './field-checks.ts'
import { emptyTiers, tierChecks, tierNames, type Tier } from './tier-values.ts'
import type { ZippedFile } from './zip-list.ts'

export type PackValues = {
  /** The names of the chosen files. */
  zip: string
  cover: string
  title: string
  genre: string
  description: string
  /** With commas. */
  tags: string
  hasTag: boolean
} & Tier

const emptyPack: PackValues = {
  zip: '',
  cover: '',
  title: '',
  genre: '',
  description: '',
  tags: '',
  hasTag: true,
  ...emptyTiers,
}

export const packNames: Partial<Record<keyof PackValues, string>> = {
  zip: 'file',
  cover: 'cover',
  title: 'name',
  genre: 'genre',
  description: 'description',
  tags: 'tags',
  ...tierNames,
}

export const packChecks = { title: titled('Give a name.'), description: described, tags: tagged, ...tierChecks }

/** The fields that drafts on the server and uploads share. */
export const packWords = ({ title, genre, tags, description }: PackValues) => ({
  name: title,
  genre,
  tags: tagsOf(tags),
  description,
})

/** The form of a draft that the server has kept. Its prices come with its files. */
const valuesOf = ({ title, genre, tags, description, hasTag }: OwnItemDetail): PackValues => ({
  ...emptyPack,
  title,
  genre,
  tags: tags.join(', '),
  description,
  hasTag,
})

export const packDrafts = draftsOf<PackValues, ZippedFile[]>('PACK', emptyPack, valuesOf)
export type PackDraft = ReturnType<typeof packDrafts.current>
