import type { InputOf } from '#contract/caller.ts'
import { FLAGS } from '#contract/filter-values.ts'
import { given } from './address-values.ts'
import { askFilters } from './filters.ts'
import { aroundOf, type ListScreen, type ListState } from './list-state.ts'

export type ItemsQuery = InputOf<'GET /items'>['query']

/** The request to the server for a state. */
export function itemsQuery(screen: ListScreen, state: ListState): ItemsQuery {
  const asked = {
    q: state.q,
    k: (screen.style ? ['BEAT'] : state.kinds).join(','),
    flags: state.flag,
    sort: state.sort,
    ...askFilters(state, aroundOf(screen, state)),
    ...(screen.style && { style: screen.style }),
    ...(screen.flagAs === 'tab' && chartQuery(state)),
    waves: screen.rows ? 'true' : null,
    picks: hasFeatured(screen, state) ? 'true' : null, // promoted items have places of their own
    page: state.page,
    limit: screen.limit,
  }
  return Object.fromEntries(given(asked)) as ItemsQuery
}

const hasFeatured = ({ flagAs }: ListScreen, { flag }: ListState) =>
  flag === 'featured' || (flagAs === 'tab' && flag === null)

/** A chart is an order. `All` contains everything that is in one of the charts. */
function chartQuery({ flag }: ListState) {
  const order = { popular: 'popular', trending: 'trending', new: 'newest', featured: 'popular' }
  return {
    flags: flag === null ? FLAGS.join(',') : flag === 'featured' ? 'featured' : null,
    sort: order[flag ?? 'popular'],
  }
}
