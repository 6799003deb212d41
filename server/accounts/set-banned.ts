import type { Tx } from '#server/db/connect.ts'

/** Marks an account as banned since then, or as banned no longer. `server/bans` says why. */
export const setBanned = (tx: Tx, id: number, bannedAt: Date | null) =>
  tx.updateTable('account').set({ bannedAt }).where('id', '=', id).execute()
