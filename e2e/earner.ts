import type { Page } from '@playwright/test'
import { createDb, createPool } from '#server/db/connect.ts'
import { post } from '#server/ledger/index.ts'
import { databaseOf } from '#test/embedded-database.ts'
import { seller } from './studio.ts'

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
