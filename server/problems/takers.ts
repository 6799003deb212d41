import type { Db } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import { goOn } from './steps.ts'

const BATCH = 20

/** Each step locks its order and looks again, so two nodes do it once. */
export const problemTaker: Taker = {
  name: 'bring problems forward',
  async takeDue(app, now) {
    let moved = 0
    for (const { id } of [...(await dueIn(app.db, now)), ...(await returnedIn(app.db))])
      if (await goOn(app, id)) moved++
    return moved
  },
}

const dueIn = (db: Db, now: Date) =>
  db.selectFrom('purchaseProblem').where('dueAt', '<=', now).select('id').orderBy('dueAt').limit(BATCH).execute()

/** The checkout tells of refunds at the desk alone. */
const returnedIn = (db: Db) =>
  db
    .selectFrom('purchaseProblem')
    .innerJoin('purchase', 'purchase.id', 'purchaseId')
    .where('purchaseProblem.endedAt', 'is', null)
    .where('purchase.state', '=', 'refunded')
    .select('purchaseProblem.id')
    .limit(BATCH)
    .execute()
