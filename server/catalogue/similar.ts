import { sql } from 'kysely'
import type { Kind } from '#contract/item.ts'
import { listed, plannedOnce, type Db } from '#server/db/connect.ts'
import { shown } from '#server/items/index.ts'
import { compatibleKeys, keyNumber } from '#server/search/index.ts'
import { kindOf } from './lists.ts'

const CANDIDATES = 80

/**
 * Ranks the most popular items by style, tempo, key and common tags, with at most three by one producer first. Null for
 * an unknown item. Without a wanted kind they are of the item's own.
 */
export async function listSimilar(
  db: Db,
  id: number,
  { kind: wanted, limit }: { kind?: Kind | undefined; limit: number },
) {
  const item = await shown(db)
    .where('item.id', '=', id)
    .select(['item.kind', 'item.styleId', 'item.tags', 'item.bpm', 'item.musicKey'])
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
  if (!item) return null
  const { styleId, tags, bpm, musicKey } = item
  const kind = wanted ? kindOf[wanted] : item.kind
  const key = keyNumber(musicKey)
  const lower = tags.map((tag) => tag.toLowerCase())
  const nearKeys = key === null ? [] : compatibleKeys(key)
  // reads only the compared columns, because whole rows also contain all words of an item
  const others = sql`select item_id, owner_id, style_id, tags, bpm_low, bpm_high, key_number, popularity
    from item_search where kind = ${sql.lit(kind)} and item_id <> ${id}${item.kind === 'pack' ? sql` and ${notIn(id)}` : sql``}`
  const first = sql`order by popularity desc, item_id desc limit ${sql.lit(CANDIDATES)}`
  const { rows } = await sql<{ itemId: number }>`
    with near as (
      (${others} and style_id = (select ${styleId}::smallint) ${first}) union (${others} ${first})),
    scored as (
      select item_id, owner_id,
        (style_id is not distinct from ${styleId}::smallint)::int * 3
        + (select count(*) from unnest(tags) tag where tag = any(${listed(lower, 'text')})) * 1.5
        + case when ${bpm}::int between bpm_low - 4 and bpm_high + 4 and bpm_low > 0 then 2 else 0 end
        + case when key_number = ${key}::smallint then 2
            when key_number = any(${listed(nearKeys, 'smallint')}) then 1 else 0 end
        + popularity / 10 as score
      from near),
    placed as (
      select *, row_number() over (partition by owner_id order by score desc, item_id desc) as of_owner from scored)
    select item_id from placed order by (of_owner > 3), score desc, item_id desc limit ${limit} ${plannedOnce}`.execute(
    db,
  )
  return rows.map(({ itemId }) => itemId)
}

/** The beats of a pack have just been heard in it. */
const notIn = (pack: number) => sql`item_id not in (
  select beat_id from item_track where item_id = ${pack} and beat_id is not null and removed_at is null)`
