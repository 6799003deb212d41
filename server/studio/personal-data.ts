import type { PersonalData } from '#server/services.ts'
import { presetsOf, removePresets } from './license-presets.ts'
import { endSteps } from './media-jobs.ts'
import { removeTag } from './voice-tag.ts'

export const studioData: PersonalData = {
  tables: { voiceTag: 'removed with its file', licensePreset: 'removed with its prices' },
  exportOf: async (db, { id }) => ({
    voiceTag: await db
      .selectFrom('voiceTag')
      .where('accountId', '=', id)
      .select(['durationMs', 'createdAt'])
      .executeTakeFirst(),
    licensePresets: await presetsOf(db, id),
  }),
  /** Files that were sent for steps go with them. */
  async forget(tx, { id }, now) {
    const items = await tx
      .selectFrom('mediaJob')
      .innerJoin('item', 'item.id', 'mediaJob.itemId')
      .where('item.ownerId', '=', id)
      .select('item.id')
      .distinct()
      .execute()
    await removeTag(tx, id, now)
    await removePresets(tx, id)
    await endSteps(
      tx,
      items.map((item) => item.id),
      now,
    )
  },
}
