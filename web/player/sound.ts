import type { Item, Kind, Style } from '#contract/item.ts'
import { kinds } from '#web/items/kinds.ts'

/** What can be heard: an item, or one track of a pack or a kit under its name. */
export type Sound = {
  /** Of the item, also for its tracks: the previews tell those apart. */
  id: number
  kind: Kind
  /** Unknown of what came from elsewhere. */
  slug: string | null
  title: string
  artistName: string
  coverUrl: string | null
  previewUrl: string
  durationInSeconds: number | null
  style: Pick<Style, 'line' | 'code'> | null
  /** When it is one track of a pack or a kit. */
  trackId?: number
}

export const isSame = (one: Sound | undefined, other: Pick<Sound, 'id' | 'previewUrl'>) =>
  one?.id === other.id && one.previewUrl === other.previewUrl

/** Null when there is nothing to hear. */
export const soundOf = (item: Item): Sound | null =>
  item.previewUrl === null
    ? null
    : {
        id: item.id,
        kind: item.kind,
        slug: item.slug,
        title: item.title,
        artistName: item.artistName,
        coverUrl: item.coverUrl,
        previewUrl: item.previewUrl,
        durationInSeconds: item.durationInSeconds,
        style: item.style && { line: item.style.line, code: item.style.code },
      }

export const soundsOf = (items: Item[]) => items.flatMap((item) => soundOf(item) ?? [])

export const sourceKeyOf = ({ kind, id }: Pick<Sound, 'kind' | 'id'>) => `${kinds[kind].one}:${id}`
