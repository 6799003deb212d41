import type { AddedFiles } from '#contract/studio.ts'
import { PARTS } from '#server/archives/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { addFiles as addVersions, type NewFile } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { expectEditable, type Owned } from './change.ts'
import { expectArchive } from './expect-content.ts'
import { fileOf, sentPart, takePart } from './sent-parts.ts'

const ROLES = ['stems', 'project'] as const
const partOf = (sent: AddedFiles, purpose: (typeof ROLES)[number]) => ({
  row: undefined,
  id: sent[`${purpose}UploadId`],
  purpose,
})

/** Reads the archives before the item is locked. */
export async function expectAdded(app: App, ownerId: number, added: AddedFiles) {
  for (const role of ROLES) {
    const sent = await sentPart(app.db, ownerId, partOf(added, role))
    if (sent) await expectArchive(app, role, sent, PARTS, (entries) => entries)
  }
}

/**
 * Adds stems or project files to an own item, or replaces them. They are neither heard nor seen in the shop, so an item
 * on sale needs no second review. Buyers keep the version that they bought.
 */
export async function addFiles(app: App, tx: Tx, ownerId: number, item: Owned, sent: AddedFiles) {
  expectEditable(item)
  const files: NewFile[] = []
  for (const role of ROLES) {
    const file = await takePart(tx, ownerId, partOf(sent, role))
    if (file) files.push(fileOf(role, file))
  }
  if (files.length === 0) throw invalid({ stems: 'Choose a .zip file.' })
  await addVersions(tx, item.id, files, app.clock.now())
}
