import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { notFound } from '#server/errors.ts'
import { actOnEach, type Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'
import { stopWriter } from './receive.ts'
import { deleteExpired, expire, expireDue, knownDrafts, type Going, type UploadRow } from './rows.ts'

/** The row of a draft is written before its file, so a file without a row is garbage. A file that is being copied has no row for up to an hour. */
const LEFT_OVER_AFTER = 60 * 60 * 1000

const BATCH = 100
/** Far longer than removing a batch takes. After a failure or a crash its uploads are due again then. */
const AGAIN_AFTER = 10 * 60 * 1000

/** Removes uploads that are due: unfinished ones, and complete ones that nothing has taken. */
const expiredUploads: Taker = {
  name: 'remove expired uploads',
  async takeDue(app, now) {
    const againAt = new Date(app.clock.now().getTime() + AGAIN_AFTER)
    const uploads = await expireDue(app.db, { now, againAt, most: BATCH })
    await actOnEach(uploads, {
      act: (upload) => removeFiles(app, upload),
      strikeOff: (removed) =>
        deleteExpired(
          app.db,
          removed.map(({ id }) => id),
        ),
    })
    return uploads.length
  },
}

/** The folder is read as a whole. */
export const leftOverDrafts: Taker = {
  name: 'remove left-over drafts',
  async takeDue(app) {
    await removeLeftOver(app)
    return 0
  },
}

export const uploadTakers: Taker[] = [expiredUploads]

/** Ends an upload at once. The caller has looked it up for its owner: nobody else’s is stopped. */
export async function discardUpload(app: App, { id, accountId }: Pick<UploadRow, 'id' | 'accountId'>) {
  await stopWriter(app, id)
  const againAt = new Date(app.clock.now().getTime() + AGAIN_AFTER)
  const upload = await expire(app.db, { id, accountId, againAt })
  if (!upload) throw notFound('Upload')
  await removeFiles(app, upload)
  const mayComeYet = upload.draft !== null && upload.storageKey !== null // another process may be storing it
  if (!mayComeYet) await deleteExpired(app.db, [id])
}

/** The row goes last: after a crash a later round finds it again. */
async function removeFiles(app: App, { id, draft, storageKey }: Going) {
  await stopWriter(app, id)
  app.uploads.drafts.delete(id)
  if (draft) await rm(join(app.uploads.folder, draft), { force: true })
  if (storageKey) await app.storage.remove(storageKey)
}

async function removeLeftOver({ db, uploads: { folder } }: App) {
  const names = await readdir(folder)
  const known = await knownDrafts(db, names)
  for (const name of names.filter((one) => !known.has(one))) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < Date.now() - LEFT_OVER_AFTER) await rm(join(folder, name), { force: true })
  }
}
