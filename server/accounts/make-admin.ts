import { sql } from 'kysely'
import { SUPPORT } from '#contract/support.ts'
import type { Clock } from '#server/clock.ts'
import { record } from '#server/audit/audit.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { takePeopleTurn } from './turns.ts'

/** The holder of an address, for the operator to see before the account becomes an admin's. */
export const findHolder = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .select(['id', 'handle', 'createdAt', 'emailVerifiedAt', 'isAdmin'])
    .executeTakeFirst()

/** Makes an account an admin from the command line, and records it. Returns false when no account has the email, or it is banned. */
export async function makeAdmin(parts: { clock: Clock }, tx: Tx, email: string) {
  await takePeopleTurn(tx)
  const account = await tx
    .updateTable('account')
    .set({ isAdmin: true })
    .where('emailKey', '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .where('bannedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!account) return false
  await record(parts, tx, null, { action: 'make admin', subject: { kind: 'account', id: account.id } })
  return true
}

/** Gives or takes the role of an admin. Its caller has the turn of `takePeopleTurn`. */
export const setAdmin = (tx: Tx, id: number, isAdmin: boolean) =>
  tx.updateTable('account').set({ isAdmin }).where('id', '=', id).execute()

/** An admin who is none of these people. Nobody signs in as the support account. */
export const hasOtherAdmin = async (tx: Tx, ...people: number[]) =>
  (await tx
    .selectFrom('account')
    .where('isAdmin', '=', true)
    .where('id', 'not in', [SUPPORT, ...people])
    .where('deletedAt', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Somebody else can run the shop: an admin who is a person and stays. */
export const thereIsOtherAdmin = (id: number) => sql<boolean>`exists (select from account
  where is_admin and id not in (${id}, ${sql.lit(SUPPORT)}) and deleted_at is null
    and not exists (select from account_deletion leaving where leaving.account_id = account.id))`
