import type { PersonalData } from '#server/services.ts'

export const moderationData: PersonalData = {
  tables: {
    review: 'kept: what was decided about an item; the admin’s name goes with the account',
    report: 'removed: those of the person, and those about the person',
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
    const reports = await db
      .selectFrom('report')
      .where('accountId', '=', id)
      .select(['commentId', 'itemId', 'personId', 'messageId', 'reason', 'createdAt'])
      .orderBy('id')
      .execute()
    return { reviews, takedowns, reports }
  },
  async forget(tx, { id }) {
    await tx
      .deleteFrom('report')
      .where((or) =>
        or.or([
          or('accountId', '=', id),
          or('personId', '=', id),
          or('messageId', 'in', or.selectFrom('message').where('senderId', '=', id).select('message.id')),
        ]),
      )
      .execute()
  },
}
