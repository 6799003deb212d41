import type { Db, Tx } from '#server/db/connect.ts'

export type Unit = 'usd' | 'promo' | 'referral'
type Provider = 'sandbox' | 'stripe' | 'paypal'

/**
 * An account of the ledger. A positive balance of `earnings`, `payouts` and `credit` is owed to its owner. Incoming money
 * is taken from `provider`, so its balance is the negative of the money that lies there. `fees` and `house` are the
 * operator’s own.
 */
export type LedgerAccount =
  | { kind: 'earnings' | 'payouts'; owner: number }
  | { kind: 'credit'; owner: number; unit: 'promo' | 'referral' }
  | { kind: 'provider'; provider: Provider }
  | { kind: 'fees' }
  | { kind: 'house'; unit?: Unit }

const columnsOf = (account: LedgerAccount) => ({
  kind: account.kind,
  unit: ('unit' in account && account.unit) || ('usd' as const),
  ownerId: 'owner' in account ? account.owner : null,
  provider: 'provider' in account ? account.provider : null,
})

/** The id of an account; null if nothing was ever posted to it. */
export const findAccount = async (db: Db | Tx, account: LedgerAccount) =>
  (await findAccounts(db, [account])).get(nameOf(columnsOf(account))) ?? null

type Columns = ReturnType<typeof columnsOf>
const nameOf = ({ kind, unit, ownerId, provider }: Columns) => [kind, unit, ownerId, provider].join()

async function findAccounts(db: Db | Tx, accounts: LedgerAccount[]) {
  const rows = await db
    .selectFrom('ledgerAccount')
    .where((where) =>
      where.or(
        accounts.map(columnsOf).map(({ kind, unit, ownerId, provider }) =>
          where.and([
            where('kind', '=', kind),
            where('unit', '=', unit),
            where('ownerId', ownerId === null ? 'is' : '=', ownerId), // 'is not distinct from' would use no index
            where('provider', provider === null ? 'is' : '=', provider),
          ]),
        ),
      ),
    )
    .select(['id', 'kind', 'unit', 'ownerId', 'provider'])
    .$narrowType<Columns>()
    .execute()
  return new Map(rows.map((row) => [nameOf(row), row.id]))
}

/** The ids of accounts in the given order. Accounts that are missing are opened. */
export async function openAccounts(tx: Tx, accounts: LedgerAccount[]) {
  const byName = new Map(accounts.map((account) => [nameOf(columnsOf(account)), account]))
  const ids = await findAccounts(tx, [...byName.values()])
  // in one order: two transactions that open the same accounts would deadlock otherwise
  for (const [name, account] of [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (!ids.has(name)) ids.set(name, await open(tx, account))
  return accounts.map((account) => ids.get(nameOf(columnsOf(account)))!)
}

async function open(tx: Tx, account: LedgerAccount) {
  const opened = await tx
    .insertInto('ledgerAccount')
    .values(columnsOf(account))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return opened?.id ?? (await findAccount(tx, account))! // another transaction was first
}
