import type { Item } from '#contract/item.ts'
import { duration, musicKey } from './format.ts'

/** The facts of an item that fit in one line. */
export function metaLine(item: Item): string[] {
  const { kind, bpm, key, type, trackCount, durationInSeconds } = item
  const counted = (name: string) => `${trackCount} ${name}${trackCount === 1 ? '' : 's'}`
  const parts =
    kind === 'KIT'
      ? [type ?? 'Kit', trackCount > 0 && counted('file')]
      : kind === 'PACK'
        ? [counted('track'), duration(durationInSeconds)]
        : [bpm && `${bpm} BPM`, key && musicKey(key), duration(durationInSeconds)]
  return parts.filter((part): part is string => Boolean(part))
}

/** One badge at most, the strongest first. */
export function badgeOf({ promoted, featured, isPopular, isTrending, isNew }: Item) {
  if (promoted) return 'Promoted'
  if (featured) return 'Featured'
  if (isPopular) return 'Popular'
  if (isTrending) return 'Trending'
  return isNew ? 'New' : null
}
