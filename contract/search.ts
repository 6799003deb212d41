import { z } from 'zod'
import { Item, ItemPage, Kind, Style } from './item.ts'
import { Producer } from './people.ts'

/** The same shape for all results. */
export const SearchItem = Item.omit({
  durationInSeconds: true,
  type: true,
  trackCount: true,
  isNew: true,
  isPopular: true,
  isTrending: true,
})
  .extend({
    durationSec: z.number().nullable(),
    kitType: z.string().nullable(),
    tracksCount: z.int(),
    location: z.string().nullable().describe('The place that its style is from'),
    popular: z.boolean(),
    trending: z.boolean(),
    new: z.boolean(),
  })
  .meta({ id: 'SearchItem' })
export type SearchItem = z.infer<typeof SearchItem>

export const SearchPage = ItemPage.extend({ items: z.array(SearchItem) }).meta({ id: 'SearchPage' })
export type SearchPage = z.infer<typeof SearchPage>

const Lead = z.object({ q: z.string(), totalItems: z.int() })

export const Leads = z
  .object({
    didYouMean: Lead.nullable().describe('With the nearest known words in place of unknown ones'),
    shorter: Lead.nullable().describe('Without the price, the tempos or the rarest words'),
    unfiltered: z.int().describe('Results of the same words without filters; 0 if there are no filters'),
  })
  .meta({ id: 'SearchLeads' })

export const Suggestions = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        kind: Kind,
        slug: z.string(),
        title: z.string(),
        artistName: z.string(),
        coverUrl: z.string().nullable(),
      }),
    ),
    producers: z.array(Producer.pick({ id: true, displayName: true, avatarUrl: true, plan: true })),
    tags: z.array(z.string()),
    styles: z.array(Style.pick({ slug: true, title: true, code: true, line: true })),
  })
  .meta({ id: 'Suggestions' })
export type Suggestions = z.infer<typeof Suggestions>
