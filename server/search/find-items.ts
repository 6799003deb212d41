import type { Sort } from '#contract/filter-values.ts'
import type { App } from '#server/services.ts'
import type { ItemFilter, Page } from './filter.ts'
import { listItems } from './list-items.ts'
import { searchItems } from './search-items.ts'
import type { PriceSpan } from './prices.ts'
import type { Listed, Show, Shown } from './show.ts'
import { understand } from './understand.ts'

type Asked = { q: string; filter: ItemFilter; sort?: Sort | undefined } & Page

/** One page of items on sale: searched when words are given, listed when there are none. */
export async function findItems<Row extends Shown>(
  app: Pick<App, 'db' | 'clock'>,
  { q, filter, sort, page, limit }: Asked,
  show: Show,
): Promise<Listed<Row>> {
  const asked = understand(q)
  const narrowed = { ...filter, ...bothPrices(filter, asked.price), ...(asked.tempo && { spoken: asked.tempo }) }
  const order = sort ?? asked.sort ?? 'relevance'
  if (asked.words.length === 0)
    return listItems(app, narrowed, order === 'relevance' ? 'popular' : order, { page, limit }, show)
  const search = { asked, filter: narrowed, titleFilter: filter, sort: order, page, limit }
  return searchItems(app, search, show)
}

/** The price must be within both spans. */
function bothPrices(one: PriceSpan, other: PriceSpan): PriceSpan {
  const least = [one.priceMin, other.priceMin].filter((price) => price !== undefined)
  const most = [one.priceMax, other.priceMax].filter((price) => price !== undefined)
  return {
    ...(least.length && { priceMin: Math.max(...least) }),
    ...(most.length && { priceMax: Math.min(...most) }),
  }
}
