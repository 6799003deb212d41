import { z } from 'zod'
import { COUNTRIES } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { LEGAL_NAME } from './legal-name.ts'
import { limitedText } from './limited-text.ts'
import { paypalLimits } from './limits.ts'
import { numberIn } from './number-in.ts'
import { limit, page, pageOf } from './paging.ts'
import { proof } from './proof.ts'
import { PAYOUT_KINDS, PAYOUT_STATES, REST_HOURS } from './payout-values.ts'

const time = z.iso.datetime()

export const Payout = z
  .object({
    id: z.int(),
    number: z.string(),
    date: time.describe('When the money left the balance'),
    kind: z.enum(PAYOUT_KINDS),
    gross: z.number().describe('What left the balance'),
    fee: z.number(),
    amount: z.number().describe('What is sent: gross less the fee'),
    status: z
      .enum(PAYOUT_STATES)
      .describe('After failed, returned and canceled the money is back in the balance; processing: not confirmed yet'),
    note: z.string().nullable().describe('A sentence about the status'),
  })
  .meta({ id: 'Payout' })
export type Payout = z.infer<typeof Payout>

const Clearing = z.object({
  id: z.int(),
  at: time.describe('When it becomes a part of the balance'),
  title: z.string(),
  license: z.string(),
  coverUrl: z.string().nullable(),
  amount: z.number(),
})

const PayoutSummary = z
  .object({
    balance: z.number().describe('Can be paid out; negative after a refund of earnings that were paid out'),
    onHold: z.number().describe('The part of the balance about which something is open: a problem, a refund'),
    pending: z.number().describe('Becomes a part of the balance later'),
    clearsAt: time.nullable().describe('When all that is pending now is a part of the balance'),
    clearing: z.array(Clearing).describe('The sales that clear next, three at most'),
    pendingSales: z.int(),
    paypalEmail: z.string().nullable(),
    isPaypalLinked: z.boolean(),
    linkedAt: time.nullable(),
    autoPayout: z.boolean().describe('Whether the balance is paid out every Monday'),
    legalName: z.string().nullable(),
    country: z.string().nullable(),
    restsUntil: time.nullable().describe('No payout is sent before, as email, password or PayPal address has changed'),
    nextWeekly: time,
    canSameDay: z.boolean().describe('Whether the plan has payouts on the same day'),
    paidOut: z.number().describe('Everything that was ever paid out'),
  })
  .meta({ id: 'PayoutSummary' })
export type PayoutSummary = z.infer<typeof PayoutSummary>

const ofYear = z.object({ year: numberIn(z.number('Give a year.').int('Give a year.').min(2000).max(2999)) })

export const payouts = {
  summary: endpoint({
    method: 'GET',
    path: '/me/payouts/summary',
    auth: 'user',
    summary: 'Where the own money is: pending, in the balance, and where it goes',
    reply: PayoutSummary,
  }),
  history: endpoint({
    method: 'GET',
    path: '/me/payouts/history',
    auth: 'user',
    summary: 'Own payouts, newest first',
    query: z.object({ page, limit: limit(20) }),
    reply: pageOf(Payout),
  }),
  link: endpoint({
    method: 'PATCH',
    path: '/me/paypal',
    auth: 'user',
    summary: `Link another PayPal address; payouts rest for ${REST_HOURS} hours`,
    body: z.object({ paypalEmail: limitedText(paypalLimits), ...proof }),
    reply: PayoutSummary,
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/me/paypal',
    auth: 'user',
    summary: 'Unlink PayPal; payouts that were not sent yet go back into the balance',
    reply: PayoutSummary,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/me/payouts',
    auth: 'user',
    summary: 'Switch weekly payouts on or off, or give the name and country that the first payout needs',
    body: z
      .object({
        autoPayout: z.boolean('Send true or false.'),
        legalName: LEGAL_NAME,
        country: z.enum(COUNTRIES, 'Choose your country.'),
      })
      .partial(),
    reply: PayoutSummary,
  }),
  sameDay: endpoint({
    method: 'POST',
    path: '/payouts/same-day',
    auth: 'user',
    summary: 'Have the balance paid out today, less the fee; for Growth and Pro',
    reply: Payout,
  }),
  years: endpoint({
    method: 'GET',
    path: '/me/payouts/years',
    auth: 'user',
    summary: 'The years (UTC) with earnings or payouts, the newest first',
    reply: z.object({ years: z.array(z.int()) }),
  }),
  yearTable: endpoint({
    method: 'GET',
    path: '/me/payouts/years/:year/table',
    auth: 'user',
    summary: 'A year of own earnings and payouts by month, as CSV',
    params: ofYear,
    reply: { fileTypes: ['text/csv'] },
  }),
  yearPaper: endpoint({
    method: 'GET',
    path: '/me/payouts/years/:year/paper',
    auth: 'user',
    summary: 'The same as PDF',
    params: ofYear,
    reply: { fileTypes: ['application/pdf'] },
  }),
}
