import { suggestProducers } from '#server/accounts/index.ts'
import { suggest, wordsOf } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { cardsOf } from './cards.ts'

const PRODUCERS = 3

/** Items, producers, tags and styles for a text that is being typed. */
export async function suggestAll(app: App, q: string) {
  const [{ itemIds, tags, styles }, producers] = await Promise.all([
    suggest(app, q),
    producersNamed(app, wordsOf(q).join('')),
  ])
  return { items: await cardsOf(app.db, itemIds), producers, tags, styles }
}

const producersNamed = async ({ db }: App, begin: string) => (begin ? suggestProducers(db, begin, PRODUCERS) : [])
