import type { Page } from '@playwright/test'
import { createDb, createPool } from '#server/db/connect.ts'
import { post } from '#server/ledger/index.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { seller, signedInAdmin } from './studio.ts'
import { expect } from './test.ts'

const DAY = 24 * 60 * 60_000

/** The database of the running shop. */
export const openDatabase = () => {
  const pool = createPool(databaseOf('test-results/e2e-data'), { onError: () => {} })
  return { db: createDb(pool), close: () => pool.end() }
}
type Db = ReturnType<typeof openDatabase>['db']

/** A new seller, as `seller` makes one, with the number of the account. */
export async function sellerIn(db: Db, { request }: Pick<Page, 'request'>) {
  const person = await seller(request)
  const account = db.selectFrom('account').where('email', '=', person.email).select('id')
  const { id } = await account.executeTakeFirstOrThrow()
  return { ...person, id }
}

/** A seller with a Growth plan and $412.60 in the balance. */
export async function earner(db: Db, page: Page) {
  const person = await sellerIn(db, page)
  const { id } = person
  await db.updateTable('account').set({ plan: 'growth' }).where('id', '=', id).execute()
  await db.transaction().execute((tx) =>
    post(tx, {
      kind: 'sale',
      reference: `of ${person.email}`,
      lines: [
        { account: { kind: 'earnings', owner: id }, cents: 41_260, memo: 'Many sales' },
        { account: { kind: 'house' }, cents: -41_260 },
      ],
      at: new Date(),
    }),
  )
  return person
}

/** As if the address had been linked for days. */
export const rested = (db: Db, id: number) =>
  db
    .updateTable('payoutTarget')
    .set({ changedAt: new Date(Date.now() - 4 * DAY) })
    .where('accountId', '=', id)
    .execute()

/** An earner whose PayPal is linked for days, with a function that asks for a same-day payout and gives its number. */
export async function linkedEarner(db: Db, page: Page) {
  const person = await earner(db, page)
  const { headers, id, password } = person
  const send = async (method: 'patch' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](`/api${path}`, { headers, ...(data && { data }) })
    await expect(reply).toBeOK()
    return reply
  }
  await send('patch', '/me/paypal', { paypalEmail: `to-${id}@paypal.test`, password })
  await send('patch', '/me/payouts', { legalName: 'Lola Adeyemi', country: 'NG' })
  await rested(db, id)
  const payOut = async () => ((await (await send('post', '/payouts/same-day')).json()) as { number: string }).number
  return { ...person, payOut }
}

/** An admin approves a payout, the sandbox brings it into a state, and the shop hears of it. */
export async function settle({ request }: Pick<Page, 'request'>, number: string, state: 'paid' | 'failed') {
  const headers = await signedInAdmin(request)
  const id = number.slice(number.indexOf('-') + 1)
  await expect(await request.post(`/api/admin/payouts/${id}/approve`, { headers })).toBeOK()
  const list = await (await request.get('/api/sandbox/payouts', { headers })).json()
  const { payouts } = list as { payouts: { reference: string; note: string }[] }
  const { reference } = payouts.find(({ note }) => note.endsWith(number))!
  await expect(await request.patch(`/api/sandbox/payouts/${reference}`, { headers, data: { state } })).toBeOK()
  const status = async () => {
    const found = await (await request.get('/api/admin/payouts', { headers })).json()
    const { items } = found as { items: { number: string; status: string }[] }
    return items.find((one) => one.number === number)?.status
  }
  await expect.poll(status).toBe(state)
}
