import type { studio } from '#contract/studio.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import type { Handlers } from '#server/http/serve.ts'
import { signedUrl } from '#server/http/signed-files.ts'
import { previewUrl, seconds, trackPreviewUrl } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { partsOfOwn, removePart, type OwnPart } from './contents.ts'
import { fileNameOf, folderOf } from './file-names.ts'
import { findOwn, partsOf, type OwnRow } from './own-items.ts'

const GONE = { deleted: true as const }

export const contentRoutes = (app: App): Handlers<(typeof studio)['contents']> => ({
  async pack({ params: { id }, viewer }) {
    const item = await findOwn(app.db, viewer.id, 'pack', id)
    return (await partsOfOwn(app.db, id)).map((part) => ({
      ...present(app, item, viewer.id, part),
      fileUrl: urlOf(app, viewer.id, part),
      beat: part.beatId && part.beatTitle !== null ? { id: part.beatId, title: part.beatTitle } : null,
    }))
  },

  async kit({ params: { id }, viewer }) {
    const item = await findOwn(app.db, viewer.id, 'kit', id)
    const parts = await partsOfOwn(app.db, id)
    const { samples, loops, presets } = (await partsOf(app.db, [id]))(id).contents
    return {
      fileUrls: parts.map((part) => urlOf(app, viewer.id, part)),
      files: parts.map((part) => present(app, item, viewer.id, part)),
      coverUrl: item.coverKey && mediaUrl(`${item.coverKey}/320.webp`),
      previewUrl: previewUrl(app, item, viewer.id),
      samples,
      loops,
      presets,
    }
  },

  async removeTrack({ params: { packId, packBeatId }, viewer }) {
    const find = (parts: OwnPart[]) => parts.find(({ id }) => id === packBeatId)
    await removePart(app, viewer.id, { kind: 'pack', itemId: packId, find })
    return GONE
  },

  async removeFile({ params: { id, fileIndex }, viewer }) {
    await removePart(app, viewer.id, { kind: 'kit', itemId: id, find: (parts) => parts[fileIndex] })
    return GONE
  },

  async removeItem({ params: { id: itemId, kitItemId }, viewer }) {
    const find = (parts: OwnPart[]) => parts.find(({ id }) => id === kitItemId)
    await removePart(app, viewer.id, { kind: 'kit', itemId, find })
    return GONE
  },
})

const urlOf = (app: App, account: number, { id }: OwnPart) =>
  signedUrl(app, { purpose: 'part', file: String(id), account })

const present = (app: App, item: OwnRow, account: number, part: OwnPart) => ({
  id: part.id,
  title: part.title,
  folder: folderOf(part.path),
  fileName: fileNameOf(part.path),
  bytes: part.sizeBytes,
  durationInSeconds: seconds(part.durationMs),
  bpm: part.bpm,
  key: part.musicKey,
  previewUrl: trackPreviewUrl(app, item, part, account),
})
