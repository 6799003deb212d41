import { sql, type Updateable } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Item } from '#server/db/types.ts'
import { changeAndIndex, type LockedItem } from './change-and-index.ts'
import type { NewLicense, NewWave } from './create-item.ts'
import { forgetFiles } from '#server/storage/unnamed-files.ts'
import { coverFiles } from '#server/media/cover-keys.ts'
import { freeSlug, lockSlugs, slugOf } from './slugs.ts'

type Own = Omit<
  Updateable<Item>,
  | 'id'
  | 'kind'
  | 'ownerId'
  | 'slug'
  | 'status'
  | 'statusReason'
  | 'isFeatured'
  | 'isPromoted'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
  | 'deletedAt'
>
export type ItemChange = Own & { licenses?: NewLicense[]; wave?: NewWave }

/** Changes what a seller edits. Only the given licenses change. Returns the slug, which follows the title. */
export async function changeItem(tx: Tx, id: number, { licenses = [], wave, ...change }: ItemChange, now: Date) {
  if (change.title !== undefined) await lockSlugs(tx)
  return changeAndIndex(tx, id, async (item) => {
    const slug = await followTitle(tx, item, change.title)
    await forgetReplaced(tx, id, change, now)
    await tx
      .updateTable('item')
      .set({ ...change, slug, updatedAt: now })
      .where('id', '=', id)
      .execute()
    for (const license of licenses) await writeLicense(tx, id, license)
    if (wave) await writeWave(tx, id, wave)
    return slug
  })
}

/** A preview or cover that is made anew replaces the former one. Neither is sold, so nobody needs it any more. */
async function forgetReplaced(tx: Tx, id: number, { previewKey, coverKey }: Own, now: Date) {
  if (previewKey === undefined && coverKey === undefined) return
  const former = await tx
    .selectFrom('item')
    .where('id', '=', id)
    .select(['previewKey', 'coverKey'])
    .executeTakeFirstOrThrow()
  await forgetFiles(
    tx,
    [
      ...(previewKey === undefined || previewKey === former.previewKey
        ? []
        : [former.previewKey].filter((key) => key !== null)),
      ...(coverKey === undefined || coverKey === former.coverKey ? [] : coverFiles(former.coverKey)),
    ],
    now,
  )
}

/** A new title gives a new slug. The old slug still leads to the item, unless nobody was told of it. */
async function followTitle(tx: Tx, item: LockedItem, title: string | undefined) {
  if (title === undefined) return item.slug
  const wanted = slugOf(item.kind, title)
  if (wanted === slugOf(item.kind, item.title)) return item.slug
  const slug = await freeSlug(tx, wanted, item.id)
  if (slug === item.slug) return slug
  await tx.deleteFrom('itemOldSlug').where('slug', '=', slug).execute()
  if (item.publishedAt || (await wasTold(tx, item.id)))
    await tx.insertInto('itemOldSlug').values({ slug: item.slug, itemId: item.id }).execute()
  return slug
}

/** Notices about steps, reviews and shares keep the slug: they would show the item of another seller who takes it. */
async function wasTold(tx: Tx, id: number) {
  const { rows } = await sql<{ isTold: boolean }>`select exists (select from review where item_id = ${id})
    or exists (select from media_job where item_id = ${id})
    or exists (select from share_version where item_id = ${id}) as is_told`.execute(tx)
  return rows[0]!.isTold
}

const writeLicense = (tx: Tx, itemId: number, { type, ...license }: NewLicense) =>
  tx
    .insertInto('license')
    .values({ itemId, type, ...license })
    .onConflict((conflict) => conflict.columns(['itemId', 'type']).doUpdateSet(license))
    .execute()

const writeWave = (tx: Tx, itemId: number, wave: NewWave) =>
  tx
    .insertInto('itemWave')
    .values({ itemId, ...wave })
    .onConflict((conflict) => conflict.column('itemId').doUpdateSet(wave))
    .execute()
