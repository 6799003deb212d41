import { sql } from 'kysely'
import type { Item } from '#contract/item.ts'
import type { PlaylistSound, SoundRef } from '#contract/listening.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { mediaUrl } from '#server/http/media-url.ts'
import { seconds } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { cardsOf } from './cards.ts'
import { newSince } from './lists.ts'
import { presentItem } from './present.ts'

/** Items on sale with a preview, in the order of the ids. */
export const itemsToHear = async (app: App, ids: number[]) =>
  (await itemsOnSale(app, ids)).filter(({ previewUrl }) => previewUrl)

/** Beats and tracks of packs in the given order. Sounds that are off sale or have no preview are left out. */
export async function soundsOf(app: App, refs: SoundRef[]): Promise<PlaylistSound[]> {
  const [items, tracks] = await Promise.all([
    itemsOnSale(app, [...new Set(refs.map(({ itemId }) => itemId))]),
    listTracks(
      app.db,
      refs.flatMap(({ trackId }) => trackId ?? []),
    ),
  ])
  const itemById = new Map(items.map((item) => [item.id, item]))
  const trackById = new Map(tracks.map((track) => [track.id, track]))
  return refs.flatMap(({ itemId, trackId }) => {
    const item = itemById.get(itemId)
    if (!item) return []
    return (trackId === null ? beat(item) : trackOf(item, trackById.get(trackId))) ?? []
  })
}

async function itemsOnSale(app: App, ids: number[]): Promise<Item[]> {
  const onSale = new Set(await idsOnSale(app.db, ids))
  const rows = await cardsOf(
    app.db,
    ids.filter((id) => onSale.has(id)),
  )
  const since = newSince(app)
  return rows.map((row) => presentItem(row, since))
}

const idsOnSale = async (db: Db, ids: number[]) =>
  (
    await db
      .selectFrom('item')
      .innerJoin('account', 'account.id', 'item.ownerId')
      .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
      .where('item.status', '=', 'published')
      .where('item.deletedAt', 'is', null)
      .where('account.deletedAt', 'is', null)
      .select('item.id')
      .modifyEnd(plannedOnce)
      .execute()
  ).map(({ id }) => id)

const listTracks = (db: Db, ids: number[]) =>
  db
    .selectFrom('itemTrack')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('removedAt', 'is', null)
    .select(['id', 'itemId', 'title', 'durationMs', 'previewKey'])
    .modifyEnd(plannedOnce)
    .execute()
type TrackRow = Awaited<ReturnType<typeof listTracks>>[number]

const beat = (item: Item) =>
  item.kind === 'BEAT' && item.previewUrl
    ? sound(item, {
        id: item.id,
        title: item.title,
        audioUrl: item.previewUrl,
        seconds: item.durationInSeconds,
        trackId: null,
      })
    : null

const trackOf = (item: Item, track: TrackRow | undefined) =>
  item.kind === 'PACK' && track?.itemId === item.id && track.previewKey
    ? sound(item, {
        id: track.id,
        title: track.title,
        audioUrl: mediaUrl(track.previewKey),
        seconds: seconds(track.durationMs),
        trackId: track.id,
      })
    : null

type Own = { id: number; title: string; audioUrl: string; seconds: number | null; trackId: number | null }

const sound = (item: Item, { seconds, ...own }: Own): PlaylistSound => ({
  ...own,
  artistName: item.artistName,
  albumCoverUrl: item.coverUrl,
  durationInSeconds: seconds,
  item,
})
