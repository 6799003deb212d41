import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { HANDLE_RESERVED, HANDLE_TAKEN, handleKey, isReserved } from './handle.ts'
import { handleChanges, isHandleKeptForOther, keepHandle } from './old-handles.ts'
import { lockCards } from './lock-cards.ts'
import { lockAccount } from './queries.ts'

const DAY = 86_400_000
/** A second change takes a mistake back. More would let one person keep many names. */
const MOST_CHANGES = 2
const WITHIN_DAYS = 30

export const handleTaken = () => conflict('already_taken', HANDLE_TAKEN, { username: HANDLE_TAKEN })

/**
 * Gives the account another name, keeps the old one for it, and queues its items for the index. If another account has
 * the name, the unique index `account_handle_key` ends the transaction.
 */
export async function changeHandle(app: App, tx: Tx, accountId: number, handle: string) {
  const now = app.clock.now()
  await lockCards(tx, accountId)
  const account = await lockAccount(tx, accountId)
  if (account.handle === handle) return
  if (isReserved(handle)) throw invalid({ username: HANDLE_RESERVED })
  await refuseOften(tx, accountId, now)
  const key = handleKey(handle)
  // two people who want each other's names would wait for each other at the unique index
  if (await isHandleOfOther(tx, key, accountId)) throw handleTaken()
  await tx.updateTable('account').set({ handle, handleKey: key }).where('id', '=', accountId).execute()
  if (await isHandleKeptForOther(tx, key, accountId, now)) throw handleTaken()
  await keepHandle(tx, account, now)
  await app.enqueue(tx, 'index-items-of', { ownerId: accountId }, { jobKey: `index items of ${accountId}` })
}

async function refuseOften(tx: Tx, accountId: number, now: Date) {
  const changes = await handleChanges(tx, accountId, new Date(now.getTime() - WITHIN_DAYS * DAY))
  const hindering = changes[MOST_CHANGES - 1]
  if (!hindering) return
  const again = new Date(hindering.getTime() + WITHIN_DAYS * DAY)
  const day = again.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' })
  const message = `You can change your name ${MOST_CHANGES} times in ${WITHIN_DAYS} days. Try again after ${day}.`
  throw conflict('changed_often', message, { username: message })
}

const isHandleOfOther = async (tx: Tx, key: string, accountId: number) =>
  (await tx
    .selectFrom('account')
    .where('handleKey', '=', key)
    .where('id', '!=', accountId)
    .select('id')
    .executeTakeFirst()) !== undefined
