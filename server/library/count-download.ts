import { sql } from 'kysely'
import { countDownload } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import type { PurchaseRow } from './purchases.ts'

/**
 * A download counts once per purchase, file and day, however many parts of it are asked for. The day's first and last
 * request are kept, for disputes about what was delivered.
 */
export const count = ({ db, clock }: App, { id, kind, itemId }: PurchaseRow, file: string) =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    const added = await tx
      .insertInto('download')
      .values({ purchaseId: id, file, day: at.toISOString().slice(0, 10), firstAt: at, lastAt: at })
      .onConflict((conflict) => conflict.columns(['purchaseId', 'file', 'day']).doUpdateSet({ lastAt: at }))
      .returning(sql<boolean>`xmax = 0`.as('isFirst'))
      .executeTakeFirstOrThrow()
    if (added.isFirst && kind === 'kit') await countDownload(tx, [{ itemId, by: 1, at }])
  })
