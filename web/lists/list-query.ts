import type { InputOf } from '#contract/caller.ts'
import { FLAGS } from '#contract/filter-values.ts'
import { bpmOf, type ListScreen, type ListState } from './list-state.ts'

export type ItemsQuery = InputOf<'GET /items'>['query']

/** What the server is asked for a state. */
export function itemsQuery(screen: ListScreen, state: ListState): ItemsQuery {
  const [bpmMin, bpmMax] = bpmOf(screen, state)
  const asked = {
    q: state.q,
    k: (screen.style ? ['BEAT'] : state.kinds).join(','),
    style: screen.style ?? state.styles.join(','),
    flags: state.flag,
    sort: state.sort,
    bpmMin,
    bpmMax,
    halfTime: state.halfTime && 'true',
    key: state.key,
    compatibleKeys: state.compatibleKeys && 'true',
    mood: state.moods.join(','),
    tags: state.tags.join(','),
    priceMin: state.price[0],
    priceMax: state.price[1],
    license: state.license,
    ...(screen.flagAs === 'tab' && chartQuery(state)),
    waves: screen.rows && 'true',
    page: state.page,
    limit: screen.limit,
  }
  return Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== null && value !== false && value !== ''),
  ) as ItemsQuery
}

/** A chart is an order; All is whatever stands in one of the charts. */
function chartQuery({ flag }: ListState) {
  const order = { popular: 'popular', trending: 'trending', new: 'newest', featured: 'popular' }
  return {
    flags: flag === null ? FLAGS.join(',') : flag === 'featured' ? 'featured' : null,
    sort: order[flag ?? 'popular'],
  }
}
