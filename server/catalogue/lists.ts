import type { Kind } from '#contract/item.ts'
import type { Sort } from '#contract/filter-values.ts'
import type { App } from '#server/services.ts'
import type { ItemKind } from '#server/db/types.ts'
import {
  findItems,
  listItems,
  REACH,
  type Found,
  type ItemFilter,
  type orders,
  type Page,
} from '#server/search/index.ts'
import { cardsOf, type CardRow } from './cards.ts'

const NEW_DAYS = 14
const MINUTE = 60_000

/**
 * Items published after this moment are new. It is a whole minute, because cached counts are found by the exact
 * question.
 */
export const newSince = ({ clock }: Pick<App, 'clock'>) =>
  new Date(Math.floor(clock.now().getTime() / MINUTE) * MINUTE - NEW_DAYS * 86_400_000)

type Shown = Page & { waves: boolean }
type Asked = Omit<ItemFilter, 'kinds' | 'newSince'> &
  Shown & { q: string; k?: Kind[] | undefined; sort?: Sort | undefined }

export const kindOf: Record<Kind, ItemKind> = { BEAT: 'beat', PACK: 'pack', KIT: 'kit' }

/** A page of items found by words and filters. */
export function findCards(app: App, { q, k, sort, page, limit, waves, ...filter }: Asked) {
  const found = findItems(app, { q, filter: filterOf(app, k, filter), sort, page, limit })
  return pageOf(app, found, { page, limit, waves })
}

export const filterOf = (app: App, k: Kind[] | undefined, filter: Omit<ItemFilter, 'kinds' | 'newSince'>) => ({
  ...filter,
  kinds: k?.map((kind) => kindOf[kind]),
  newSince: newSince(app),
})

/** A page of items found by filters, in an order. */
export const listCards = (app: App, filter: Omit<ItemFilter, 'newSince'>, order: keyof typeof orders, shown: Shown) =>
  pageOf(app, listItems(app, { ...filter, newSince: newSince(app) }, order, shown), shown)

async function pageOf({ db }: App, found: Promise<Found>, { page, limit, waves }: Shown) {
  const { ids, totalItems, capped } = await found
  const rows: CardRow[] = await cardsOf(db, ids, { waves })
  return { rows, page, limit, totalItems, totalPages: Math.ceil(Math.min(totalItems, REACH) / limit), capped }
}
