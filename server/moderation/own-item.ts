import { SUPPORT } from '#contract/support.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { LockedItem } from './lock-item.ts'

/**
 * An admin does not put an own item on sale: another admin decides. In a shop with one admin nobody else could, so this
 * one may, and the audit says so. Gives the words for it.
 */
export async function expectOtherAdmin(tx: Tx, { ownerId, kind }: LockedItem, adminId: number) {
  if (ownerId !== adminId) return ''
  const other = await tx
    .selectFrom('account')
    .where('isAdmin', '=', true)
    .where('id', '<>', adminId)
    .where('id', '<>', SUPPORT) // nobody signs in as it
    .where('deletedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (other) throw conflict('own_item', `This is your own ${kind}. Another admin decides about it.`)
  return 'Their own item: the shop has no other admin.'
}
