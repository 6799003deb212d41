import type { PlaylistEntry } from '#contract/item-detail.ts'
import type { Item } from '#contract/item.ts'

export type Entry = {
  id: number
  title: string
  artistName: string
  albumCoverUrl: string | null
  audioUrl: string
  durationInSeconds: number | null
}

const KEY = 'slide.playlist'

/** What can be heard of an item; null when that is nothing. */
export const entryOf = (
  item: Pick<Item, 'id' | 'title' | 'artistName' | 'coverUrl' | 'previewUrl'>,
  seconds: number | null,
) => (item.previewUrl ? entryFrom({ ...item, previewUrl: item.previewUrl, durationInSeconds: seconds }) : null)

export const entryFrom = ({
  id,
  title,
  artistName,
  coverUrl,
  previewUrl,
  durationInSeconds,
}: PlaylistEntry): Entry => ({
  id,
  title,
  artistName,
  albumCoverUrl: coverUrl,
  audioUrl: previewUrl,
  durationInSeconds,
})

const isEntry = (value: unknown): value is Entry => {
  const { id, title, audioUrl } = (value ?? {}) as Partial<Entry>
  return typeof id === 'number' && typeof title === 'string' && typeof audioUrl === 'string'
}

/** What is stored, without what nobody can recognise. */
export function entriesFrom(stored: string | null): Entry[] {
  try {
    const values: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(values) ? values.filter(isEntry) : []
  } catch {
    return []
  }
}

/** At the end; what is in it already stays where it is. */
export function joined(entries: Entry[], more: Entry[]): Entry[] {
  const all = [...entries, ...more]
  return all.filter(({ audioUrl }, at) => all.findIndex((other) => other.audioUrl === audioUrl) === at)
}

/** Throws where the browser keeps nothing. */
export const addToPlaylist = (more: Entry[]) =>
  localStorage.setItem(KEY, JSON.stringify(joined(entriesFrom(localStorage.getItem(KEY)), more)))
