import type { Item, ItemPage, Kind } from '#contract/item.ts'
import type { Sort } from '#contract/filter-values.ts'
import type { SearchPage } from '#contract/search.ts'
import type { ItemKind } from '#server/db/types.ts'
import { JsonText } from '#server/http/json-text.ts'
import {
  findItems,
  IDS,
  listItems,
  REACH,
  showItems,
  type ItemFilter,
  type Listed,
  type orders,
  type Page,
  type Show,
} from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { joined, textOf, withCards, type CardText, type Form } from './card-texts.ts'

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
export function findCards<Shape extends Form>(
  app: App,
  { q, k, sort, page, limit, waves, ...filter }: Asked,
  form: Shape,
) {
  const asked = { q, filter: filterOf(app, k, filter), sort, page, limit }
  return pageOf(app, { page, limit, waves }, form, (show) => findItems<CardText>(app, asked, show))
}

export const filterOf = (app: App, k: Kind[] | undefined, filter: Omit<ItemFilter, 'kinds' | 'newSince'>) => ({
  ...filter,
  kinds: k?.map((kind) => kindOf[kind]),
  newSince: newSince(app),
})

/** A page of items found by filters, in an order. */
export const listCards = (app: App, filter: Omit<ItemFilter, 'newSince'>, order: keyof typeof orders, shown: Shown) =>
  pageOf(app, shown, 'item', (show) =>
    listItems<CardText>(app, { ...filter, newSince: newSince(app) }, order, shown, show),
  )

/** The cards of these items, in the order of the ids. */
export async function cardsInOrder(app: App, ids: number[]) {
  const show = textOf('item', newSince(app), false)
  const { rows } = await withCards(app.db, async () => ({ rows: await showItems<CardText>(app, ids, show) }))
  return new JsonText<{ items: Item[] }>(`{"items":[${joined(rows)}]}`)
}

/** The cards of items on sale, each as JSON, by their ids. */
export async function cardTexts(app: Pick<App, 'db' | 'clock'>, ids: number[]) {
  const show = textOf('item', newSince(app), true)
  const { rows } = await withCards(app.db, async () => ({ rows: await showItems<CardText>(app, ids, show) }))
  return new Map(rows.map(({ itemId, card }) => [itemId, card!]))
}

type Find = (show: Show) => Promise<Listed<CardText>>

/** How many items meet the filters, up to those that pages can reach. */
export async function countCards(app: App, filter: Omit<ItemFilter, 'newSince'>) {
  const asked = { ...filter, newSince: newSince(app) }
  const { totalItems, capped } = await listItems(app, asked, 'popular', { page: 0, limit: 1 }, IDS)
  return { totalItems, capped }
}

/** Answers a page as JSON whose cards were never taken apart. */
async function pageOf<Shape extends Form>(app: App, { page, limit, waves }: Shown, form: Shape, find: Find) {
  const { rows, totalItems, capped } = await withCards(app.db, () => find(textOf(form, newSince(app), waves)))
  const totalPages = Math.ceil(Math.min(totalItems, REACH) / limit)
  const rest = JSON.stringify({ page, limit, totalItems, totalPages, capped })
  return new JsonText<PageOf[Shape]>(`{"items":[${joined(rows)}],${rest.slice(1)}`)
}

type PageOf = { item: ItemPage; result: SearchPage }
