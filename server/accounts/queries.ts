import type { ExpressionBuilder, Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Account, DB } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { isHandleKeptForOther } from './old-handles.ts'
import { isAddressKeptForOther } from './one-time-links.ts'

type Taken = { email: boolean; handle: boolean }

/** Null when another account has the address or the handle. `whatIsTaken` then tells which. */
export async function insertAccount(tx: Tx, account: Insertable<Account>) {
  const row = await tx
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx.insertInto('accountStat').values({ accountId: row.id }).execute()
  return row.id
}

export async function whatIsTaken(db: Db | Tx, email: string, handleKey: string, now: Date): Promise<Taken> {
  const rows = await db
    .selectFrom('account')
    .where((or) => or.or([or('emailKey', '=', email.toLowerCase()), or('handleKey', '=', handleKey)]))
    .select(['emailKey', 'handleKey'])
    .execute()
  return {
    email:
      rows.some((row) => row.emailKey === email.toLowerCase()) || (await isAddressKeptForOther(db, email, null, now)),
    handle: rows.some((row) => row.handleKey === handleKey) || (await isHandleKeptForOther(db, handleKey, null, now)),
  }
}

export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .select(['id', 'passwordHash', 'passwordChangedAt', 'email', 'emailVerifiedAt'])
    .executeTakeFirst()

/**
 * Locks the account, so that the password stays the same until the transaction ends. Undefined if the password has
 * changed since it was read, or the account is deleted.
 */
export const holdPassword = (tx: Tx, { id, passwordHash }: { id: number; passwordHash: string | null }) =>
  tx
    .selectFrom('account')
    .where('id', '=', id)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .where('deletedAt', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Keeps a person from being changed and deleted meanwhile. A session may outlive its account by a moment. */
export async function lockAccount(tx: Tx, id: number) {
  const account = await tx
    .selectFrom('account')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'handle', 'handleKey'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw notFound('Account')
  return account
}

export const hasSecondStep = async (db: Db | Tx, accountId: number) => (await secondStepSince(db, accountId)) !== null

/** Null without two-step sign-in. */
export const secondStepSince = async (db: Db | Tx, accountId: number) =>
  (
    await db
      .selectFrom('secondStep')
      .where('accountId', '=', accountId)
      .where('confirmedAt', 'is not', null)
      .select('confirmedAt')
      .executeTakeFirst()
  )?.confirmedAt ?? null

/**
 * Locks the owner of an address that can receive mail. The shop's own accounts have addresses that don't exist.
 */
export const lockReachable = (tx: Tx, email: string) =>
  tx
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .where('emailKey', 'not like', '%.invalid')
    .where('deletedAt', 'is', null)
    .select(['id', 'email', 'handle'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const findReferrer = async (db: Db | Tx, code: string) =>
  (
    await db
      .selectFrom('account')
      .where('referralCode', '=', code)
      .where('deletedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

export const hasGoogle = (is: ExpressionBuilder<DB, 'account'>) =>
  is
    .exists(is.selectFrom('identity').whereRef('identity.accountId', '=', 'account.id').select('subject'))
    .as('hasGoogle')

export const selectAccount = (db: Db, id: number) =>
  db
    .selectFrom('account')
    .innerJoin('accountStat', 'accountStat.accountId', 'account.id')
    .leftJoin('accountDeletion', 'accountDeletion.accountId', 'account.id')
    .where('account.id', '=', id)
    .selectAll('account')
    .select(hasGoogle)
    .select('accountDeletion.dueAt as deletionDueAt')
    .select(['accountStat.followers', 'accountStat.plays', 'accountStat.tracks'])

export const getAccount = (db: Db, id: number) => selectAccount(db, id).executeTakeFirstOrThrow()

/** Undefined for a deleted account. */
export const findAccount = (db: Db, id: number) =>
  selectAccount(db, id).where('account.deletedAt', 'is', null).executeTakeFirst()

const selectPerson = (db: Db | Tx, id: number) =>
  db.selectFrom('account').where('id', '=', id).where('deletedAt', 'is', null).select('id')

/** False for an unknown or deleted account. */
export const isKept = async (db: Db | Tx, id: number) => (await selectPerson(db, id).executeTakeFirst()) !== undefined

/** Whether others may see a person. False for an unknown, deleted or banned account. */
export const isThere = async (db: Db | Tx, id: number) =>
  (await selectPerson(db, id).where('bannedAt', 'is', null).executeTakeFirst()) !== undefined

export type AccountRow = Awaited<ReturnType<typeof getAccount>>

/** Sets whether news about Slide comes by mail. */
export const setWantsUpdates = (tx: Tx, id: number, wantsUpdates: boolean) =>
  tx.updateTable('account').set({ wantsUpdates }).where('id', '=', id).where('deletedAt', 'is', null).execute()
