import type { Many } from '#web/items/kinds.ts'

/** The data for a player on another site: public facts only. */
export type EmbedData = {
  id: number
  kinds: Many
  /** `beat:12` */
  sourceKey: string
  sounds: EmbedSound[]
}

/** The preview of the item itself, drawn with its wave, or of a track inside it. */
export type EmbedSound = { id: number; track?: true; title: string; url: string; seconds: number | null }
