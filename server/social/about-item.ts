import type { ShownItem } from '#server/catalogue/index.ts'

const related = { beat: 'BEAT', pack: 'PACK', kit: 'KIT' } as const

/** Where a notification to an item's owner leads. */
export const aboutItem = ({ kind, ownerId, slug }: ShownItem) => ({
  accountId: ownerId,
  relatedType: related[kind],
  slug,
})
