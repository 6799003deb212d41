import { sql, type Expression, type RawBuilder } from 'kysely'
import { builtOnce } from './built-once.ts'
import { listed, plannedOnce, type Db } from './connect.ts'

/** Nobody turns more pages: a search finds things sooner. */
export const REACH = 1_000

/**
 * The sizes of the screens' pages. They are constants: the planner would take a parameter for a tenth of the rows. It would
 * look at the place of a page, too, unless a subquery hides it.
 */
const SIZES = [20, 50]

type Numbers = Record<string, number>
type List<Row, Beside extends Numbers> = {
  /** The ids of the rows, as `id`, in the order of the list. */
  found: Expression<{ id: number }>
  /** One row by its id. */
  rowOf: (id: RawBuilder<number>) => Expression<Row>
  /** No index has the ids in order, so they are kept for both the page and the number of rows. */
  isSet?: boolean
  /** Numbers that stand above the list. */
  beside?: { [Name in keyof Beside]: RawBuilder<Beside[Name]> }
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
export function listPages<
  Given extends Record<string, unknown>,
  Shape,
  Row,
  Beside extends Numbers = Record<never, never>,
>(build: (db: Db, given: Given, shape: Shape) => List<Row, Beside>) {
  type Size = { limit: number; offset: number }
  type Sized = { shape: Shape; reach: number; most: number | null }
  type Totals = Beside & { foundTotal: number }

  /** Keeping ids takes longer than reading an index twice. */
  const setOf = (found: Expression<unknown>, { reach }: Sized) =>
    sql`found as materialized (${found} limit ${sql.lit(reach + 1)}),`
  const SET = sql`select id from found`
  const shownOf = (found: RawBuilder<unknown>, { limit, offset }: Size, { most }: Sized) => sql`
    shown as (select id, row_number() over () as place from (select id from ${found}
      limit ${most === null ? limit : sql.lit(most)} offset (select ${offset}::bigint)) page)`
  const totalsOf = (found: RawBuilder<unknown>, { beside = {} }: { beside?: Record<string, RawBuilder<number>> }) =>
    sql.join([
      sql`(select count(*) from ${found}) as found_total`,
      ...Object.entries(beside).map(([name, number]) => sql`(${number}) as ${sql.ref(name)}`),
    ])

  const readAll = builtOnce((db, given: Given & Size, sized: Sized) => {
    const { found, rowOf, isSet = false, ...list } = build(db, given, sized.shape)
    const most = (rows: number) => sql`(${isSet ? SET : found} limit ${sql.lit(rows)}) found`
    return sql<Row & Totals & { place: number | null }>`
      with ${isSet ? setOf(found, sized) : sql``} ${shownOf(most(sized.reach), given, sized)}
      select ${totalsOf(most(sized.reach + 1), list)}, listed.* from (select) one
      left join (select place, one_row.* from shown
        cross join lateral (${rowOf(sql`shown.id`)}) one_row) listed on true
      order by place ${plannedOnce}`
  })
  const search = builtOnce((db, given: Given & Size, sized: Sized) => {
    const { found, ...list } = build(db, given, sized.shape)
    return sql<Totals & { ids: number[] | null }>`
      with ${setOf(found, sized)} ${shownOf(sql`(${SET} limit ${sql.lit(sized.reach)}) found`, given, sized)}
      select ${totalsOf(sql`found`, list)}, (select array_agg(id order by place) from shown) as ids`
  })
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
    const count = (totals: Totals) => ({
      total: Math.min(totals.foundTotal, reach),
      capped: totals.foundTotal > reach,
      beside: totals as Beside,
    })
    if (isSearch) {
      const [found] = await search(db, size, sized)
      const ids = found!.ids ?? []
      return { rows: ids.length ? await readRows(db, { ...given, ids }, { shape }) : [], ...count(found!) }
    }
    const rows = await readAll(db, size, sized)
    return { rows: rows.filter(({ place }) => place !== null) as Row[], ...count(rows[0]!) }
  }
}
