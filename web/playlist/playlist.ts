import type { PlaylistEntry } from '#contract/item-detail.ts'
import type { Item } from '#contract/item.ts'
import type { PlaylistSound } from '#contract/listening.ts'
import { soundFrom } from '#web/player/sound-from.ts'
import type { Sound } from '#web/player/sound.ts'
import { listFrom } from '#web/stored.ts'

/** As the server has it too. */
export type Entry = PlaylistSound

/** What can be heard of an item; null when that is nothing. */
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

/** One track of a pack. */
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

/** Without what is large, and of no use in a list: a page may know more of an item than its card. */
function small(item: Item): Item {
  const { description: _, licenses: __, deliveredFiles: ___, ...rest } = item as Item & Record<string, unknown>
  return { ...rest, wave: null }
}

/** For the player: a track goes under the name and the cover of what it is sold in. */
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

/** Whole: what the rows show and the player needs is there, and is what it should be. */
function isEntry(value: unknown): value is Entry {
  const { id, item, trackId, artistName = '', albumCoverUrl = null } = (value ?? {}) as Partial<Entry>
  if (typeof id !== 'number' || typeof item?.slug !== 'string' || trackId === undefined) return false
  const sound = soundOf(value as Entry)
  return isWhole(sound) && isWhole({ ...sound, artistName, coverUrl: albumCoverUrl })
}

const isWhole = (sound: Sound) => JSON.stringify(soundFrom(sound)) === JSON.stringify(sound)

/** The whole entries of a stored list. */
export const entriesFrom = (stored: unknown) => listFrom(stored, (value) => (isEntry(value) ? value : null))

/** At the end; what is in it already stays where it is. */
export function joined(entries: Entry[], more: Entry[]): Entry[] {
  const known = new Set<string>()
  return [...entries, ...more].filter(({ audioUrl }) => !known.has(audioUrl) && known.add(audioUrl))
}

export const without = (entries: Entry[], gone: Entry[]) => {
  const urls = new Set(gone.map(({ audioUrl }) => audioUrl))
  return entries.filter(({ audioUrl }) => !urls.has(audioUrl))
}

/** To a place: a second time changes nothing, and what is not in it any more does not come back. */
export function placed(entries: Entry[], entry: Entry, to: number): Entry[] {
  const rest = without(entries, [entry])
  return rest.length === entries.length ? entries : rest.toSpliced(to, 0, entry)
}
