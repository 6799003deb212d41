import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import type { App } from '#server/services.ts'
import type { JobRow } from './media-jobs.ts'

/** The item that a step works on. */
export type ItemInHand = {
  id: number
  kind: ItemKind
  ownerId: number
  slug: string
  title: string
  hasTag: boolean
  /** The seller's own tag. */
  voiceTagKey: string | null
  artist: string
  bpm: number | null
  musicKey: string | null
  coverKey: string | null
  line: string | null
}

/** Writes what a step has made, in the transaction that ends the step. */
export type Save = (tx: Tx) => Promise<void>
/** Each step makes its files first and names them when it saves: after a crash it is done again and nothing is left over. */
export type DoStep = (app: App, item: ItemInHand, job: JobRow) => Promise<Save>
