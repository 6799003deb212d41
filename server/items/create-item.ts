import type { Insertable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Item, ItemTrack, ItemWave, License } from '#server/db/types.ts'
import { followChange } from './change-and-index.ts'
import type { NewFile } from './files.ts'
import { freeSlug, lockSlugs, slugOf } from './slugs.ts'

export type NewLicense = Omit<Insertable<License>, 'id' | 'itemId' | 'sold'>
type NewTrack = Omit<Insertable<ItemTrack>, 'id' | 'itemId' | 'position'>
export type NewWave = Omit<Insertable<ItemWave>, 'itemId'>
export type NewItem = Omit<Insertable<Item>, 'id' | 'slug' | 'deletedAt'> & {
  /** Made from the title unless given. A given slug must be free. */
  slug?: string
  licenses?: NewLicense[]
  files?: NewFile[]
  /** In order; the position is the index. */
  tracks?: NewTrack[]
  wave?: NewWave
}

const AT_ONCE = 1_000 // a statement can have 65,535 values

/** Writes an item with its counters and parts, and indexes it if it is on sale. It is a draft unless told otherwise. */
export const createItem = async (tx: Tx, item: NewItem, now: Date) => (await createItems(tx, [item], now))[0]!

/** Writes many items at once and returns their ids in the same order. */
export async function createItems(tx: Tx, items: NewItem[], now: Date): Promise<number[]> {
  const ids: number[] = []
  for (const some of slices(items)) ids.push(...(await writeItems(tx, some, now)))
  await followChange(tx, ids)
  return ids
}

async function writeItems(tx: Tx, items: NewItem[], now: Date) {
  const all = items.map((item) => splitItem(item, now))
  const ids = await writeRows(tx, all)
  await tx
    .insertInto('itemStat')
    .values(ids.map((itemId) => ({ itemId })))
    .execute()
  await writeParts(
    tx,
    all.map(({ parts }, index) => ({ ...parts, itemId: ids[index]! })),
    now,
  )
  return ids
}

/** Separates the item's own columns from the rows of other tables. */
function splitItem({ slug, licenses = [], files = [], tracks, wave, ...given }: NewItem, now: Date) {
  const status = given.status ?? 'draft'
  const columns = {
    createdAt: now,
    updatedAt: now,
    publishedAt: status === 'published' ? now : null,
    ...(tracks && { trackCount: tracks.length }),
    ...given,
    status,
  }
  return { slug, columns, parts: { licenses, files, tracks: tracks ?? [], waves: wave ? [wave] : [] } }
}
type Split = ReturnType<typeof splitItem>

/**
 * Uses one statement if all slugs are given. Otherwise writes item by item, because each slug depends on those before.
 */
async function writeRows(tx: Tx, items: Split[]) {
  const write = async (rows: Insertable<Item>[]) =>
    (await tx.insertInto('item').values(rows).returning('id').execute()).map(({ id }) => id)
  const named = items.flatMap(({ slug, columns }) => (slug === undefined ? [] : { ...columns, slug }))
  if (named.length === items.length) return write(named)
  await lockSlugs(tx)
  const ids: number[] = []
  for (const { slug, columns } of items) {
    const free = slug ?? (await freeSlug(tx, slugOf(columns.kind, columns.title)))
    ids.push(...(await write([{ ...columns, slug: free }])))
  }
  return ids
}

async function writeParts(tx: Tx, items: (Split['parts'] & { itemId: number })[], now: Date) {
  const waves = items.flatMap(({ itemId, waves: own }) => own.map((wave) => ({ ...wave, itemId })))
  for (const rows of slices(waves)) await tx.insertInto('itemWave').values(rows).execute()
  const licenses = items.flatMap(({ itemId, licenses: own }) => own.map((license) => ({ ...license, itemId })))
  for (const rows of slices(licenses)) await tx.insertInto('license').values(rows).execute()
  const files = items.flatMap(({ itemId, files: own }) => own.map((file) => ({ ...file, itemId, createdAt: now })))
  for (const rows of slices(files)) await tx.insertInto('itemFile').values(rows).execute()
  const tracks = items.flatMap(({ itemId, tracks: own }) =>
    own.map((track, position) => ({ ...track, itemId, position })),
  )
  for (const rows of slices(tracks)) await tx.insertInto('itemTrack').values(rows).execute()
}

const slices = <Row>(rows: Row[]) =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, index) =>
    rows.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
