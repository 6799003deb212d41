import type { AddedFiles } from '#contract/studio.ts'
import { PARTS } from '#server/archives/limits.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { addFiles as addVersions, type NewFile } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { expectEditable, type Owned } from './change.ts'
import { expectArchive } from './expect-content.ts'
import { fileOf, takePart } from './sent-parts.ts'

/**
 * Adds stems or project files to an own item, or replaces them. They are neither heard nor seen in the shop, so an item
 * on sale needs no second review. Buyers keep the version that they bought.
 */
export async function addFiles(app: App, tx: Tx, ownerId: number, item: Owned, sent: AddedFiles) {
  expectEditable(item)
  const files: NewFile[] = []
  for (const part of ['stems', 'project'] as const) {
    const file = await takePart(tx, ownerId, { row: undefined, id: sent[`${part}UploadId`], purpose: part })
    if (!file) continue
    await expectArchive(app, part, file, PARTS, (entries) => entries)
    files.push(fileOf(part, file))
  }
  if (files.length === 0) throw invalid({ stems: 'Choose a .zip file.' })
  await addVersions(tx, item.id, files, app.clock.now())
}
