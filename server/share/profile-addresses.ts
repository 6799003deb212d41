import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { SPAN, spanOf, type Addresses } from '#server/pages/sitemap.ts'

const sells = sql`from account join account_stat on account_id = account.id
  where deleted_at is null and account_stat.tracks > 0`

/** The profiles of all who have something on sale, for the sitemap. */
export const profileAddresses = (db: Db): Addresses => ({
  name: 'profiles',
  async parts() {
    const { rows } = await sql<{ part: number }>`
      select part from generate_series(1, (select max(id) / ${SPAN} + 1 from account)) part
      where exists (select ${sells} and id > (part - 1) * ${SPAN} and id <= part * ${SPAN})`.execute(db)
    return rows.map(({ part }) => Number(part))
  },
  async of(part) {
    const { after, last } = spanOf(part)
    const { rows } = await sql<{ id: number }>`
      select id ${sells} and id > ${after} and id <= ${last} order by id`.execute(db)
    return rows.map(({ id }) => ({ path: `/profile/${id}` }))
  },
})
