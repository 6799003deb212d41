import type { PersonalData } from '#server/services.ts'

export const moderationData: PersonalData = {
  tables: { review: 'kept: what was decided about an item; the admin’s name goes with the account' },
  async exportOf(db, { id }) {
    const reviews = await db
      .selectFrom('review')
      .innerJoin('item', 'item.id', 'review.itemId')
      .where('item.ownerId', '=', id)
      .select(['item.slug', 'review.submittedAt', 'review.decision', 'review.reason', 'review.decidedAt'])
      .orderBy('review.id')
      .execute()
    return { reviews }
  },
  forget: async () => {},
}
