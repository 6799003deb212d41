import type { Db, Tx } from '#server/db/connect.ts'

/** Keeps the name that a person signs licenses with. Licenses that exist keep the name they were made with. */
export const setLegalName = (db: Db | Tx, id: number, legalName: string) =>
  db.updateTable('account').set({ legalName }).where('id', '=', id).where('deletedAt', 'is', null).execute()
