import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { mediaTypeOf } from '#server/storage/key.ts'
import { isNoSpace } from '#server/storage/source.ts'
import { copyDraft, type Draft } from './draft.ts'
import { dueAt, endingOf, refuseOnFullDisk, storageFull } from './reserve.ts'
import type { Connection } from './uploads.ts'
import { findUpload, markReady, nameStored, replaceDraft, saveProgress, type UploadRow } from './rows.ts'

const SAVE_EVERY = 16 * 1024 * 1024

const interrupted = () => new ApiError(409, 'interrupted', 'The upload goes on elsewhere.')

/** One connection writes an upload at a time. A second one is refused, or waits for one that has closed already. */
export async function asOnlyWriter<T>(
  { uploads: { writers } }: App,
  id: string,
  connection: Connection,
  act: () => Promise<T>,
) {
  for (let other = writers.get(id); other; other = writers.get(id)) {
    if (!other.isClosed()) throw new ApiError(423, 'locked', 'This upload is being written by another connection.')
    await other.done
  }
  const { promise: done, resolve } = Promise.withResolvers<void>()
  writers.set(id, { ...connection, done })
  try {
    return await act()
  } finally {
    writers.delete(id)
    resolve()
  }
}

/** Frees the upload from a connection that broke unnoticed: its sender has come back on another one. */
export async function stopWriter({ uploads: { writers } }: App, id: string) {
  for (let writer = writers.get(id); writer; writer = writers.get(id)) {
    writer.stop()
    await writer.done
  }
}

/**
 * The draft with the state of its hashes. After a restart, or when another process has written the draft, the saved bytes
 * are copied and hashed anew: two processes never write one file.
 */
export async function draftOf(app: App, row: UploadRow): Promise<Draft> {
  const { folder, drafts } = app.uploads
  const own = drafts.get(row.id)
  if (own && own.name === row.draft) return own
  const saved = await savedBytes(app, row)
  const draft = await copyDraft(folder, row.draft ?? '', saved)
  if (!(await replaceDraft(app.db, row, draft))) {
    await draft.remove()
    throw interrupted()
  }
  drafts.set(row.id, draft)
  await own?.remove()
  await removeDraft(app, row.draft)
  return draft
}

/** A power cut can leave less than the row says. */
export async function savedBytes({ uploads: { folder } }: App, { draft, received }: UploadRow) {
  if (received === 0) return 0
  const found = await stat(join(folder, draft ?? '')).catch(() => null)
  if (!found?.isFile()) throw notFound('Upload')
  return Math.min(found.size, received)
}

const removeDraft = async ({ uploads: { folder } }: App, draft: string | null) => {
  if (draft) await rm(join(folder, draft), { force: true })
}

type Limits = { maxBytes: number; tooMuch: () => Error; saveBetween?: boolean }

/** Writes the bytes of a request into the draft. The bytes before an error stay. */
export async function writeInto(app: App, row: UploadRow, draft: Draft, source: AsyncIterable<Buffer>, limits: Limits) {
  const { maxBytes, tooMuch, saveBetween = true } = limits
  let saved = draft.size
  await refuseOnFullDisk(app)
  await draft.open()
  try {
    for await (const chunk of source) {
      if (draft.size + chunk.length > maxBytes) throw tooMuch()
      await draft.append(chunk)
      if (draft.size - saved < SAVE_EVERY) continue
      saved = draft.size
      await refuseOnFullDisk(app)
      if (saveBetween) await save(app, row, draft)
    }
  } catch (cause) {
    throw isNoSpace(cause) ? storageFull() : cause
  } finally {
    try {
      await draft.sync()
    } finally {
      await draft.close()
    }
  }
}

/** Notes the received bytes. Fails when the upload has expired or another process has continued it. */
export async function save(app: App, row: UploadRow, draft: Draft) {
  await draft.sync()
  const times = { now: app.clock.now(), dueAt: dueAt(app, row.createdAt) }
  if (!(await saveProgress(app.db, { id: row.id, draft: draft.name }, draft.size, times))) await giveUp(app, row, draft)
}

async function giveUp(app: App, row: UploadRow, draft: Draft): Promise<never> {
  app.uploads.drafts.delete(row.id)
  await draft.remove()
  throw interrupted()
}

/**
 * Moves a complete draft into the storage. Fails when the upload has expired, as nothing would name the stored file, or
 * when another process has taken it over.
 */
export async function finish(app: App, row: UploadRow, draft: Draft) {
  const storageKey = row.storageKey ?? `uploads/${randomUUID()}.${endingOf(row.name)}`
  const own = { id: row.id, draft: draft.name }
  const isNamed = await nameStored(app.db, own, { size: draft.size, ...draft.sums(), storageKey })
  if (!isNamed) await giveUp(app, row, draft)
  try {
    await app.storage.move(storageKey, draft.path, { mediaType: mediaTypeOf(storageKey) })
  } catch (error) {
    const present = await findUpload(app.db, row.id, row.accountId)
    throw present?.draft === draft.name ? error : interrupted() // another process has copied the draft and removed it
  }
  app.uploads.drafts.delete(row.id)
  return settled(app, row)
}

/** Finishes a move that a crash interrupted. */
export async function finishMoved(app: App, row: UploadRow) {
  if (row.state === 'ready' || row.received < row.size) return row
  if (row.storageKey && (await app.storage.stat(row.storageKey))) return settled(app, row)
  const draft = await draftOf(app, row)
  if (draft.size < row.size) return { ...row, draft: draft.name, received: draft.size } // the disk has lost the rest
  return finish(app, row, draft)
}

/** Another process may have settled it just before. */
async function settled(app: App, { id, accountId }: UploadRow) {
  const ready = (await markReady(app.db, id, dueAt(app))) ?? (await findUpload(app.db, id, accountId))
  if (ready?.state !== 'ready') throw notFound('Upload')
  return ready
}
