import type { PersonalData } from '#server/services.ts'
import { endSteps } from './media-jobs.ts'

export const studioData: PersonalData = {
  tables: {},
  exportOf: async () => ({}),
  /** Files that were sent for steps go with them. */
  async forget(tx, { id }, now) {
    const items = await tx
      .selectFrom('mediaJob')
      .innerJoin('item', 'item.id', 'mediaJob.itemId')
      .where('item.ownerId', '=', id)
      .select('item.id')
      .distinct()
      .execute()
    for (const item of items) await endSteps(tx, item.id, now)
  },
}
