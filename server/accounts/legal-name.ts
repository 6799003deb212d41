import type { Tx } from '#server/db/connect.ts'

/** Keeps the name that a person signs licenses with. Licenses that exist keep the name they were made with. */
export const setLegalName = (tx: Tx, id: number, legalName: string) =>
  tx.updateTable('account').set({ legalName }).where('id', '=', id).where('deletedAt', 'is', null).execute()
