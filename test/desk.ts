import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { becomeProducer, makeAdmin } from '#server/accounts/index.ts'
import type { Plan } from '#server/db/types.ts'
import { openReview } from '#server/moderation/index.ts'
import { addItem, fileOf, inTransaction } from './factories.ts'
import type { World } from './world.ts'

export async function newAdmin(world: World) {
  const person = await world.signUp()
  await inTransaction(world.app.db, (tx) => makeAdmin(world.app, tx, person.email))
  return person
}

export async function newSeller(world: World, plan: Plan = 'free') {
  const person = await world.signUp()
  await inTransaction(world.app.db, (tx) => becomeProducer(tx, person.id))
  await world.app.db.updateTable('account').set({ plan }).where('id', '=', person.id).execute()
  return person
}

/** An item that waits for its review. */
export async function addSubmission({ app }: World, item: Parameters<typeof addItem>[1]) {
  const id = await addItem(app.db, {
    status: 'pending',
    publishedAt: null,
    files: [fileOf((item.kind ?? 'beat') === 'beat' ? 'master' : 'archive')],
    licenses: [{ type: 'MP3', priceCents: 2_000 }],
    ...item,
  })
  await inTransaction(app.db, (tx) => openReview(tx, id, app.clock.now()))
  return id
}

/** Stores a ZIP of these files, to be the archive of a pack or kit. */
export async function storeArchive({ app }: World, files: Record<string, Buffer>, { compress = false } = {}) {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name, { compress })
  zip.end()
  const bytes = await buffer(zip.outputStream)
  const storageKey = `masters/${randomUUID()}.zip`
  await app.storage.put(storageKey, bytes, { mediaType: 'application/zip' })
  const sha256 = createHash('sha256').update(bytes).digest()
  return fileOf('archive', { storageKey, name: 'All.zip', sizeBytes: bytes.length, sha256 })
}
