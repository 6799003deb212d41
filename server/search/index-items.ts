import { sql, type RawBuilder } from 'kysely'
import { KIT_TYPES } from '#contract/kit-types.ts'
import { LICENSE_TYPES } from '#contract/license-types.ts'
import type { Db } from '#server/db/connect.ts'
import { lockIndexed, queueForCharts } from './charts.ts'
import { MOST_TEMPOS } from './filter.ts'
import { keyNumber } from './keys.ts'
import { patiently } from './patiently.ts'
import { PLACES } from './places.ts'
import { keyWords } from './spoken.ts'
import { isStop } from './understand.ts'
import { KIND_WORDS, kitTypeWords, marked, NAMED, SAID, partsOfName, wordsAndCompounds, wordsOf } from './words.ts'

const AT_ONCE = 2_000
/** The rest of a long description says little more, and each word costs every search that passes the item. */
const MOST_OF_DESCRIPTION = 40

/**
 * Runs after each change of items or of their owner’s name, in the same transaction. Items on sale are found, others
 * are not.
 */
export async function indexItems(tx: Db, ids: number[]) {
  for (let from = 0; from < ids.length; from += AT_ONCE) await indexSome(tx, ids.slice(from, from + AT_ONCE))
  const owners = sql`(select owner_id from item where id = any(${ids}::bigint[]))`
  await lockBeats(tx, owners)
  await countBeats(tx, sql`account.id in ${owners}`)
}

/**
 * Queues the items too, because an item that comes back on sale is ranked by its plays, likes and sales. Locks the queue
 * first, as the charts do.
 */
async function indexSome(tx: Db, ids: number[]) {
  await queueForCharts(tx, ids)
  await lockIndexed(tx, ids)
  const rows = await itemsOnSale(tx, ids)
  const onSale = new Set(rows.map(({ id }) => id))
  const gone = ids.filter((id) => !onSale.has(id))
  if (gone.length) await tx.deleteFrom('itemSearch').where('itemId', 'in', gone).execute()
  if (rows.length === 0) return
  const entries = rows.map(entryOf)
  await writeEntries(tx, entries)
  const strong = new Set(entries.flatMap(({ words }) => words))
  const apart = new Set(entries.flatMap((entry) => entry.apart).filter((word) => !strong.has(word)))
  await addTerms(tx, [...strong], [...apart])
  await addTags(tx, [...new Set(entries.flatMap(({ tags }) => tags))])
}

/** Locks the owners: concurrent changes would miscount. */
const lockBeats = (tx: Db, owners: RawBuilder<unknown>) =>
  sql`insert into producer_beats (owner_id, beats) select id, 0 from account where is_producer and id in ${owners} order by id
    on conflict (owner_id) do update set beats = producer_beats.beats`.execute(tx)

/** Counts the beats of producers. `whose` is a condition on their accounts. */
export const countBeats = (tx: Db, whose: RawBuilder<unknown>) =>
  sql`insert into producer_beats (owner_id, beats)
    select account.id, count(item_search.item_id) from account
    left join item_search on owner_id = account.id and kind = 'beat'
    where is_producer and ${whose} group by account.id order by account.id
    on conflict (owner_id) do update set beats = excluded.beats where producer_beats.beats <> excluded.beats`.execute(
    tx,
  )

/** Items of a deleted account are not on sale. */
const itemsOnSale = (tx: Db, ids: number[]) =>
  tx
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('style', 'style.id', 'item.styleId')
    .where('item.id', 'in', ids)
    .where('item.status', '=', 'published')
    .where('item.deletedAt', 'is', null)
    .where('account.deletedAt', 'is', null)
    .select((select) => [
      'item.id',
      'item.ownerId',
      'item.kind',
      'item.styleId',
      'item.title',
      'item.description',
      'item.genre',
      'item.tags',
      'item.fansOf',
      'item.bpm',
      'item.bpmMin',
      'item.bpmMax',
      'item.musicKey',
      'item.kitType',
      'item.priceCents',
      'item.isFeatured',
      'item.isPromoted',
      'item.publishedAt',
      'account.handle',
      'style.title as styleTitle',
      'style.slug as styleSlug',
      'style.code as styleCode',
      select
        .selectFrom('licenseOnOffer')
        .whereRef('licenseOnOffer.itemId', '=', 'item.id')
        .select(sql<string[]>`coalesce(array_agg(type::text), '{}')`.as('types'))
        .as('licenses'),
    ])
    .orderBy('item.id')
    .execute()

type Row = Awaited<ReturnType<typeof itemsOnSale>>[number]

const descriptionWords = (text: string) =>
  [...new Set(wordsOf(text))].filter((word) => word.length > 1 && !isStop(word)).slice(0, MOST_OF_DESCRIPTION)

function tempoWords({ bpm, bpmMin, bpmMax }: Row) {
  if (bpm) return [String(bpm), `${bpm}bpm`]
  if (!bpmMin || !bpmMax || bpmMax - bpmMin > MOST_TEMPOS) return []
  return Array.from({ length: bpmMax - bpmMin + 1 }, (_, more) => `${bpmMin + more}bpm`)
}

/** A title that names a type of kits is found by it. */
function kitTypesIn(title: string) {
  const words = ` ${wordsOf(title).join(' ')} `
  return KIT_TYPES.filter((type) => words.includes(` ${wordsOf(type).join(' ')} `)).flatMap(kitTypeWords)
}

/**
 * Weights: A is the title, B the producer, C everything that a tag or a field says, D words of the description (`said`)
 * and parts of the producer’s name (`named`).
 */
