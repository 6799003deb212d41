import { sql, type RawBuilder } from 'kysely'
import { listed, plannedOnce } from '#server/db/connect.ts'
import { BEYOND, countMatches, type Guess, type Reader } from './counts.ts'
import { gather } from './gather.ts'
import type { Meaning } from './meaning.ts'
import { rank, type Lifted } from './rank.ts'
import { countedAs, MARKS, REACH, type Listed, type Show, type Shown } from './show.ts'

/**
 * The most popular thousandth, hundredth and tenth of all items. A common word occurs there often enough to fill a
 * page.
 */
const TIERS = [
  { tier: 0, share: 0.001 },
  { tier: 1, share: 0.01 },
  { tier: 2, share: 0.1 },
] as const

type Ranking = Guess & {
  offset: number
  limit: number
  titleKeys: string[]
  lifted: Lifted
  filter: RawBuilder<unknown>
  /** If there are this many popular matches, they come first. */
  lead: number
  uncounted?: boolean
  show: Show
}

/**
 * Exact title matches come first. For common words the best of the smallest tier with enough matches follow, then the
 * next tier, then the others. The first tier is the same for every page, so pages neither repeat nor lose an item.
 */
export async function ranked<Row extends Shown>(
  app: Reader,
  where: RawBuilder<unknown>,
  meaning: Meaning,
  ranking: Ranking,
): Promise<Listed<Row>> {
  const { offset, limit, expected, lead, uncounted } = ranking
  if (limit === 0) return { rows: [], ...(await countMatches(app, where, ranking)) }
  const rows: Row[] = []
  let seen = 0
  const rankedIn = (band: RawBuilder<unknown>) =>
    best<Row>(app, sql`${band} and ${where}`, meaning, {
      ...ranking,
      offset: Math.max(0, offset - seen),
      limit: limit - rows.length,
      isFirst: seen === 0,
    })

  let above = sql`true`
  for (const { tier, share } of TIERS) {
    if (expected * share <= 2 * lead) continue
    const found = await rankedIn(sql`tier <= ${sql.lit(tier)} and ${above}`)
    if (seen === 0 && found.matches - found.titles < lead) continue
    rows.push(...found.rows)
    seen += found.matches
    above = sql`tier > ${sql.lit(tier)}`
    if (rows.length < limit) continue
    return { rows, ...(uncounted || seen > REACH ? BEYOND : await countMatches(app, where, ranking)) }
  }
  const found = await rankedIn(above)
  return { rows: [...rows, ...found.rows], ...countedAs(seen + found.matches) }
}

const MOST_TITLED = 10

/**
 * The best of some items. Exact titles are looked up separately, since a tier may lack them, and a popular item must not
 * push them down: those of all items come first, before the best of the first band.
 */
async function best<Row extends Shown>(
  { db }: Reader,
  where: RawBuilder<unknown>,
  meaning: Meaning,
  { titleKeys, filter, lifted, isPlain, isFirst, show, ...page }: Ranking & { isFirst: boolean },
) {
  const found = sql`titled as materialized (
      select of_title.*, true as is_titled from unnest(${listed(titleKeys, 'text')}) wanted, lateral (
        select ${MARKS}, popularity as rank from item_search where title_key = wanted and ${filter}
        order by popularity desc, item_id desc limit ${sql.lit(MOST_TITLED)}) of_title
      order by rank desc, item_id desc limit ${sql.lit(MOST_TITLED)}),
    found as materialized (
      select ${MARKS}, ${rank(meaning, lifted)} as rank, false as is_titled from item_search
      where ${where} and item_id <> all(array(select item_id from titled))
      ${isFirst ? sql`union all table titled` : sql``})`
  const { rows, matches, counted } = await gather<Row & { titles: number }>(db, {
    found,
    order: sql`is_titled desc, rank desc, item_id desc`,
    ...page,
    show: { ...show, columns: sql`${show.columns}, (select count(*) from titled) as titles` },
    ...(isPlain && { plan: plannedOnce }),
  })
  return { rows, matches, titles: counted.titles }
}
