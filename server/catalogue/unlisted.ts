import type { UnlistedItem } from '#contract/item-detail.ts'
import type { Db } from '#server/db/connect.ts'
import { idIn, signedUrl, type FindFile } from '#server/http/signed-files.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { countTracks, findDetail, listTracks } from './item-detail.ts'
import { newSince } from './lists.ts'
import { presentContents, presentDetail } from './present.ts'

const FIRST = { page: 0, limit: 100 }

/** Items that an account may see whatever their state: its own, for an admin all. */
const seenBy = (db: Db, account: number) =>
  db
    .selectFrom('item')
    .innerJoin('account as viewer', (join) => join.on('viewer.id', '=', account))
    .where('item.deletedAt', 'is', null)
    .where((or) => or.or([or('item.ownerId', '=', or.ref('viewer.id')), or('viewer.isAdmin', '=', true)]))

/** Null for other people, and for items with a public page. */
export async function findUnlisted(app: App, slug: string, { id: account }: Viewer): Promise<UnlistedItem | null> {
  const { db } = app
  const found = await seenBy(db, account)
    .where('item.slug', '=', slug)
    .where('item.status', 'not in', ['published', 'sold'])
    .select(['item.id', 'item.status', 'item.statusReason', 'item.previewKey'])
    .executeTakeFirst()
  if (!found || found.status === 'published' || found.status === 'sold') return null
  const { id, status, statusReason, previewKey } = found
  const [row, tracks, counts] = await Promise.all([
    findDetail(db, id, account),
    listTracks(db, id, FIRST),
    countTracks(db, id),
  ])
  if (!row) return null
  const { items } = presentContents(tracks, counts, FIRST)
  return {
    ...presentDetail(row, newSince(app)),
    previewUrl: previewKey && signedUrl(app, { purpose: 'preview', file: String(id), account }),
    state: status,
    reason: statusReason,
    tracks: items.map((track) => ({
      ...track,
      previewUrl: track.previewUrl && signedUrl(app, { purpose: 'trackPreview', file: String(track.id), account }),
    })),
  }
}

export const findPreview =
  ({ db }: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    if (id === null) return null
    const row = await seenBy(db, account).where('item.id', '=', id).select('item.previewKey').executeTakeFirst()
    return row?.previewKey ? { key: row.previewKey } : null
  }

export const findTrackPreview =
  ({ db }: App): FindFile =>
  async (name, account) => {
    const id = idIn(name)
    if (id === null) return null
    const row = await seenBy(db, account)
      .innerJoin('itemTrack', 'itemTrack.itemId', 'item.id')
      .where('itemTrack.id', '=', id)
      .select('itemTrack.previewKey')
      .executeTakeFirst()
    return row?.previewKey ? { key: row.previewKey } : null
  }
