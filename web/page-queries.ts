import { BROWSE, CHARTS, PRODUCERS, SEARCH, styleScreen } from '#web/lists/screens.ts'

/** Query parameters that a page reads on the server, by route path. All other parameters are ignored by the page cache. */
export const pageQueries: Record<string, readonly string[]> = {
  browse: BROWSE.reads,
  charts: CHARTS.reads,
  search: SEARCH.reads,
  'styles/:slug': styleScreen('').reads,
  producers: PRODUCERS.reads,
  ':kind/:slug/embed': ['color'],
}
