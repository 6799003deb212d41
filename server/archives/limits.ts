import type { ItemKind } from '#server/db/types.ts'

export type Limits = {
  files: number
  /** The most that one file may unpack to. */
  fileBytes: number
  /** The most that all files together may unpack to. */
  bytes: number
}

const MB = 1024 * 1024

/** Stems and projects of a beat are delivered as they are. */
export const PARTS: Limits = { files: 10_000, fileBytes: 2_048 * MB, bytes: 8_192 * MB }
export const PACK: Limits = { files: 1_000, fileBytes: 200 * MB, bytes: 2_000 * MB }
export const KIT: Limits = { files: 10_000, fileBytes: 500 * MB, bytes: 4_096 * MB }

export const limitsOf = (kind: ItemKind) => (kind === 'pack' ? PACK : KIT)
