import { countDownload } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import type { PurchaseRow } from './purchases.ts'

/** A download counts once per purchase, file and day, however many parts of it are asked for. */
export const count = ({ db, clock }: App, { id, kind, itemId }: PurchaseRow, file: string) =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    const added = await tx
      .insertInto('download')
      .values({ purchaseId: id, file, day: at.toISOString().slice(0, 10) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('file')
      .executeTakeFirst()
    if (added && kind === 'kit') await countDownload(tx, [{ itemId, by: 1, at }])
  })
