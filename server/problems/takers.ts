import type { Taker } from '#server/jobs/due.ts'
import { goOn } from './steps.ts'

const BATCH = 20

/** Each step locks its order and looks again, so two nodes do it once. */
export const problemTaker: Taker = {
  name: 'bring problems forward',
  async takeDue(app, now) {
    const due = await app.db
      .selectFrom('purchaseProblem as problem')
      .innerJoin('purchase', 'purchase.id', 'problem.purchaseId')
      .where('problem.endedAt', 'is', null)
      .where((where) => where.or([where('problem.dueAt', '<=', now), where('purchase.state', '=', 'refunded')]))
      .select('problem.id')
      .orderBy('problem.dueAt')
      .limit(BATCH)
      .execute()
    let moved = 0
    for (const { id } of due) if (await goOn(app, id)) moved++
    return moved
  },
}
