import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Item, ItemTrack, ItemWave, License } from '#server/db/types.ts'
import { followChange } from './change-and-index.ts'
import type { NewFile } from './files.ts'
import { freeSlug, lockSlugs, slugOf } from './slugs.ts'

export type NewLicense = Omit<Insertable<License>, 'id' | 'itemId' | 'sold'>
export type NewTrack = Omit<Insertable<ItemTrack>, 'id' | 'itemId' | 'position'>
export type NewWave = Omit<Insertable<ItemWave>, 'itemId'>
export type NewItem = Omit<Insertable<Item>, 'id' | 'slug' | 'deletedAt'> & {
  /** Made of the title, unless given; a given slug must be free. */
  slug?: string
  licenses?: NewLicense[]
  files?: NewFile[]
  /** In the order of their positions. */
  tracks?: NewTrack[]
  wave?: NewWave
}

const AT_ONCE = 1_000 // the protocol counts a statement's values in 16 bits

/** Writes an item with its counters and parts, a draft unless told otherwise, and indexes it if it is on sale. */
export const createItem = async (tx: Tx, item: NewItem, now: Date) => (await createItems(tx, [item], now))[0]!

/** Writes many items at once; gives their ids in the same order. */
export async function createItems(tx: Tx, items: NewItem[], now: Date): Promise<number[]> {
  const ids: number[] = []
  for (const some of slices(items)) ids.push(...(await writeItems(tx, some, now)))
  await followChange(tx, ids)
  return ids
}

async function writeItems(tx: Tx, items: NewItem[], now: Date) {
  if (items.some(({ slug }) => slug === undefined)) await lockSlugs(tx)
  const ids: number[] = []
  const withSlug = items.filter(({ slug }) => slug !== undefined)
  const added = await insertRows(
    tx,
    withSlug.map((item) => rowOf(item, item.slug!, now)),
  )
  for (const item of items) {
    if (item.slug !== undefined) ids.push(added.shift()!)
    else ids.push(...(await insertRows(tx, [rowOf(item, await freeSlug(tx, slugOf(item.kind, item.title)), now)])))
  }
  await tx
    .insertInto('itemStat')
    .values(ids.map((itemId) => ({ itemId })))
    .execute()
  await insertParts(tx, items, ids, now)
  return ids
}

const insertRows = async (tx: Tx, rows: Insertable<Item>[]) =>
  rows.length === 0 ? [] : (await tx.insertInto('item').values(rows).returning('id').execute()).map(({ id }) => id)

function rowOf({ licenses, files, tracks, wave, ...item }: NewItem, slug: string, now: Date): Insertable<Item> {
  const status = item.status ?? 'draft'
  return {
    createdAt: now,
    updatedAt: now,
    publishedAt: status === 'published' ? now : null,
    ...(tracks && { trackCount: tracks.length }),
    ...item,
    slug,
    status,
  }
}

async function insertParts(tx: Tx, items: NewItem[], ids: number[], now: Date) {
  const each = <Part, Row>(partsOf: (item: NewItem) => Part[] | undefined, rowOf: (part: Part, place: number) => Row) =>
    items.flatMap((item, index) =>
      (partsOf(item) ?? []).map((part, place) => ({ ...rowOf(part, place), itemId: ids[index]! })),
    )
  for (const rows of slices(
    each(
      ({ wave }) => wave && [wave],
      (wave) => wave,
    ),
  ))
    await tx.insertInto('itemWave').values(rows).execute()
  for (const rows of slices(
    each(
      ({ licenses }) => licenses,
      (license) => license,
    ),
  ))
    await tx.insertInto('license').values(rows).execute()
  for (const rows of slices(
    each(
      ({ files }) => files,
      (file) => ({ ...file, createdAt: now }),
    ),
  ))
    await tx.insertInto('itemFile').values(rows).execute()
  for (const rows of slices(
    each(
      ({ tracks }) => tracks,
      (track, position) => ({ ...track, position }),
    ),
  ))
    await tx.insertInto('itemTrack').values(rows).execute()
}

const slices = <Row>(rows: Row[]) =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) =>
    rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
