import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { numberIn } from './number-in.ts'

const pixels = numberIn(z.number().int().min(1).max(10_000))

/** A question of another site about one of our addresses, as defined by https://oembed.com. */
export const share = {
  oembed: endpoint({
    method: 'GET',
    path: '/oembed',
    auth: 'anyone',
    summary: 'The player for other sites, by the address of a beat, a pack or a kit',
    query: z.object({
      url: z.string().min(1).max(2_000),
      format: z.string().max(20).default('json').describe('Only json; for any other the answer is 501'),
      maxwidth: pixels.optional(),
      maxheight: pixels.optional(),
    }),
    reply: z
      .object({
        type: z.literal('rich'),
        version: z.literal('1.0'),
        title: z.string(),
        author_name: z.string(),
        author_url: z.url(),
        provider_name: z.literal('Slide'),
        provider_url: z.url(),
        cache_age: z.int().describe('Seconds'),
        html: z.string(),
        width: z.int(),
        height: z.int(),
        thumbnail_url: z.url().optional(),
        thumbnail_width: z.int().optional(),
        thumbnail_height: z.int().optional(),
      })
      .meta({ id: 'OEmbed' }),
  }),
}
