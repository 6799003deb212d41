import { plannedOnce, type Db } from '#server/db/connect.ts'
import type { ItemStatus } from '#server/db/types.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { signedUrl } from '#server/http/signed-files.ts'
import type { App } from '#server/services.ts'
import { shown } from './shown.ts'

type Heard = { id: number; status: ItemStatus; previewKey: string | null }

const hasPage = ({ status }: { status: ItemStatus }) => status === 'published' || status === 'sold'

/** A preview is public while its item has a public page. Before and after, its owner and admins get a signed address. */
export function previewUrl(app: App, item: Heard, account: number) {
  if (item.previewKey === null) return null
  if (hasPage(item)) return mediaUrl(item.previewKey)
  return signedUrl(app, { purpose: 'preview', file: String(item.id), account })
}

/** The same for a track of a pack, or a sound of a kit. */
export function trackPreviewUrl(
  app: App,
  item: { status: ItemStatus },
  track: { id: number; previewKey: string | null },
  account: number,
) {
  if (track.previewKey === null) return null
  if (hasPage(item)) return mediaUrl(track.previewKey)
  return signedUrl(app, { purpose: 'trackPreview', file: String(track.id), account })
}

/** Whether everybody may hear the preview in this file. Two questions: one with 'or' would read all items. */
export async function isPreviewShown(db: Db, key: string) {
  const items = shown(db).where('item.previewKey', '=', key)
  const tracks = shown(db)
    .innerJoin('itemTrack', 'itemTrack.itemId', 'item.id')
    .where('itemTrack.previewKey', '=', key)
    .where('itemTrack.removedAt', 'is', null)
  for (const found of [items.select('item.id'), tracks.select('item.id')])
    if (await found.limit(1).modifyEnd(plannedOnce).executeTakeFirst()) return true
  return false
}
