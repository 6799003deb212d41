import type { PersonalData } from '#server/services.ts'

export const listeningData: PersonalData = {
  tables: { playlist: 'removed', playlistEntry: 'removed with its playlist', recentlyPlayed: 'removed' },
  async exportOf(db, { id }) {
    const [playlist, recentlyPlayed] = await Promise.all([
      db
        .selectFrom('playlistEntry')
        .innerJoin('item', 'item.id', 'playlistEntry.itemId')
        .where('playlistEntry.accountId', '=', id)
        .select(['item.slug', 'item.title', 'playlistEntry.trackId'])
        .orderBy('place')
        .execute(),
      db
        .selectFrom('recentlyPlayed')
        .innerJoin('item', 'item.id', 'recentlyPlayed.itemId')
        .where('recentlyPlayed.accountId', '=', id)
        .select(['item.slug', 'item.title', 'recentlyPlayed.at'])
        .orderBy('at', 'desc')
        .execute(),
    ])
    return { playlist, recentlyPlayed }
  },
  async forget(tx, { id }) {
    await tx.deleteFrom('playlist').where('accountId', '=', id).execute()
    await tx.deleteFrom('recentlyPlayed').where('accountId', '=', id).execute()
  },
}
