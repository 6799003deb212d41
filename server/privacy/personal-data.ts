import type { PersonalData } from '#server/services.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'

export const privacyData: PersonalData = {
  tables: { dataExport: 'removed with its file', accountDeletion: 'removed ten minutes later: it is done' },
  exportOf: async (db, { id }) => ({
    export: await db.selectFrom('dataExport').where('accountId', '=', id).select(['askedAt']).executeTakeFirst(),
    deletion: await db
      .selectFrom('accountDeletion')
      .where('accountId', '=', id)
      .select(['askedAt', 'dueAt'])
      .executeTakeFirst(),
  }),
  async forget(tx, { id }, now) {
    await tx.deleteFrom('accountDeletion').where('accountId', '=', id).execute()
    const gone = await tx.deleteFrom('dataExport').where('accountId', '=', id).returning('storageKey').execute()
    const keys = gone.flatMap(({ storageKey }) => storageKey ?? [])
    await forgetFiles(tx, keys, now)
  },
}
