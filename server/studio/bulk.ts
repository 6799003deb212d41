import type { z } from 'zod'
import type { BulkResult, studio } from '#contract/studio.ts'
import { LICENSE_NEEDS_PRICE } from '#contract/studio-fields.ts'
import { tagsOf } from '#contract/shaping.ts'
import type { Tx } from '#server/db/connect.ts'
import { ApiError, conflict, invalid } from '#server/errors.ts'
import { changeItem } from '#server/items/index.ts'
import { cents } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { edit, expectEditable, lockOwn, remove, turnSale, type Owned } from './change.ts'

type Bulk = z.output<(typeof studio)['myItems']['bulk']['body']>

/** Changes each item in its own transaction. A refused item does not stop the others. */
export async function doInBulk(app: App, ownerId: number, bulk: Bulk): Promise<BulkResult> {
  const result: BulkResult = { done: [], refused: [] }
  for (const id of [...new Set(bulk.ids)].toSorted((a, b) => a - b)) {
    let title = ''
    try {
      await app.db.transaction().execute(async (tx) => {
        const [item] = await lockOwn(tx, ownerId, [id])
        if (!item) throw new ApiError(404, 'not_found', 'Item not found.')
        title = item.title
        await actOn(tx, item, bulk, app.clock.now())
      })
      result.done.push(id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      result.refused.push({ id, title, message: error.message })
    }
  }
  return result
}

async function actOn(tx: Tx, item: Owned, bulk: Bulk, now: Date) {
  if (bulk.action === 'pause' || bulk.action === 'resume') return turnSale(tx, item, bulk.action, now)
  if (bulk.action === 'delete') return remove(tx, item, now)
  if (bulk.action === 'price') return setPrice(tx, item, bulk, now)
  const removed = new Set(bulk.remove.map((tag) => tag.toLowerCase()))
  const tags = tagsOf([...item.tags.filter((tag) => !removed.has(tag.toLowerCase())), ...bulk.add])
  return edit(tx, item, { tags }, now)
}

/** Kits have one price; beats and packs one for each license that they already have. */
async function setPrice(tx: Tx, item: Owned, { type, price }: Extract<Bulk, { action: 'price' }>, now: Date) {
  expectEditable(item)
  if (item.kind === 'kit') return edit(tx, item, { price }, now)
  const license = await tx
    .selectFrom('license')
    .where('itemId', '=', item.id)
    .where('type', '=', type)
    .select('enabled')
    .executeTakeFirst()
  if (!license) throw conflict('no_such_license', 'It has no such license.')
  if (license.enabled && price <= 0) throw invalid({ price: LICENSE_NEEDS_PRICE })
  await changeItem(tx, item.id, { licenses: [{ type, enabled: license.enabled, priceCents: cents(price) }] }, now)
}
