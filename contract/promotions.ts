import { z } from 'zod'
import { Plan } from './accounts.ts'
import { adminReason } from './admin-reason.ts'
import { endpoint } from './endpoint.ts'
import { searchText } from './filters.ts'
import { Kind, Line } from './item.ts'
import { cappedPageOf, id, limit, page } from './paging.ts'
import { PLACES, PROMOTION_ENDS, PROMOTION_STATUSES, TIERS } from './promotion-values.ts'

const time = z.iso.datetime()

export const Promotion = z
  .object({
    id: z.int(),
    title: z.string().describe('Of the item'),
    thumb: z.string().nullable().describe('Its cover'),
    itemId: z.int(),
    kind: Kind,
    slug: z.string().nullable().describe('Of the item’s page; null if it has none any more'),
    style: z.object({ slug: z.string(), code: z.string(), line: Line }).nullable(),
    tier: z.enum(TIERS),
    days: z.int(),
    status: z
      .enum(PROMOTION_STATUSES)
      .describe('paused: its time stands still, since the item is off sale or an admin has paused it'),
    pausedFor: z.string().nullable().describe('Why it is paused: a sentence'),
    startedAt: time,
    endsAt: time.describe('When its days end, or have ended. A pause moves it'),
    runsOn: z.boolean().describe('Its days are over, and it runs on until the guarantee is met'),
    lastsUntil: time.describe('It ends then at the latest, and the rest comes back as promo credits'),
    endedAt: time.nullable(),
    endedFor: z
      .enum(PROMOTION_ENDS)
      .nullable()
      .describe(
        'short: the guarantee was not met, and the rest came back as credits. item: the item was taken down, rejected, ' +
          'sold or deleted',
      ),
    guaranteed: z.int().describe('Impressions'),
    delivered: z.int().describe('Impressions'),
    expected: z.int().describe('Impressions that an even pace would have reached by now'),
    clicks: z.int(),
    plays: z.int(),
    sales: z.int(),
    earned: z.number().describe('By these sales, in dollars'),
    price: z.number().describe('Before credits and the plan’s discount, in dollars'),
    creditsUsed: z.number(),
    paid: z.number().describe('In money, in dollars'),
    creditsReturned: z.number().describe('Promo credits that came back for what was not delivered'),
    isRerun: z.boolean(),
    canRerun: z.boolean().describe('It ended without a sale of its item, and the plan brings a rerun for nothing'),
    canCancel: z.boolean(),
  })
  .meta({ id: 'Promotion' })
export type Promotion = z.infer<typeof Promotion>

const PromotionDay = z
  .object({
    day: z.iso.date().describe('In UTC'),
    impressions: z.int(),
    clicks: z.int(),
    plays: z.int(),
    sales: z.int(),
    earned: z.number(),
  })
  .meta({ id: 'PromotionDay' })

export const PromotionDetail = Promotion.extend({
  series: z
    .array(PromotionDay)
    .describe('From its first day to its last or to today, also days on which nothing happened'),
}).meta({ id: 'PromotionDetail' })
export type PromotionDetail = z.infer<typeof PromotionDetail>

const Forecast = z
  .object({
    days: z.int().describe('The past days that it looks at'),
    places: z.array(
      z.object({
        place: z.enum(PLACES),
        perDay: z
          .int()
          .nullable()
          .describe('About how often people see a place for promoted items there each day; null: not known yet'),
      }),
    ),
  })
  .meta({ id: 'PromotionForecast' })
export type Forecast = z.infer<typeof Forecast>

export const DeskPromotion = Promotion.omit({ canRerun: true })
  .extend({
    seller: z.object({ id: z.int(), name: z.string(), avatarUrl: z.string().nullable(), plan: Plan }),
    orderId: z.int().nullable().describe('Null: a rerun for nothing'),
    orderNumber: z.string().nullable(),
    held: z
      .object({ reason: z.string(), at: time, by: z.string().nullable() })
      .nullable()
      .describe('An admin has paused it'),
    owedPerDay: z.int().describe('What it still needs each day to be on time'),
  })
  .meta({ id: 'DeskPromotion' })
export type DeskPromotion = z.infer<typeof DeskPromotion>

const SlotLoad = z
  .object({
    place: z.enum(PLACES),
    promotions: z.int().describe('Running ones that may appear there'),
    owedPerDay: z.int().describe('The part of what they still need each day that falls on this place'),
    perDay: z.int().nullable().describe('As in the forecast'),
  })
  .meta({ id: 'SlotLoad' })
export type SlotLoad = z.infer<typeof SlotLoad>

const params = z.object({ id })

export const promotions = {
  mine: endpoint({
    method: 'GET',
    path: '/promotions/mine',
    auth: 'user',
    summary: 'Own promotions, newest first',
    reply: z.array(Promotion),
  }),
  forecast: endpoint({
    method: 'GET',
    path: '/promotions/forecast',
    auth: 'user',
    summary: 'How often people see places for promoted items, by the traffic of the last weeks. It promises nothing',
    query: z.object({ itemId: id.optional().describe('Looks at the page of this item’s style') }),
    reply: Forecast,
  }),
  one: endpoint({
    method: 'GET',
    path: '/promotions/:id',
    auth: 'user',
    summary: 'An own promotion with its days',
    params,
    reply: PromotionDetail,
  }),
  table: endpoint({
    method: 'GET',
    path: '/promotions/:id/table',
    auth: 'user',
    summary: 'The days of an own promotion as CSV, with what each click, play and sale has cost',
    params,
    reply: { fileTypes: ['text/csv'] },
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/promotions/:id/cancel',
    auth: 'user',
    summary: 'End an own promotion at once. Nothing is returned',
    params,
    reply: Promotion,
  }),
  rerun: endpoint({
    method: 'POST',
    path: '/promotions/:id/rerun',
    auth: 'user',
    summary: 'Run an ended promotion once more for nothing; answers the new one',
    params,
    reply: Promotion,
  }),
}

/** The calls of admins about promotions. */
export const deskPromotions = {
  list: endpoint({
    method: 'GET',
    path: '/admin/promotions',
    auth: 'admin',
    summary: 'Promotions, newest first',
    query: z.object({
      q: searchText.default('').describe('Found in the item’s title and the seller’s name; a number is an id'),
      status: z.enum(PROMOTION_STATUSES).optional(),
      tier: z.enum(TIERS).optional(),
      isLate: z.stringbool().optional().describe('Only those that are behind an even pace'),
      seller: id.optional(),
      page,
      limit: limit(50),
    }),
    reply: cappedPageOf(DeskPromotion).extend({
      counts: z
        .record(z.enum(PROMOTION_STATUSES), z.int())
        .describe('Of all, whatever is searched for; up to 1,001 of each: more are not counted'),
    }),
  }),
  load: endpoint({
    method: 'GET',
    path: '/admin/promotions/load',
    auth: 'admin',
    summary: 'What running promotions still need each day, by place',
    reply: z.array(SlotLoad),
  }),
  pause: endpoint({
    method: 'POST',
    path: '/admin/promotions/:id/pause',
    auth: 'admin',
    summary: 'Pause a promotion, with a reason that its seller reads. Its time stands still',
    params,
    body: z.object({ reason: adminReason }),
    reply: DeskPromotion,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/admin/promotions/:id/resume',
    auth: 'admin',
    summary: 'Let a promotion that an admin has paused go on',
    params,
    body: z.object({ reason: adminReason }),
    reply: DeskPromotion,
  }),
}
