import type { App } from '#server/services.ts'
import { refreshCharts } from './charts.ts'
import { indexMissing } from './index-items.ts'
import { refreshVocabulary } from './vocabulary.ts'

export { queueForCharts } from './charts.ts'
export { ensureHousePictures } from './house-pictures.ts'
export { indexItems } from './index-items.ts'
export { itemAddresses } from './item-addresses.ts'
export { kindNames, kinds } from './kinds.ts'
export { itemsShown, type ShownItem } from './item-detail.ts'
export { anyItemRoutes, itemRoutes, searchRoutes, styleRoutes } from './routes.ts'
export { itemsToHear, soundsOf } from './sounds.ts'
export { shareRoutes } from './oembed.ts'
export { mountSharePictures } from './share-pictures.ts'

/** Before the first page is asked for: what an earlier version, a load or the demo has brought is found and ranked. */
export async function ensureIndexed({ db, clock }: App) {
  await indexMissing(db)
  await refreshCharts(db, clock.now())
}

export const catalogueRounds = ({ db, clock }: App) => [
  { name: 'refresh-charts', match: '* * * * *', run: () => refreshCharts(db, clock.now()) },
  { name: 'refresh-vocabulary', match: '23 3 * * *', run: () => refreshVocabulary(db) },
]
