import { BROWSE, CHARTS, PRODUCERS, SEARCH, styleScreen } from '#web/lists/screens.ts'

/** Query parameters that a page reads on the server, by the paths of routes. Whatever else stands in its address makes no other page. */
export const pageQueries: Record<string, readonly string[]> = {
  browse: BROWSE.reads,
  charts: CHARTS.reads,
  search: SEARCH.reads,
  'styles/:slug': styleScreen('').reads,
  producers: PRODUCERS.reads,
  ':kind/:slug/embed': ['color'],
}
