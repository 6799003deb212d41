import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { itemPath } from '#server/items/index.ts'
import { SPAN, spanOf, type Addresses } from '#server/pages/sitemap.ts'

/** The pages of all items on sale, for the sitemap. */
export const itemAddresses = (db: Db): Addresses => ({
  name: 'items',
  async parts() {
    const { rows } = await sql<{ part: number }>`
      select part from generate_series(1, (select max(item_id) / ${SPAN} + 1 from item_search)) part
      where exists (select from item_search where item_id > (part - 1) * ${SPAN} and item_id <= part * ${SPAN})`.execute(
      db,
    )
    return rows.map(({ part }) => Number(part))
  },
  async of(part) {
    const { after, last } = spanOf(part)
    const { rows } = await sql<{ kind: ItemKind; slug: string; changed: Date }>`
      select item.kind, slug, greatest(updated_at, item.published_at) as changed from item_search
      join item on item.id = item_id join account on account.id = item.owner_id and account.deleted_at is null
      where item_id > ${after} and item_id <= ${last} order by item_id`.execute(db)
    return rows.map(({ changed, ...item }) => ({ path: itemPath(item), changed }))
  },
})
