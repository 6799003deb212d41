import type { Tx } from '#server/db/connect.ts'

/** Makes an account a producer. Call it before the index counts the beats of the first upload. */
export const becomeProducer = (tx: Tx, accountId: number) =>
  tx
    .updateTable('account')
    .set({ isProducer: true })
    .where('id', '=', accountId)
    .where('isProducer', '=', false)
    .execute()
