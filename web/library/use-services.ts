import type { LibrarySubscription } from '#contract/billing.ts'
import type { Promotion } from '#contract/promotions.ts'
import { usePromotions } from '#web/promotions/use-promotions.ts'
import { tierName } from '#web/promotions/words.ts'
import { useSubscriptions } from '#web/plans/use-subscriptions.ts'
import type { LibraryState } from './library-address.ts'

export type Services = {
  /** How many the search finds. */
  found: number
  /** Those that this page of the list shows: all of them, on its first page. */
  subscriptions: readonly LibrarySubscription[]
  promotions: readonly Promotion[]
  isEmpty: boolean
  isPending: boolean
  isError: boolean
  again: () => unknown
}

const elsewhere = {
  subscriptions: [],
  promotions: [],
  isEmpty: true,
  isPending: false,
  isError: false,
  again: () => {},
}

/** Subscriptions and promotions that the search finds. */
export function useServices({ tab, q, page }: LibraryState): Services {
  const plans = useSubscriptions()
  const own = usePromotions()
  const words = q.trim().toLowerCase()
  const fits = (text: string) => text.toLowerCase().includes(words)
  const subscriptions = (plans.data ?? []).filter(({ planLabel }) => fits(`${planLabel} plan subscription`))
  const promotions = (own.data ?? []).filter((one) => fits(`${one.title} ${tierName(one)} promotion`))
  const found = subscriptions.length + promotions.length
  const isHere = (tab === 'all' || tab === 'services') && page === 0
  if (!isHere) return { ...elsewhere, found }
  const asked = [plans, own]
  return {
    found,
    subscriptions,
    promotions,
    isEmpty: found === 0,
    isPending: asked.some(({ isPending }) => isPending),
    isError: asked.some(({ isError, data }) => isError && !data),
    again: () => asked.forEach(({ isError, refetch }) => isError && void refetch()),
  }
}

type Chosen = {
  subscription?: LibrarySubscription | undefined
  promotion?: Promotion | undefined
  /** The id that a phone shows in the place of the list. */
  opened: number | null
}

/** The one that the address names. Without a choice that is there, it is the first of the list. */
export function chosenOf({ subscriptions, promotions, isPending }: Services, state: LibraryState): Chosen {
  const { item, plan, promo } = state
  const subscription = subscriptions.find(({ id }) => id === plan)
  const promotion = promotions.find(({ id }) => id === promo)
  const opened = item ?? subscription?.id ?? promotion?.id ?? (isPending ? (plan ?? promo) : null)
  if (opened !== null) return { subscription, promotion, opened }
  return subscriptions[0] ? { subscription: subscriptions[0], opened } : { promotion: promotions[0], opened }
}
