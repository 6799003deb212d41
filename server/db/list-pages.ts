import { sql, type Expression, type RawBuilder } from 'kysely'
import { builtOnce } from './built-once.ts'
import { listed, plannedOnce, type Db } from './connect.ts'

/** Nobody turns more pages: a search finds things sooner. */
export const REACH = 1_000

/** The sizes of the screens' pages. They are constants: the planner would take a parameter for a tenth of the rows. */
const SIZES = [20, 50]

type List<Row> = {
  /** The ids of the rows, as `id`, in the order of the list. */
  found: Expression<{ id: number }>
  /** One row by its id. */
  rowOf: (id: RawBuilder<number>) => Expression<Row>
}
type Asked<Given, Shape> = {
  given: Given
  shape: Shape
  page: number
  limit: number
  /** The plan of a search depends on its words, so only the plan for the rows is kept. */
  isSearch?: boolean
  /** The rows as far as pages go. */
  reach?: number
}

/**
 * Reads one page of a list and the number of its rows as far as pages go: a count of all rows of a large table would take
 * longer than the page. The ids come from an index. The statement is built and planned once for each shape.
 */
export function listPages<Given extends Record<string, unknown>, Shape, Row>(
  build: (db: Db, given: Given, shape: Shape) => List<Row>,
) {
  type Size = { limit: number; offset: number }
  type Sized = { shape: Shape; reach: number; most: number | null }
  const foundOf = (db: Db, given: Given & Size, { shape, reach, most }: Sized) => sql`found as materialized (
      ${build(db, given, shape).found} limit ${sql.lit(reach + 1)}),
    shown as (select id, row_number() over () as place from (
      select id from (select id from found limit ${sql.lit(reach)}) reached
      limit ${most === null ? given.limit : sql.lit(most)} offset ${given.offset}) page)`

  const readAll = builtOnce(
    (db, given: Given & Size, sized: Sized) => sql<Row & { foundTotal: number; place: number | null }>`
      with ${foundOf(db, given, sized)}
      select (select count(*) from found) as found_total, listed.* from (select) one
      left join (select place, one_row.* from shown
        cross join lateral (${build(db, given, sized.shape).rowOf(sql`shown.id`)}) one_row) listed on true
      order by place ${plannedOnce}`,
  )
  const search = builtOnce(
    (db, given: Given & Size, sized: Sized) => sql<{ total: number; ids: number[] | null }>`
      with ${foundOf(db, given, sized)}
      select (select count(*) from found) as total, (select array_agg(id order by place) from shown) as ids`,
  )
  const readRows = builtOnce(
    (db, { ids, ...given }: Given & { ids: number[] }, { shape }: { shape: Shape }) => sql<Row>`
      select one_row.* from unnest(${listed(ids)}) with ordinality as shown (id, place)
      cross join lateral (${build(db, given as unknown as Given, shape).rowOf(sql`shown.id`)}) one_row
      order by place ${plannedOnce}`,
  )

  return async (db: Db, { given, shape, page, limit, isSearch, ...asked }: Asked<Given, Shape>) => {
    const reach = Math.max(asked.reach ?? REACH, limit)
    const size = { ...given, limit, offset: Math.min(page * limit, reach) }
    const sized = { shape, reach, most: SIZES.includes(limit) ? limit : null }
    const count = (total: number) => ({ total: Math.min(total, reach), capped: total > reach })
    if (isSearch) {
      const [found] = await search(db, size, sized)
      const ids = found!.ids ?? []
      return { rows: ids.length ? await readRows(db, { ...given, ids }, { shape }) : [], ...count(found!.total) }
    }
    const rows = await readAll(db, size, sized)
    return { rows: rows.filter(({ place }) => place !== null) as Row[], ...count(rows[0]!.foundTotal) }
  }
}
