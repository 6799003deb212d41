import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'

/** A report is about one of these. */
export type Subject = {
  commentId?: number | null
  itemId?: number | null
  personId?: number | null
  messageId?: number | null
}
type Closing = {
  adminId: number
  outcome: 'dismissed' | 'comment removed' | 'item taken down' | 'message removed' | 'person banned'
}

/** Closes all open reports about one thing. False: there is none any more. */
export async function closeReports(
  { clock }: Pick<App, 'clock'>,
  tx: Tx,
  { commentId = null, itemId = null, personId = null, messageId = null }: Subject,
  { adminId, outcome }: Closing,
) {
  const { numUpdatedRows } = await tx
    .updateTable('report')
    .set({ closedAt: clock.now(), closedBy: adminId, outcome })
    .where('closedAt', 'is', null)
    .where((or) =>
      or.or([
        or('commentId', '=', commentId),
        or('itemId', '=', itemId),
        or('personId', '=', personId),
        or('messageId', '=', messageId),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
