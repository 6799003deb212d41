import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { limit, page, pageOf } from './paging.ts'
import { proof } from './proof.ts'

export const DAYS_TO_KEEP_EXPORT = 7
export const DAYS_TO_CHANGE_MIND = 7

const moment = z.iso.datetime()

export const OwnData = z
  .object({
    export: z
      .object({
        state: z.enum(['making', 'ready', 'failed']),
        askedAt: moment,
        bytes: z.int().nullable(),
        url: z.string().nullable().describe('Works for ten minutes, for you alone'),
        until: moment.nullable().describe('When the file is removed'),
      })
      .nullable(),
    canAskAt: moment.nullable().describe('Until then no other export can be asked for'),
  })
  .meta({ id: 'OwnData' })
export type OwnData = z.infer<typeof OwnData>

const OwnFile = z.object({
  item: z.string(),
  role: z.string(),
  name: z.string(),
  bytes: z.int(),
  url: z.string().describe('Works for ten minutes, for you alone'),
})

export const Leaving = z
  .object({
    dueAt: moment.nullable().describe('When the account is deleted, if that was asked for'),
    isLastAdmin: z.boolean().describe('The shop would have no admin: this account can’t be deleted'),
    balance: z.number().describe('Dollars that the shop owes the person, also those that become available later'),
    credits: z.number().describe('Dollars of credits'),
    problemsAsBuyer: z.int().describe('Unfinished problems with purchases'),
    problemsAsSeller: z.int().describe('Unfinished problems of buyers'),
    openOrders: z.int().describe('Orders whose payment runs: the deletion waits for them'),
    payoutsOnTheirWay: z.int().describe('Payouts that PayPal has not confirmed: the deletion waits for them'),
    planUntil: moment.nullable().describe('Until when the running plan is paid; it ends with the account'),
    promotions: z.int().describe('Running promotions: they end with the account, and nothing comes back'),
    purchases: z.int().describe('Licenses in the library'),
    sold: z.int().describe('Licenses that were sold and stay valid'),
    onSale: z.int(),
    items: z.int().describe('Items of every state'),
    shares: z.int().describe('Items of others that earn them a share'),
    comments: z.int(),
  })
  .meta({ id: 'Leaving' })
export type Leaving = z.infer<typeof Leaving>

export const ownData = {
  mine: endpoint({
    method: 'GET',
    path: '/me/data',
    auth: 'user',
    summary: 'The export of one’s own data, if there is one',
    reply: OwnData,
  }),
  askForExport: endpoint({
    method: 'POST',
    path: '/me/data/export',
    auth: 'user',
    summary: 'Have everything that Slide holds about you put into a ZIP; once a day',
    body: z.object(proof),
    reply: OwnData,
  }),
  files: endpoint({
    method: 'GET',
    path: '/me/data/files',
    auth: 'user',
    summary: 'The files of one’s own items, each with an address to save it',
    query: z.object({ page, limit: limit(50) }),
    reply: pageOf(OwnFile),
  }),
  leaving: endpoint({
    method: 'GET',
    path: '/me/deletion',
    auth: 'user',
    summary: 'What the deletion of one’s own account would mean, and when it is due',
    reply: Leaving,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/me/deletion',
    auth: 'user',
    summary: 'Have one’s own account deleted in a week',
    body: z.object({
      ...proof,
      giveUp: z.boolean().default(false).describe('Give up the balance, the credits and unfinished problems'),
    }),
    reply: Leaving,
    errors: { would_lose: Leaving },
  }),
  stay: endpoint({
    method: 'DELETE',
    path: '/me/deletion',
    auth: 'user',
    summary: 'Keep the account after all',
    reply: Leaving,
  }),
}
