import type { Tx } from '#server/db/connect.ts'

/** Makes an account a producer. Call it before its first item goes on sale. */
export const becomeProducer = (tx: Tx, accountId: number) =>
  tx
    .updateTable('account')
    .set({ isProducer: true })
    .where('id', '=', accountId)
    .where('isProducer', '=', false)
    .execute()
