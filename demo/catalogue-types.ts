import type { Line } from '#contract/line.ts'
import type { KitType } from './synth/kit-sounds.ts'
import type { VoiceName } from './synth/voices.ts'

type Sold = {
  title: string
  owner: string // a producer's handle
  line: Line
  tags: string[]
  description: string
  isFeatured: boolean
  daysAgo: number
  /** how popular, from 0 to 1 */
  heat: number
}

type LicenseType = 'MP3' | 'WAV' | 'PREMIUM' | 'EXCLUSIVE'
/** In cents. A beat without stems has no PREMIUM licence. */
export type Prices = Partial<Record<LicenseType, number>>

export type BeatDefinition = Sold & { bpm: number; key: string; lead: VoiceName; bars: number; prices: Prices }
/** A beat that is not on sale. `reason` says why it was rejected or failed. A sold one is on sale until its order. */
export type UnsoldDefinition = BeatDefinition &
  ({ state: 'pending' | 'paused' | 'sold' } | { state: 'rejected' | 'failed'; reason: string })
export type PackDefinition = Sold & { beats: string[]; prices: Prices } // titles of the beats in it
export type KitDefinition = Sold & {
  type: KitType
  priceCents: number
  isLarge?: true
  bpmMin: number | null
  bpmMax: number | null
}

/** A title as it stands in addresses: lower case, no accents, words joined by hyphens. */
export const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
