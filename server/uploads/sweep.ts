import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { notFound } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { stopWriter } from './receive.ts'
import { deleteExpired, expire, expireDue, knownDrafts } from './rows.ts'

/** A draft gets its row before its file, so a file without a row is left over; the hour is for one being copied. */
const LEFT_OVER_AFTER = 60 * 60 * 1000

type Going = { id: string; draft: string | null; storageKey: string | null }

/** Removes uploads that are due: half ones, and complete ones that nothing took. */
export async function sweepUploads(app: App) {
  for (const upload of await expireDue(app.db, app.clock.now())) await remove(app, upload)
  await removeLeftOver(app)
}

export const uploadsTaker: Taker = {
  name: 'sweep uploads',
  takeDue: async (app) => {
    await sweepUploads(app)
    return 0
  },
}

/** Ends an upload at once. */
export async function discardUpload(app: App, id: string, accountId: number) {
  await stopWriter(app, id)
  const upload = await expire(app.db, id, accountId)
  if (!upload) throw notFound('Upload')
  await remove(app, upload)
}

/** The row goes last: after a crash the next round finds it again. */
async function remove(app: App, { id, draft, storageKey }: Going) {
  await stopWriter(app, id)
  app.uploads.drafts.delete(id)
  if (draft) await rm(join(app.uploads.folder, draft), { force: true })
  if (storageKey) await app.storage.remove(storageKey)
  await deleteExpired(app.db, id)
}

async function removeLeftOver({ db, uploads: { folder } }: App) {
  const names = await readdir(folder)
  const known = await knownDrafts(db)
  for (const name of names.filter((one) => !known.has(one))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < Date.now() - LEFT_OVER_AFTER) await rm(join(folder, name), { force: true })
  }
}
