import type { App } from '#server/services.ts'
import { refreshCharts } from './charts.ts'
import { indexMissing } from './index-items.ts'
import { refreshVocabulary } from './vocabulary.ts'

export { queueForCharts } from './charts.ts'
export type { ItemFilter, orders, Page } from './filter.ts'
export { findItems } from './find-items.ts'
export { indexItems } from './index-items.ts'
export { compatibleKeys, keyNumber } from './keys.ts'
export { leadOn } from './lead-on.ts'
export { listItems, showItems } from './list-items.ts'
export { IDS, REACH, type Listed, type Show } from './show.ts'
export { popularTags, suggest } from './suggest.ts'
export { synonymRoutes } from './synonyms.ts'
export { understand } from './understand.ts'
export { wordsOf } from './words.ts'

/** Runs before the first page is served. Indexes and ranks items that an update, a bulk load or the demo has added. */
export async function ensureIndexed({ db, clock }: Pick<App, 'db' | 'clock'>) {
  await indexMissing(db)
  await refreshCharts(db, clock.now())
}

export const searchRounds = ({ db, clock }: App) => [
  { name: 'refresh-charts', match: '* * * * *', run: () => refreshCharts(db, clock.now()) },
  { name: 'refresh-vocabulary', match: '23 3 * * *', run: () => refreshVocabulary(db) },
]
