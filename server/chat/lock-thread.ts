import type { Tx } from '#server/db/connect.ts'
import { lowAndHigh, type Pair } from './pair.ts'

/** The id of the pair's thread, locked; undefined before the first message. */
export const lockThread = async (tx: Tx, pair: Pair) => {
  const { lowId, highId } = lowAndHigh(pair)
  return (
    await tx
      .selectFrom('thread')
      .where('lowId', '=', lowId)
      .where('highId', '=', highId)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
  )?.id
}
