import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import { findAccount, openAccounts, type LedgerAccount } from './ledger-accounts.ts'

export type Balance = {
  /** Can be spent or paid out. Negative after a refund of money that was paid out. */
  available: number
  /** Becomes available later. */
  pending: number
}

/** The sums of an account's lines. */
export async function balanceOf(db: Db | Tx, account: LedgerAccount, now: Date): Promise<Balance> {
  const id = await findAccount(db, account)
  if (id === null) return { available: 0, pending: 0 }
  return db
    .selectFrom('ledgerLine')
    .where('accountId', '=', id)
    .select([
      sql<number>`coalesce(sum(cents) filter (where available_at <= ${now}), 0)::bigint`.as('available'),
      sql<number>`coalesce(sum(cents) filter (where available_at > ${now}), 0)::bigint`.as('pending'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Makes transactions that spend from one account take turns: at once, two would spend the same cents. Entries that give
 * to the account don't wait.
 */
export async function lockAccount(tx: Tx, account: LedgerAccount) {
  const [id] = await openAccounts(tx, [account])
  await tx.selectFrom('ledgerAccount').where('id', '=', id!).select('id').forNoKeyUpdate().execute()
}

/** The same for the earnings of several people, as far as they have any. Returns the ids of the ledger's accounts. */
export const lockEarnings = async (tx: Tx, owners: readonly number[]) =>
  (
    await tx
      .selectFrom('ledgerAccount')
      .where('kind', '=', 'earnings')
      .where(sql<boolean>`owner_id = any(${owners}::bigint[])`)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id)
