import { kinds, type ShownItem } from '#server/items/index.ts'

/** Where a notification to an item's owner leads. */
export const aboutItem = ({ kind, ownerId, slug }: ShownItem) => ({
  accountId: ownerId,
  relatedType: kinds[kind],
  slug,
})
