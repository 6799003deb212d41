import { PROFILE_READS } from '#web/profile/profile-address.ts'
import { BROWSE, CHARTS, PRODUCERS, SEARCH, styleScreen } from '#web/lists/screens.ts'

/** The query parameters that a page reads on the server, by the path of the page. The page cache ignores all others. */
export const pageQueries: Record<string, readonly string[]> = {
  browse: BROWSE.reads,
  charts: CHARTS.reads,
  search: SEARCH.reads,
  'styles/:slug': styleScreen('').reads,
  producers: PRODUCERS.reads,
  'profile/:id': PROFILE_READS,
  ':kind/:slug/embed': ['color'],
}
