import type { PlaylistEntry } from '#contract/item-detail.ts'
import type { Item } from '#contract/item.ts'
import type { PlaylistSound } from '#contract/listening.ts'
import { soundFrom } from '#web/player/sound-from.ts'
import type { Sound } from '#web/player/sound.ts'
import { listFrom } from '#web/stored.ts'

/** The same shape as the server's entries. */
export type Entry = PlaylistSound

/** The entry for an item; null for an item without a preview. */
export const entryOf = (item: Item): Entry | null =>
  item.previewUrl
    ? {
        id: item.id,
        title: item.title,
        artistName: item.artistName,
        albumCoverUrl: item.coverUrl,
        audioUrl: item.previewUrl,
        durationInSeconds: item.durationInSeconds,
        trackId: null,
        item: small(item),
      }
    : null

/** The entry for one track of a pack. */
export const entryOfTrack = (pack: Item, track: PlaylistEntry): Entry => ({
  id: track.id,
  title: track.title,
  artistName: track.artistName,
  albumCoverUrl: track.coverUrl,
  audioUrl: track.previewUrl,
  durationInSeconds: track.durationInSeconds,
  trackId: track.id,
  item: small(pack),
})

/** Drops large fields that a list does not need. An item page knows more of an item than its card. */
function small(item: Item): Item {
  const { description: _, licenses: __, deliveredFiles: ___, ...rest } = item as Item & Record<string, unknown>
  return { ...rest, wave: null }
}

/** The sound for the player. A track has its own title and preview, and the item and cover of its pack. */
export const soundOf = ({ item, title, audioUrl, durationInSeconds, trackId }: Entry): Sound => ({
  id: item.id,
  kind: item.kind,
  slug: item.slug,
  title,
  artistName: item.artistName,
  coverUrl: item.coverUrl,
  previewUrl: audioUrl,
  durationInSeconds,
  style: item.style && { line: item.style.line, code: item.style.code },
  ...(trackId !== null && { trackId }),
})

/** Whether a stored entry has every field that the rows and the player need, with the right type. */
function isEntry(value: unknown): value is Entry {
  const { id, item, trackId, artistName = '', albumCoverUrl = null } = (value ?? {}) as Partial<Entry>
  if (typeof id !== 'number' || typeof item?.slug !== 'string' || trackId === undefined) return false
  const sound = soundOf(value as Entry)
  return isWhole(sound) && isWhole({ ...sound, artistName, coverUrl: albumCoverUrl })
}

const isWhole = (sound: Sound) => JSON.stringify(soundFrom(sound)) === JSON.stringify(sound)

/** The intact entries of a stored list. */
export const entriesFrom = (stored: unknown) => listFrom(stored, (value) => (isEntry(value) ? value : null))

/** Adds entries at the end. An entry that is already in the list keeps its place. */
export function joined(entries: Entry[], more: Entry[]): Entry[] {
  const known = new Set<string>()
  return [...entries, ...more].filter(({ audioUrl }) => !known.has(audioUrl) && known.add(audioUrl))
}

export const without = (entries: Entry[], gone: Entry[]) => {
  const urls = new Set(gone.map(({ audioUrl }) => audioUrl))
  return entries.filter(({ audioUrl }) => !urls.has(audioUrl))
}

/** Moves an entry. Doing it again changes nothing, and a removed entry does not come back. */
export function placed(entries: Entry[], entry: Entry, to: number): Entry[] {
  const rest = without(entries, [entry])
  return rest.length === entries.length ? entries : rest.toSpliced(to, 0, entry)
}
