import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { countBeats } from './index-items.ts'
import { patiently } from './patiently.ts'
import { MARK, NAMED, SAID } from './words.ts'

/** Runs every night: counts words and tags, and places items in their tiers. */
export async function refreshVocabulary(db: Db) {
  await countWords(db)
  await placeInTiers(db)
  await patiently(db.transaction(), (tx) => countBeats(tx, sql`true`))
  await patiently(db.transaction(), (tx) => sql`analyze item_search, search_term`.execute(tx))
}

const isApart = sql`left(word, 1) in (${SAID}, ${NAMED})`

/** Counts in one snapshot: a word that is added meanwhile must not be deleted as unused. */
const countWords = (db: Db) =>
  patiently(db.transaction().setIsolationLevel('repeatable read'), async (tx) => {
    await sql`create temporary table counted on commit drop as
        select ltrim(word, ${SAID + NAMED}) as term,
          coalesce(sum(ndoc) filter (where not ${isApart}), 0)::int as items,
          coalesce(sum(ndoc) filter (where ${isApart}), 0)::int as said
        from ts_stat('select fts from item_search') where not starts_with(word, ${MARK}) group by 1`.execute(tx)
    await sql`delete from search_term where not exists (select from counted where counted.term = search_term.term)`.execute(
      tx,
    )
    await sql`insert into search_term (term, items, said) select term, items, said from counted order by term collate "C"
        on conflict (term) do update set items = excluded.items, said = excluded.said
        where (search_term.items, search_term.said) <> (excluded.items, excluded.said)`.execute(tx)
    await sql`create temporary table tagged on commit drop as
        select tag, count(*)::int as items from item_search, unnest(tags) tag group by tag`.execute(tx)
    await sql`delete from search_tag where not exists (select from tagged where tagged.tag = search_tag.tag)`.execute(
      tx,
    )
    await sql`insert into search_tag select tag, items from tagged order by tag collate "C"
        on conflict (tag) do update set items = excluded.items where search_tag.items <> excluded.items`.execute(tx)
  })

/** Runs in its own transaction: together with the words it would block indexing, and be blocked by it. */
const placeInTiers = (db: Db) =>
  patiently(db.transaction(), async (tx) => {
    await sql`with placed as (select item_id, percent_rank() over (order by popularity desc, item_id desc) as place from item_search),
      wanted as (select item_id, case when place < 0.001 then 0 when place < 0.01 then 1 when place < 0.1 then 2 else 3 end as tier from placed),
      locked as (select item_id from item_search join wanted using (item_id) where wanted.tier <> item_search.tier
        order by item_id for update of item_search)
      update item_search set tier = wanted.tier from wanted join locked using (item_id)
      where wanted.item_id = item_search.item_id`.execute(tx)
  })
