import { BEATS } from './beats.ts'
import {
  slugOf,
  type BeatDefinition,
  type KitDefinition,
  type PackDefinition,
  type UnsoldDefinition,
} from './catalogue-types.ts'
import { KITS } from './kits.ts'
import { PACKS } from './packs.ts'
import { UNSOLD } from './unsold.ts'

type WithSlug<Definition> = Definition & { slug: string }
export type Beat = WithSlug<BeatDefinition>
export type Unsold = WithSlug<UnsoldDefinition>
export type Pack = WithSlug<Omit<PackDefinition, 'beats'> & { beats: Beat[] }>
export type Kit = WithSlug<KitDefinition>

const withSlug = <Definition extends { title: string }>(definition: Definition) => ({
  ...definition,
  slug: slugOf(definition.title),
})

export type Catalogue = { beats: Beat[]; packs: Pack[]; kits: Kit[]; unsold: Unsold[] }

export const catalogue = makeCatalogue()

function makeCatalogue(): Catalogue {
  const beats = BEATS.map(withSlug)
  const beatCalled = (title: string) => {
    const beat = beats.find((candidate) => candidate.title === title)
    if (!beat) throw new Error(`There is no beat called ${title}.`)
    return beat
  }
  const packs = PACKS.map((pack) => ({ ...withSlug(pack), beats: pack.beats.map(beatCalled) }))
  return { beats, packs, kits: KITS.map(withSlug), unsold: UNSOLD.map(withSlug) }
}
