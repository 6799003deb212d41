import { sql } from 'kysely'
import type { z } from 'zod'
import type { LicenseChanges } from '#contract/studio.ts'
import { TEMPI_TURNED } from '#contract/kit-types.ts'
import { ONE_LICENSE } from '#contract/license-types.ts'
import { LICENSE_NEEDS_PRICE } from '#contract/studio-fields.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { ItemKind, ItemStatus } from '#server/db/types.ts'
import { conflict, invalid } from '#server/errors.ts'
import { changeItem, kindNames, removeItem, setState } from '#server/items/index.ts'
import { openReview, proposeChange } from '#server/moderation/index.ts'
import { cents } from '#server/money.ts'
import { endSteps } from './media-jobs.ts'
import { statusLabels } from './present.ts'

/** A locked item of the seller. It can't change until the transaction ends. */
export type Owned = {
  id: number
  kind: ItemKind
  title: string
  status: ItemStatus
  tags: string[]
  bpmMin: number | null
  bpmMax: number | null
  publishedAt: Date | null
}

/** Locks own items in the order of their ids. Other people's and deleted ones are left out. */
export const lockOwn = (tx: Tx, ownerId: number, ids: number[]): Promise<Owned[]> =>
  tx
    .selectFrom('item')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .select(['id', 'kind', 'title', 'status', 'tags', 'bpmMin', 'bpmMax', 'publishedAt'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Sold and taken-down items can't be edited. Items in processing can be edited afterwards. */
const EDITABLE: readonly ItemStatus[] = ['draft', 'pending', 'rejected', 'failed', 'published', 'paused']

export function expectEditable({ kind, status }: Owned) {
  if (!EDITABLE.includes(status))
    throw conflict('wrong_state', `This ${kind} can’t be edited: it is ${statusLabels[status].toLowerCase()}.`)
}

/** An item on sale keeps its title, audio and cover until a review has approved the new ones. */
export const isOnSale = ({ status }: Owned) => status === 'published' || status === 'paused'

export type Edit = {
  title?: string | undefined
  name?: string | undefined
  genre?: string | undefined
  bpm?: number | null | undefined
  bpmMin?: number | null | undefined
  bpmMax?: number | null | undefined
  key?: string | null | undefined
  tags?: string[] | undefined
  description?: string | undefined
  price?: number | undefined
  fansOf?: string[] | undefined
}

/** Changes the words and numbers of an item. Fields that are left out stay. */
export async function edit(tx: Tx, item: Owned, change: Edit, now: Date) {
  expectEditable(item)
  const { title = change.name, genre, bpm, bpmMin, bpmMax, key, tags, description, price, fansOf } = change
  if (title !== undefined && isOnSale(item))
    await proposeChange(tx, item.id, { proposedTitle: title === item.title ? null : title }, now)
  const [least, most] = [bpmMin === undefined ? item.bpmMin : bpmMin, bpmMax === undefined ? item.bpmMax : bpmMax]
  if (least !== null && most !== null && least > most) throw invalid({ bpmMax: TEMPI_TURNED })
  await changeItem(
    tx,
    item.id,
    {
      ...(title !== undefined && !isOnSale(item) && { title }),
      ...(genre !== undefined && { genre, styleId: await styleNamed(tx, genre) }),
      ...(bpm !== undefined && { bpm }),
      ...(bpmMin !== undefined && { bpmMin }),
      ...(bpmMax !== undefined && { bpmMax }),
      ...(key !== undefined && { musicKey: key }),
      ...(tags !== undefined && { tags }),
      ...(fansOf !== undefined && { fansOf }),
      ...(description !== undefined && { description }),
      ...(price !== undefined && { priceCents: cents(price) }),
    },
    now,
  )
}

/** A genre that is the name of a style, or its short name in filters, puts the item on the page of that style. */
export const styleNamed = async (db: Db | Tx, genre: string) =>
  (
    await db
      .selectFrom('style')
      .where(sql<boolean>`lower(${genre}) in (lower(title), lower(short_title))`)
      .select('id')
      .executeTakeFirst()
  )?.id ?? null

type Changes = z.output<typeof LicenseChanges>

/** Changes licenses, or adds those that are named by a type. An id of another item is refused and nothing changes. */
export async function changeLicenses(tx: Tx, item: Owned, changes: Changes, now: Date) {
  expectEditable(item)
  const own = await tx.selectFrom('license').where('itemId', '=', item.id).select(['id', 'type', 'enabled']).execute()
  const licenses = changes.map(({ id, type = own.find((license) => license.id === id)?.type, enabled, price }) => {
    if (!type) throw invalid({ licenses: `This ${kindNames[item.kind].toLowerCase()} has no such license.` })
    if (enabled && price <= 0) throw invalid({ licenses: LICENSE_NEEDS_PRICE })
    return { type, enabled, priceCents: cents(price) }
  })
  if (new Set(licenses.map(({ type }) => type)).size < licenses.length)
    throw invalid({ licenses: 'Name each license once.' })
  const enabled = new Map([...own, ...licenses].map((license) => [license.type, license.enabled]))
  // without any, its page would stay and sell nothing; a seller who wants that takes it off sale
  if (own.some((license) => license.enabled) && ![...enabled.values()].includes(true))
    throw invalid({ licenses: ONE_LICENSE })
  await changeItem(tx, item.id, { licenses }, now)
}

const words = { pause: 'paused', resume: 'put back on sale' }
const from = { pause: 'published', resume: 'paused' } as const
const to = { pause: 'paused', resume: 'published' } as const

/** Takes an item off sale, or puts it back. This needs no review, like edits of its tags and prices. */
export async function turnSale(tx: Tx, item: Owned, way: 'pause' | 'resume', now: Date) {
  if (item.status !== from[way])
    throw conflict('wrong_state', `${plural[item.status] ?? 'Such items'} can’t be ${words[way]}.`)
  await setState(tx, item.id, to[way], { now })
}

/** A rejected item waits for a review once more, and so does a draft that was on sale: its exclusive sale was refunded. */
export async function resubmit(tx: Tx, item: Owned, now: Date) {
  const { status, publishedAt } = item
  if (status !== 'rejected' && (status !== 'draft' || publishedAt === null))
    throw conflict('wrong_state', `${plural[item.status] ?? 'Such items'} can’t be sent to review again.`)
  await setState(tx, item.id, 'pending', { now })
  await openReview(tx, item.id, now)
}

const plural: Partial<Record<ItemStatus, string>> = {
  published: 'Items on sale',
  pending: 'Items in review',
  processing: 'Items in processing',
  draft: 'Drafts',
  failed: 'Failed items',
  paused: 'Paused items',
  rejected: 'Rejected items',
  taken_down: 'Items that were taken down',
  sold: 'Sold items',
}

/** Deletes an item. A step that works on it can save nothing more. */
export async function remove(tx: Tx, item: Owned, now: Date) {
  await removeItem(tx, item.id, now)
  await endSteps(tx, [item.id], now)
}
