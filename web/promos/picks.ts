import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MOST_LINES } from '#contract/cart-limits.ts'
import type { Duration, Tier } from '#contract/promotion-values.ts'
import type { OwnItem } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { nullIfMissing } from '#web/api/null-if-missing.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { itemsIn } from '#web/promotions/items-in-address.ts'
import { tierName } from '#web/promotions/words.ts'
import { localShortDay } from '#web/ui/local-day.ts'

export type Picked = Pick<OwnItem, 'id' | 'kind' | 'title' | 'coverUrl'>

export type Chosen = { picks: readonly Picked[]; tier: Tier; days: Duration }

/** Only what is on sale and not promoted yet. */
export const canBePicked = ({ status, statusLabel, promotion }: OwnItem) =>
  status === 'published' && statusLabel === 'Published' && promotion === null

/** Until when it is promoted, or the fact that tells it from others. */
export function factOf({ kind, promotion, bpm, trackCount, type, statusLabel }: OwnItem) {
  if (promotion)
    return promotion.isPaused
      ? `${tierName(promotion)} is paused`
      : `${tierName(promotion)} runs until ${localShortDay(promotion.endsAt)}`
  if (statusLabel !== 'Published') return statusLabel
  if (kind === 'PACK') return `${trackCount} ${trackCount === 1 ? 'track' : 'tracks'}`
  return kind === 'KIT' ? (type ?? 'Kit') : bpm ? `${bpm} BPM` : 'Beat'
}

const pickOf = ({ id, kind, title, coverUrl }: OwnItem): Picked => ({ id, kind, title, coverUrl })

/** With this item, or without it. */
export const toggled = (picks: readonly Picked[], item: OwnItem): readonly Picked[] =>
  picks.some(({ id }) => id === item.id) ? picks.filter(({ id }) => id !== item.id) : [...picks, pickOf(item)]

/**
 * Adds the items that another page or an earlier visit has chosen, once. `leftOut`: those that can't be picked now. `gone`
 * is the number of those that the seller doesn't have, `beyond` of those that the cart has no room for.
 */
export function usePicksByName(item: string, add: (picks: readonly Picked[]) => void) {
  const named = itemsIn(item)
  const asked = named.slice(0, MOST_LINES)
  const added = useRef('')
  const { data, isError, refetch } = useQuery({
    queryKey: ['GET /me/items', 'picks', item],
    queryFn: async () => {
      const found = await Promise.all(
        asked.map(({ kind, id }) => nullIfMissing(call(ownRoute(kind), { params: { id } }))),
      )
      return found.filter((item) => item !== null)
    },
    enabled: asked.length > 0,
    gcTime: 0, // what is on sale and not promoted may have changed until the next visit
  })
  useEffect(() => {
    if (!data || added.current === item) return
    added.current = item
    add(data.filter(canBePicked).map(pickOf))
  }, [data, item, add])
  return {
    leftOut: data?.filter((one) => !canBePicked(one)) ?? [],
    gone: data ? asked.length - data.length : 0,
    beyond: named.length - asked.length,
    hasFailed: isError,
    again: refetch,
  }
}

export type NamedItems = ReturnType<typeof usePicksByName>

/** Without this item. */
export const toggledOff = (picks: readonly Picked[], { id }: Picked) => picks.filter((pick) => pick.id !== id)