function entryOf(row: Row) {
  const weights = {
    A: [...wordsAndCompounds(row.title), ...kitTypesIn(row.title)],
    B: wordsAndCompounds(row.handle),
    C: [
      ...[...row.tags, ...row.fansOf].flatMap(wordsAndCompounds),
      ...wordsOf(`${row.styleTitle ?? ''} ${row.styleCode ?? ''} ${row.genre}`),
      ...(row.styleSlug ? [row.styleSlug.replaceAll('-', ''), ...wordsOf(PLACES[row.styleSlug] ?? '')] : []),
      ...(row.kitType ? [...wordsOf(row.kitType), ...kitTypeWords(row.kitType)] : []),
      ...KIND_WORDS[row.kind],
      ...wordsOf(row.musicKey ?? ''),
      ...keyWords(keyNumber(row.musicKey)),
      ...tempoWords(row),
    ],
  }
  const strong = new Set(Object.values(weights).flat())
  const isApart = (word: string) => !strong.has(word)
  const said = descriptionWords(row.description).filter(isApart)
  const named = partsOfName(row.handle).filter(isApart)
  return {
    ...row,
    tags: row.tags.map((tag) => tag.toLowerCase()),
    words: [...strong],
    apart: [...said, ...named],
    fts: [
      ...Object.entries(weights).flatMap(([weight, words]) => words.map((word) => `'${word}':1${weight}`)),
      ...said.map((word) => `'${SAID}${word}':1D`),
      ...named.map((word) => `'${NAMED}${word}':1D`),
      marked(row.kind),
      ...(row.styleSlug ? [marked(row.styleSlug)] : []),
    ].join(' '),
    bits: LICENSE_TYPES.reduce((bits, type, bit) => bits | (row.licenses?.includes(type) ? 1 << bit : 0), 0),
  }
}
type Entry = ReturnType<typeof entryOf>

/** Writes the entries and keeps the figures of the charts. */
const writeEntries = (tx: Db, entries: Entry[]) =>
  tx
    .insertInto('itemSearch')
    .values(
      entries.map((entry) => ({
        itemId: entry.id,
        ownerId: entry.ownerId,
        kind: entry.kind,
        styleId: entry.styleId,
        bpmLow: entry.bpm ?? entry.bpmMin ?? 0,
        bpmHigh: entry.bpm ?? entry.bpmMax ?? 999,
        keyNumber: keyNumber(entry.musicKey),
        priceCents: entry.priceCents,
        licenses: entry.bits,
        isFeatured: entry.isFeatured,
        isPromoted: entry.isPromoted,
        publishedAt: entry.publishedAt!,
        tags: entry.tags,
        titleKey: wordsOf(entry.title).join(' '),
        fts: sql<string>`${entry.fts}::tsvector`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('itemId')
        .doUpdateSet(
          Object.fromEntries(
            (
              [
                'ownerId',
                'kind',
                'styleId',
                'bpmLow',
                'bpmHigh',
                'keyNumber',
                'priceCents',
                'licenses',
                'isFeatured',
                'isPromoted',
                'publishedAt',
                'tags',
                'titleKey',
                'fts',
              ] as const
            ).map((column) => [column, sql.ref(`excluded.${column}`)]),
          ),
        ),
    )
    .execute()

/**
 * Adds new words, so that they are found at once; how often they occur is counted every night. Sorted, to prevent
 * deadlocks.
 */
const addTerms = (tx: Db, strong: string[], apart: string[]) =>
  sql`insert into search_term (term, items, said)
    select * from (select word, 1, 0 from unnest(${strong}::text[]) word union all select word, 0, 1 from unnest(${apart}::text[]) word) given
    order by word collate "C" on conflict do nothing`.execute(tx)

const addTags = (tx: Db, tags: string[]) =>
  sql`insert into search_tag (tag, items) select tag, 1 from unnest(${tags}::text[]) tag order by tag collate "C"
    on conflict do nothing`.execute(tx)

/** So many ids of items are compared with the index at once. A million at once would take too long. */
const COMPARED = 20_000

/** Indexes items on sale that are missing in the index, after an update of Slide or a bulk load. */
export async function indexMissing(db: Db) {
  let indexed = 0
  const { newest } = await db
    .selectFrom('item')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from < (newest ?? 0); from += COMPARED) {
    const missing = await missingOf(db, from, from + COMPARED)
    for (let nth = 0; nth < missing.length; nth += AT_ONCE) {
      const ids = missing.slice(nth, nth + AT_ONCE)
      await db.transaction().execute((tx) => indexSome(tx, ids))
    }
    indexed += missing.length
  }
  // a table that was just filled has no statistics, and without them the planner's plan would take hours
  const isNew = indexed > 0 || (await isUnknown(db))
  await patiently(db.transaction(), async (tx) => {
    if (isNew) await sql`analyze account, item_search`.execute(tx)
    await countBeats(tx, sql`true`)
  })
}

async function missingOf(db: Db, above: number, upTo: number) {
  const rows = await db
    .selectFrom('item')
    .innerJoin('account', 'account.id', 'item.ownerId')
    .leftJoin('itemSearch', 'itemSearch.itemId', 'item.id')
    .where('item.id', '>', above)
    .where('item.id', '<=', upTo)
    .where('itemSearch.itemId', 'is', null)
    .where('item.status', '=', 'published')
    .where('item.deletedAt', 'is', null)
    .where('account.deletedAt', 'is', null)
    .select('item.id')
    .orderBy('item.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the planner has no statistics of the index yet. */
async function isUnknown(db: Db) {
  const { rows } = await sql`select from pg_class where oid = 'item_search'::regclass and reltuples < 0`.execute(db)
  return rows.length > 0
}
