import type { PersonalData } from '#server/services.ts'

export const moderationData: PersonalData = {
  tables: {
    review: 'kept: what was decided about an item; the admin’s name goes with the account',
    takedown: 'kept: why an item was taken down; the admin’s name goes with the account',
  },
  async exportOf(db, { id }) {
    const reviews = await db
      .selectFrom('review')
      .innerJoin('item', 'item.id', 'review.itemId')
      .where('item.ownerId', '=', id)
      .select(['item.slug', 'review.submittedAt', 'review.decision', 'review.reason', 'review.decidedAt'])
      .orderBy('review.id')
      .execute()
    const takedowns = await db
      .selectFrom('takedown')
      .innerJoin('item', 'item.id', 'takedown.itemId')
      .where('item.ownerId', '=', id)
      .select(['item.slug', 'takedown.reason', 'takedown.takenAt', 'takedown.liftedAt'])
      .orderBy('takedown.id')
      .execute()
    return { reviews, takedowns }
  },
  forget: async () => {},
}
