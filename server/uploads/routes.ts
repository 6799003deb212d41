import type { Upload, uploads } from '#contract/uploads.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import type { z } from 'zod'
import { notFound } from '#server/errors.ts'
import { sendFile } from '#server/http/file-reply.ts'
import type { Handlers } from '#server/http/serve.ts'
import { signedUrl, type FindFile } from '#server/http/signed-files.ts'
import type { App } from '#server/services.ts'
import { findUpload, type UploadRow } from './rows.ts'

export const uploadRoutes = (app: App): Handlers<typeof uploads> => ({
  send: async ({ files }) => present(app, files.file),
  one: async ({ params, viewer }) => present(app, await ownUpload(app, params.id, viewer.id)),
  async file({ params, viewer, reply }) {
    const { storageKey, name, state } = await ownUpload(app, params.id, viewer.id)
    if (state !== 'ready' || !storageKey) throw notFound('File')
    const manner = { cacheControl: 'private, no-cache', download: name }
    return sendFile(reply.request, reply, app.storage, storageKey, manner)
  },
})

/** Own complete uploads by signed address: a form plays or shows them before it is sent. */
export const findOwnUpload =
  ({ db }: App): FindFile =>
  async (id, account) => {
    const row = await findUpload(db, id, account)
    return row?.state === 'ready' && row.storageKey ? { key: row.storageKey } : null
  }

async function ownUpload({ db }: App, id: string, account: number) {
  const row = await findUpload(db, id, account)
  if (!row) throw notFound('Upload')
  return row
}

function present(app: App, row: UploadRow): z.infer<typeof Upload> {
  const { id, accountId, purpose, name, size, received, state, sha256, dueAt } = row
  const isComplete = state === 'ready'
  return {
    id,
    purpose: purpose as UploadPurpose,
    name,
    size,
    received,
    isComplete,
    sha256: isComplete && sha256 ? sha256.toString('hex') : null,
    url: isComplete ? signedUrl(app, { purpose: 'upload', file: id, account: accountId }) : null,
    expiresAt: dueAt.toISOString(),
  }
}
