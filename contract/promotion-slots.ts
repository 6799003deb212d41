import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { kinds, searchText } from './filters.ts'
import { Item } from './item.ts'
import { PLACES } from './promotion-values.ts'

const token = z.string().max(400)

export const Slots = z
  .object({
    slots: z
      .array(z.object({ token: token.describe('Proves this draw'), item: Item }))
      .describe(
        'In the order of their places. The last may be spare, as many as there are places: a page shows no item twice',
      ),
    empty: z.array(token).describe('For the places that stay without a promoted item'),
  })
  .meta({ id: 'Slots' })
export type Slots = z.infer<typeof Slots>

const tokens = z.array(token).max(40).default([])

/** Where promoted items are drawn, and what people do with them. `docs/promotions.md` explains both. */
export const promotionSlots = {
  draw: endpoint({
    method: 'GET',
    path: '/promotions/slots',
    auth: 'anyone',
    summary: 'Draws the promoted items of a page',
    query: z.object({
      place: z.enum(PLACES),
      style: z
        .string()
        .max(600)
        .regex(/^[a-z0-9-]+(,[a-z0-9-]+)*$/, 'Give slugs of styles.')
        .optional()
        .describe('The styles that the page is about'),
      k: kinds.describe('BEAT, PACK, KIT; all when left out'),
      q: searchText.default('').describe('The words that the page is about'),
    }),
    reply: Slots,
  }),
  events: endpoint({
    method: 'POST',
    path: '/promotions/events',
    auth: 'anyone',
    summary: 'Tells that promoted items were seen, opened or played, by the tokens of their draws',
    body: z.object({
      seen: tokens.describe('Half of the card was visible for a second'),
      clicked: tokens,
      played: tokens,
      kept: tokens.describe('Clicked in the last days, before the caller signed in'),
    }),
    reply: z.object({ counted: z.int().describe('Those that were not counted before, and count') }),
  }),
}
