import { sql, type Expression, type RawBuilder } from 'kysely'
import { builtOnce } from './built-once.ts'
import { listed, plannedOnce, type Db } from './connect.ts'
import { KeptAMinute } from './kept-a-minute.ts'

/** Nobody turns more pages: a search finds things sooner. */
export const REACH = 1_000

/**
 * The sizes of the screens' pages. They are constants: the planner would take a parameter for a tenth of the rows. It would
 * look at the place of a page, too, unless a subquery hides it.
 */
const SIZES = [20, 50]

type List<Row> = {
  /** The ids of the rows, as `id`, in the order of the list. */
  found: Expression<{ id: number }>
  /** One row by its id. */
  rowOf: (id: RawBuilder<number>) => Expression<Row>
  /** No index has the ids in order, so they are kept for both the page and the number of rows. */
  isSet?: boolean
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

/** Counts rows as far as pages go. */
export const countReached = (rows: Expression<unknown>, reach = REACH) =>
  sql<number>`select count(*) from (${rows} limit ${sql.lit(reach + 1)}) counted`

/**
 * Reads one page of a list and the number of its rows as far as pages go: a count of all rows of a large table would take
 * longer than the page. The ids come from an index. The statement is built and planned once for each shape.
 * `above` are numbers that stand above the list, whatever it is filtered by. Numbers above a thousand are kept for a minute:
 * counting so many rows takes as long as reading a page of them.
 */
export function listPages<Given extends Record<string, unknown>, Shape, Row, Name extends string = never>(
  build: (db: Db, given: Given, shape: Shape) => List<Row>,
  above = {} as Record<Name, Expression<unknown>>,
) {
  type Size = { limit: number; offset: number }
  type Sized = { shape: Shape; reach: number; most: number | null; known: string[] }
  type Totals = Record<Name | 'foundTotal', number>

  /** Keeping ids takes longer than reading an index twice. */
  const setOf = (found: Expression<unknown>, { reach }: Sized) =>
    sql`found as materialized (${found} limit ${sql.lit(reach + 1)}),`
  const SET = sql<{ id: number }>`select id from found`
  const shownOf = (found: Expression<unknown>, { limit, offset }: Size, { reach, most }: Sized) => sql`
    shown as (select id, row_number() over () as place from (
      select id from (${found} limit ${sql.lit(reach)}) reached
      limit ${most === null ? limit : sql.lit(most)} offset (select ${offset}::bigint)) page)`
  /** All numbers but those that are known. */
  const totalsOf = (found: Expression<unknown>, { reach, known }: Sized) => {
    const all = Object.entries<Expression<unknown>>({ foundTotal: countReached(found, reach), ...above })
    const asked = all.filter(([name]) => !known.includes(name))
    return asked.length > 0 ? sql.join(asked.map(([name, number]) => sql`(${number}) as ${sql.ref(name)}`)) : sql``
  }

  const readAll = builtOnce((db, given: Given & Size, sized: Sized) => {
    const list = build(db, given, sized.shape)
    const found = list.isSet ? SET : list.found
    return sql<Row & Totals & { place: number | null }>`
      with ${list.isSet ? setOf(list.found, sized) : sql``} ${shownOf(found, given, sized)}
      select totals.*, listed.* from (select) one
      left join (select place, one_row.* from shown
        cross join lateral (${list.rowOf(sql`shown.id`)}) one_row) listed on true
      left join (select ${totalsOf(found, sized)}) totals on coalesce(place, 1) = 1
      order by place ${plannedOnce}`
  })
  const search = builtOnce((db, given: Given & Size, sized: Sized) => {
    const list = build(db, given, sized.shape)
    return sql<Totals & { ids: number[] | null }>`
      with ${setOf(list.found, sized)} ${shownOf(SET, given, sized)}
      select ${totalsOf(SET, sized)}, (select array_agg(id order by place) from shown) as ids`
  })
  const readRows = builtOnce(
    (db, { ids, ...given }: Given & { ids: number[] }, { shape }: { shape: Shape }) => sql<Row>`
      select one_row.* from unnest(${listed(ids)}) with ordinality as shown (id, place)
      cross join lateral (${build(db, given as unknown as Given, shape).rowOf(sql`shown.id`)}) one_row
      order by place ${plannedOnce}`,
  )
  const kept = new KeptAMinute<Partial<Totals>>()
  const names = ['foundTotal', ...Object.keys(above)] as (keyof Totals)[]

  return async (db: Db, { given, shape, page, limit, isSearch, ...asked }: Asked<Given, Shape>) => {
    const reach = Math.max(asked.reach ?? REACH, limit)
    const size = { ...given, limit, offset: Math.min(page * limit, reach) }
    const sized = { shape, reach, most: SIZES.includes(limit) ? limit : null }
    const answer = (rows: Row[], all: Totals) => ({
      rows,
      total: Math.min(all.foundTotal, reach),
      capped: all.foundTotal > reach,
      above: Object.fromEntries(Object.keys(above).map((name) => [name, all[name as Name]])) as Record<Name, number>,
    })
    if (isSearch) {
      const [found] = await search(db, size, { ...sized, known: [] })
      const ids = found!.ids ?? []
      return answer(ids.length ? await readRows(db, { ...given, ids }, { shape }) : [], found!)
    }
    const now = performance.now()
    const list = JSON.stringify([shape, reach, Object.values(given).filter((value) => !(value instanceof Date))])
    const known = kept.of(db, list, now)
    const read = await readAll(db, size, { ...sized, known: Object.keys(known ?? {}) })
    const totals: Totals = { ...read[0]!, ...known }
    const large = names.filter((name) => totals[name] > REACH)
    if (!known && large.length > 0)
      kept.keep(db, list, Object.fromEntries(large.map((name) => [name, totals[name]])) as Partial<Totals>, now)
    return answer(read.filter(({ place }) => place !== null) as Row[], totals)
  }
}
