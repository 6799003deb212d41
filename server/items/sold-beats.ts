import type { Tx } from '#server/db/connect.ts'

/** Says why a pack has left the shop. */
export const SOLD_BEAT = 'A beat in this pack was sold exclusively. Take it out.'

/** The title of a track in a pack that is a beat whose exclusive rights somebody has. */
export const soldBeatIn = async (tx: Tx, packId: number) =>
  (
    await tx
      .selectFrom('itemTrack')
      .innerJoin('item as beat', 'beat.id', 'itemTrack.beatId')
      .where('itemTrack.itemId', '=', packId)
      .where('itemTrack.removedAt', 'is', null)
      .where('beat.status', '=', 'sold')
      .select('itemTrack.title')
      .executeTakeFirst()
  )?.title
