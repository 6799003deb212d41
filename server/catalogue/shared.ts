import type { SharedItem } from '#contract/chat.ts'
import { sql } from 'kysely'
import { itemsShown } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { selectCards } from './cards.ts'
import { newSince } from './lists.ts'
import { presentItem } from './present.ts'

/** Items that people have shared, in whatever state they are now. One without a page is only named and can't be played. */
export async function sharedItems(app: App, ids: number[]): Promise<Map<number, SharedItem>> {
  if (ids.length === 0) return new Map()
  const [rows, shown] = await Promise.all([
    selectCards(app.db)
      .select('item.miniWave')
      .where(sql<boolean>`item.id = any(${ids}::bigint[])`)
      .where('account.deletedAt', 'is', null)
      .execute(),
    itemsShown(app.db, ids),
  ])
  const withPage = new Set(shown.map(({ id }) => id))
  const since = newSince(app)
  return new Map(
    rows.map((row) => {
      const available = withPage.has(row.id)
      const item = presentItem(row, since)
      return [row.id, { available, item: available ? item : { ...item, previewUrl: null, wave: null } }]
    }),
  )
}
