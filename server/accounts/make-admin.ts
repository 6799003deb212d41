import type { Clock } from '#server/clock.ts'
import { record } from '#server/audit/audit.ts'
import type { Db, Tx } from '#server/db/connect.ts'

/** The holder of an address, for the operator to see before the account becomes an admin's. */
export const findHolder = (db: Db, email: string) =>
  db
    .selectFrom('account')
    .where('emailKey', '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .select(['id', 'handle', 'createdAt', 'emailVerifiedAt', 'isAdmin'])
    .executeTakeFirst()

/** Makes an account an admin from the command line, and records it. Returns false when no account has the email. */
export async function makeAdmin(parts: { clock: Clock }, tx: Tx, email: string) {
  const account = await tx
    .updateTable('account')
    .set({ isAdmin: true })
    .where('emailKey', '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!account) return false
  await record(parts, tx, null, { action: 'make admin', subject: { kind: 'account', id: account.id } })
  return true
}
