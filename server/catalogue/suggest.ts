import { sql } from 'kysely'
import { suggestProducers } from '#server/accounts/index.ts'
import { suggest, wordsOf, type Show } from '#server/search/index.ts'
import type { App } from '#server/services.ts'
import { withCards, type CardText } from './card-texts.ts'

const PRODUCERS = 3
/** The facts of a card, without what is counted. */
const FACTS: Show = {
  columns: sql`item_id, '{' || card || '}' as card`,
  joins: sql`left join item_card using (item_id)`,
}

/** Items, producers, tags and styles for a text that is being typed. */
export async function suggestAll(app: App, q: string) {
  const [found, producers] = await Promise.all([
    withCards(app.db, () => suggest<CardText>(app, q, FACTS)),
    producersNamed(app, wordsOf(q).join('')),
  ])
  return { ...found, producers }
}

const producersNamed = async ({ db }: App, begin: string) => (begin ? suggestProducers(db, begin, PRODUCERS) : [])
