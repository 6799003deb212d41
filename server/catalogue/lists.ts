import type { Kind } from '#contract/item.ts'
import type { Sort } from '#contract/filter-values.ts'
import type { App } from '#server/services.ts'
import type { ItemKind } from '#server/db/types.ts'
import { cardsOf, type CardRow } from './cards.ts'
import type { ItemFilter, orders, Page } from './filter.ts'
import { listItems, REACH, type Found } from './list-items.ts'
import { searchItems } from './search-items.ts'
import { wordsOf } from './words.ts'

const NEW_DAYS = 14
const MINUTE = 60_000

/** By the minute: a count is kept under all that it was asked with. */
export const newSince = ({ clock }: Pick<App, 'clock'>) =>
  new Date(Math.floor(clock.now().getTime() / MINUTE) * MINUTE - NEW_DAYS * 86_400_000)

type Shown = Page & { waves: boolean }
type Asked = Omit<ItemFilter, 'kinds' | 'newSince'> &
  Shown & { q: string; k?: Kind[] | undefined; sort?: Sort | undefined }

const kindOf: Record<Kind, ItemKind> = { BEAT: 'beat', PACK: 'pack', KIT: 'kit' }

/** Searched when there are words, listed when there are none. */
export function findItems(app: App, { q, k, sort, page, limit, waves, ...filter }: Asked) {
  const kinds = k?.map((kind) => kindOf[kind])
  const narrowed = { ...filter, kinds, newSince: newSince(app) }
  const shown = { page, limit, waves }
  if (wordsOf(q).length)
    return pageOf(app, searchItems(app.db, { q, filter: narrowed, sort: sort ?? 'relevance', page, limit }), shown)
  const order = sort === undefined || sort === 'relevance' ? 'popular' : sort
  return pageOf(app, listItems(app.db, narrowed, order, { page, limit }), shown)
}

export const listKind = (app: App, filter: Omit<ItemFilter, 'newSince'>, order: keyof typeof orders, shown: Shown) =>
  pageOf(app, listItems(app.db, { ...filter, newSince: newSince(app) }, order, shown), shown)

async function pageOf({ db }: App, found: Promise<Found>, { page, limit, waves }: Shown) {
  const { ids, totalItems, capped } = await found
  const rows: CardRow[] = await cardsOf(db, ids, { waves })
  return { rows, page, limit, totalItems, totalPages: Math.ceil(Math.min(totalItems, REACH) / limit), capped }
}
