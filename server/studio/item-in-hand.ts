import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import type { App } from '#server/services.ts'
import { addFiles, changeItem, saveProposed, type NewFile } from '#server/items/index.ts'
import type { JobRow } from './media-jobs.ts'

/** The item that a step works on. */
export type ItemInHand = {
  id: number
  kind: ItemKind
  /** It is on sale, and the steps work on the version that is proposed to the review. */
  isProposal: boolean
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

type Made = Parameters<typeof saveProposed>[2]

/** Saves facts that a step has found or made: in the item, or beside the present version until the review. */
export async function saveFacts(app: App, tx: Tx, { id, isProposal }: ItemInHand, made: Made) {
  if (isProposal) await saveProposed(tx, id, made, [], app.clock.now())
  else await changeItem(tx, id, made, app.clock.now())
}

/** Saves a file to sell that a step has made. */
export async function saveFile(app: App, tx: Tx, { id, isProposal }: ItemInHand, file: NewFile) {
  if (isProposal) await saveProposed(tx, id, {}, [file], app.clock.now())
  else await addFiles(tx, id, [file], app.clock.now())
}
