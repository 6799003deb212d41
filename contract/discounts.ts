import { z } from 'zod'
import {
  codeLimits,
  DISCOUNT_STATES,
  DISCOUNT_STATUSES,
  MOST_CHOSEN,
  MOST_IN_DEAL,
  MOST_LIVE,
  MOST_USES,
} from './discount-limits.ts'
import { endpoint } from './endpoint.ts'
import { limitedText } from './limited-text.ts'
import { id } from './paging.ts'
import { LicenseType } from './studio-fields.ts'
import { oneLine } from './text.ts'

const Percent = z
  .int('Give a whole number.')
  .min(1, 'A discount takes 1 to 100 percent.')
  .max(100, 'A discount takes 1 to 100 percent.')
const Dollars = z
  .number('Give an amount.')
  .min(0.01, 'Give an amount above 0.')
  .max(999_999, 'An amount is 999,999 at most.')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'Give at most two decimals.')
const few = (most: number, fault: string) => z.int('Give a whole number.').min(1, fault).max(most, fault)

const Chosen = z
  .array(z.object({ id: z.int(), title: z.string() }))
  .nullable()
  .describe('The items that it is for; null: all of the seller')

const common = {
  id: z.int(),
  percent: z.number().nullable(),
  items: Chosen,
  startsOn: z.iso.date().nullable(),
  endsOn: z.iso.date().nullable().describe('The last day, in UTC'),
  status: z
    .enum(DISCOUNT_STATUSES)
    .describe('later: its first day is to come. Without a plan that brings codes, none counts, whatever its status'),
  pausedFor: z.string().nullable().describe('Why an admin has paused it. Only admins can resume it then'),
  uses: z.int().describe('Paid orders'),
  given: z.number().describe('What it took off these orders, in dollars'),
  createdAt: z.iso.datetime(),
}

export const DiscountCode = z
  .object({
    ...common,
    code: z.string(),
    amount: z.number().nullable().describe('In dollars; null: it takes percent'),
    mostUses: z.int().nullable(),
    minimum: z.number().nullable().describe('What the items that it is for must cost together, in dollars'),
    firstPurchase: z.boolean().describe('Only for buyers who have nothing of this seller yet'),
  })
  .meta({ id: 'DiscountCode' })
export type DiscountCode = z.infer<typeof DiscountCode>

export const Deal = z
  .object({
    ...common,
    buy: z.int(),
    free: z.int().nullable().describe('So many more for nothing, the cheapest ones; null: it takes percent off all'),
    licenseType: LicenseType.nullable().describe('null: any license, and kits'),
  })
  .meta({ id: 'Deal' })
export type Deal = z.infer<typeof Deal>

const Discounts = z
  .object({
    hasCodes: z.boolean().describe('The seller’s plan brings codes and deals'),
    codes: z.array(DiscountCode).describe('Newest first'),
    deals: z.array(Deal).describe('Newest first'),
  })
  .meta({ id: 'Discounts' })

const chosen = {
  itemIds: z
    .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
    .min(1, 'Choose an item.')
    .max(MOST_CHOSEN, `Choose at most ${MOST_CHOSEN} items.`)
    .optional()
    .describe('Own items; all of them when left out'),
  startsOn: z.iso.date('Give a day.').optional().describe('The first day, in UTC'),
  endsOn: z.iso.date('Give a day.').optional().describe('The last day, in UTC'),
}
const params = z.object({ id })
const change = z.object({ state: z.enum(DISCOUNT_STATES).describe('An ended one stays ended') })

export const discounts = {
  list: endpoint({
    method: 'GET',
    path: '/me/discounts',
    auth: 'user',
    summary: 'The own discount codes and deals; ended ones too, 200 of each at most',
    reply: Discounts,
  }),
  addCode: endpoint({
    method: 'POST',
    path: '/me/codes',
    auth: 'user',
    summary: `Make a discount code; it takes either percent or an amount. ${MOST_LIVE} that have not ended at most`,
    body: z.object({
      code: limitedText(codeLimits, oneLine),
      percent: Percent.optional(),
      amount: Dollars.optional().describe('In dollars, over all items that it is for'),
      mostUses: few(MOST_USES, 'A code is used 1 to 10,000 times.').optional(),
      minimum: Dollars.optional(),
      firstPurchase: z.boolean().default(false),
      ...chosen,
    }),
    reply: DiscountCode,
  }),
  changeCode: endpoint({
    method: 'PATCH',
    path: '/me/codes/:id',
    auth: 'user',
    summary: 'Pause, resume or end a discount code',
    params,
    body: change,
    reply: DiscountCode,
  }),
  addDeal: endpoint({
    method: 'POST',
    path: '/me/deals',
    auth: 'user',
    summary: `Make a deal: so many more for nothing, or percent off. ${MOST_LIVE} that have not ended at most`,
    body: z.object({
      buy: few(MOST_IN_DEAL, 'Give 1 to 20.'),
      free: few(MOST_IN_DEAL, 'Give 1 to 20.').optional(),
      percent: Percent.optional(),
      licenseType: LicenseType.optional(),
      ...chosen,
    }),
    reply: Deal,
  }),
  ofItem: endpoint({
    method: 'GET',
    path: '/items/:id/deals',
    auth: 'anyone',
    summary: 'The deals that count for an item now',
    params,
    reply: z.array(
      z.object({
        text: z.string(),
        licenseType: LicenseType.nullable(),
        isForAll: z.boolean().describe('For all items of its seller'),
      }),
    ),
  }),
  changeDeal: endpoint({
    method: 'PATCH',
    path: '/me/deals/:id',
    auth: 'user',
    summary: 'Pause, resume or end a deal',
    params,
    body: change,
    reply: Deal,
  }),
}
