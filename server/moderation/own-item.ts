import { hasOtherAdmin } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { LockedItem } from './lock-item.ts'

/**
 * An admin does not put an own item on sale, nor clear what it sounds like: another admin decides. In a shop with one
 * admin nobody else could, so this one may, and the audit says so. Gives the words for it.
 */
export async function expectOtherAdmin(
  tx: Tx,
  { ownerId, kind }: Pick<LockedItem, 'ownerId' | 'kind'>,
  adminId: number,
) {
  if (ownerId !== adminId) return ''
  if (await hasOtherAdmin(tx, adminId))
    throw conflict('own_item', `This is your own ${kind}. Another admin decides about it.`)
  return 'Their own item: the shop has no other admin.'
}
