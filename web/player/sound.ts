import type { Item, Kind, Style, Wave } from '#contract/item.ts'
import { kinds } from '#web/items/kinds.ts'

/** A purchase, and for packs and kits one track of it. */
export type Owned = { purchaseId: number; key?: string }

/** A sound for the player: an item, or one track of a pack or kit. */
export type Sound = {
  /** The item's id, also for its tracks, which differ by their previews. */
  id: number
  kind: Kind
  /** Null for sounds from other pages' events. */
  slug: string | null
  title: string
  artistName: string
  coverUrl: string | null
  previewUrl: string
  durationInSeconds: number | null
  style: Pick<Style, 'line' | 'code'> | null
  /** Set for one track of a pack or a kit. */
  trackId?: number
  /** Set for a master, which reviewers hear: the present one, or a new one that waits for its review. */
  master?: 'present' | 'new'
  /** Set for a whole sound that the listener has bought. Its address changes, so this is its name. */
  owned?: Owned
  /** Chosen by the player: it follows the last track of a list. */
  similar?: true
  /** The wave of a sound that is not public. The player asks for the others. */
  wave?: Wave | null
}

/** Masters and other sounds by signed address belong to no public item: hearing one is no play, and nothing is asked of it. */
export const isPublic = ({ previewUrl }: Pick<Sound, 'previewUrl'>) => previewUrl.startsWith('/media/')

export const isSame = (one: Sound | undefined, other: Pick<Sound, 'id' | 'previewUrl' | 'owned'>) =>
  one?.id === other.id && nameOf(one) === nameOf(other)

const nameOf = ({ owned, previewUrl }: Pick<Sound, 'previewUrl' | 'owned'>) =>
  owned ? `${owned.purchaseId} ${owned.key}` : previewUrl

/** Null for an item without a preview. */
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
