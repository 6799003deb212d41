import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { SPAN, spanOf, type Addresses } from '#server/pages/sitemap.ts'

/** For search engines: everyone who sells; a profile changes when something new is on sale. */
export const producerAddresses = (db: Db): Addresses => ({
  name: 'producers',
  async parts() {
    const { rows } = await sql<{ part: number }>`
      select part from generate_series(1, (select max(id) / ${SPAN} + 1 from account)) part
      where exists (select from account
        where id > (part - 1) * ${SPAN} and id <= part * ${SPAN} and is_producer and deleted_at is null)`.execute(db)
    return rows.map(({ part }) => Number(part))
  },
  async of(part) {
    const { after, last } = spanOf(part)
    const { rows } = await sql<{ id: number; changed: Date }>`
      select id, coalesce((select max(published_at) from item_search where owner_id = account.id), created_at) as changed
      from account where id > ${after} and id <= ${last} and is_producer and deleted_at is null order by id`.execute(db)
    return rows.map(({ id, changed }) => ({ path: `/profile/${id}`, changed }))
  },
})
