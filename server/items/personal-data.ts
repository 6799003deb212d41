import type { PersonalData } from '#server/services.ts'
import { removeItemsOf } from './states.ts'

export const itemData: PersonalData = {
  tables: {
    item: 'taken off the shop; what was sold stays with its buyers',
    itemCard: 'emptied with the name',
    itemSearch: 'removed',
    searchTerm: 'a name’s words stay until they are counted anew, at night',
    producerBeats: 'kept: a count',
  },
  async exportOf(db, { id }) {
    const [items, files] = await Promise.all([
      db
        .selectFrom('item')
        .where('ownerId', '=', id)
        .where('deletedAt', 'is', null)
        .select(['kind', 'slug', 'title', 'description', 'genre', 'tags', 'bpm', 'musicKey', 'priceCents', 'status'])
        .select(['createdAt', 'publishedAt'])
        .orderBy('id')
        .execute(),
      db
        .selectFrom('itemFile')
        .innerJoin('item', 'item.id', 'itemFile.itemId')
        .where('item.ownerId', '=', id)
        .where('item.deletedAt', 'is', null)
        .select(['item.slug', 'itemFile.role', 'itemFile.name', 'itemFile.sizeBytes'])
        .orderBy('itemFile.id')
        .execute(),
    ])
    return { items, files }
  },
  forget: (tx, { id }, now) => removeItemsOf(tx, id, now),
}
