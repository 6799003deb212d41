import type { Sort } from '#contract/filter-values.ts'
import type { App } from '#server/services.ts'
import type { ItemFilter, Page } from './filter.ts'
import { listItems } from './list-items.ts'
import { searchItems } from './search-items.ts'
import { wordsOf } from './words.ts'

type Asked = { q: string; filter: ItemFilter; sort?: Sort | undefined } & Page

/** One page of items on sale: searched when words are given, listed when there are none. */
export function findItems(app: Pick<App, 'db' | 'clock'>, { q, filter, sort, page, limit }: Asked) {
  if (wordsOf(q).length) return searchItems(app, { q, filter, sort: sort ?? 'relevance', page, limit })
  const order = sort === undefined || sort === 'relevance' ? 'popular' : sort
  return listItems(app, filter, order, { page, limit })
}
