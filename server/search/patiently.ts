import type { TransactionBuilder } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { bePatient } from '#server/db/patience.ts'
import type { DB } from '#server/db/types.ts'

/** For work on the whole index: with a million items it takes longer than a query may. */
export const patiently = <Result>(begin: TransactionBuilder<DB>, act: (tx: Tx) => Promise<Result>) =>
  begin.execute(async (tx) => {
    await bePatient(tx)
    return act(tx)
  })
