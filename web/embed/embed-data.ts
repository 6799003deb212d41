import type { Many } from '#web/items/kinds.ts'

/** What the player on another page is told: nothing that is not public. */
export type EmbedData = {
  id: number
  kinds: Many
  /** `beat:12` */
  sourceKey: string
  sounds: EmbedSound[]
}

/** The preview of the item itself, whose wave is drawn, or of a track inside it. */
export type EmbedSound = { id: number; track?: true; title: string; url: string; seconds: number | null }
