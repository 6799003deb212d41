import { sql } from 'kysely'
import type { ReturnedLine } from '#server/checkout/index.ts'
import type { Tx } from '#server/db/connect.ts'
import { countSale, isOwnedExclusively, SALE_REFUNDED, setState } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import type { ItemLine } from './grant.ts'

type Returned = ReturnedLine & ItemLine

/**
 * Takes back the license of a refunded line. A lower one that it had replaced comes back to life. A line that is refunded in
 * part stays with its buyer.
 */
export async function revoke({ clock }: App, tx: Tx, { id, totalCents, isWhole }: Returned) {
  if (!isWhole) return
  const { id: purchaseId } = await tx
    .selectFrom('purchase')
    .where('lineId', '=', id)
    .select('id')
    .executeTakeFirstOrThrow()
  await endWithUpgrades(tx, purchaseId, { wasPaid: totalCents > 0, now: clock.now() })
  await tx
    .updateTable('purchase')
    .set({ state: 'owned', supersededBy: null, endedAt: null })
    .where('supersededBy', '=', purchaseId)
    .execute()
}

/**
 * Counts the sales of all lines back at once: item by item, in the order of the lines, it would wait for plays of these
 * items, and they for it. A beat that was sold exclusively returns to its seller as a draft.
 */
export async function countBack({ clock }: App, tx: Tx, lines: readonly Returned[]) {
  const now = clock.now()
  await countSale(
    tx,
    lines.map(({ itemId, licenseType, isWhole, sellerReturnedCents }) => ({
      itemId,
      license: licenseType,
      by: isWhole ? -1 : 0,
      cents: -sellerReturnedCents,
      at: now,
    })),
  )
  for (const { itemId } of lines) await bringBack(tx, itemId, now)
}

/** A higher license was paid by the difference alone, so it ends with the lower one. If that was free, it was paid in full. */
const endWithUpgrades = (tx: Tx, purchaseId: number, { wasPaid, now }: { wasPaid: boolean; now: Date }) =>
  sql`with recursive ended as (
      select id, superseded_by from purchase where id = ${purchaseId}
      union all
      select purchase.id, purchase.superseded_by from purchase join ended on purchase.id = ended.superseded_by
        where ${wasPaid})
    update purchase set state = 'refunded', superseded_by = null, ended_at = ${now}
    from ended where purchase.id = ended.id and purchase.state <> 'refunded'`.execute(tx)

/**
 * An exclusive license may have ended with a lower one that it had replaced. One order may buy a beat twice exclusively:
 * by itself and in a pack. It returns with the last of them.
 */
async function bringBack(tx: Tx, itemId: number, now: Date) {
  const { rows } = await sql<{ id: number }>`select id from item
    where status = 'sold' and deleted_at is null
      and id in (select ${itemId}::bigint union select beat_id from item_track
        where item_id = ${itemId} and removed_at is null)
      and not ${isOwnedExclusively(sql`item.id`)}
    order by id`.execute(tx)
  for (const { id } of rows) await setState(tx, id, 'draft', { now, reason: SALE_REFUNDED })
}
