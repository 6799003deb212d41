import type { Item } from '#contract/item.ts'
import type { SearchItem } from '#contract/search.ts'

/** What was found, in the shape of all lists. */
export function itemOf(found: SearchItem): Item {
  const { durationSec, kitType, tracksCount, location: _, popular, trending, new: isNew, ...same } = found
  return {
    ...same,
    durationInSeconds: durationSec,
    type: kitType,
    trackCount: tracksCount,
    isPopular: popular,
    isTrending: trending,
    isNew,
  }
}
