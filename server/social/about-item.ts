import { kinds, type ShownItem } from '#server/items/index.ts'

/** The page that a notification to an item's owner opens. */
export const aboutItem = ({ kind, ownerId, slug }: ShownItem) => ({
  accountId: ownerId,
  relatedType: kinds[kind],
  slug,
})
