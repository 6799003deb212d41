import { sql } from 'kysely'
import type { PersonalData } from '#server/services.ts'

export const problemData: PersonalData = {
  tables: { purchaseProblem: 'kept with its order, without what the person wrote; unfinished ones go on without them' },
  async exportOf(db, { id }) {
    const problems = await db
      .selectFrom('purchaseProblem')
      .where((where) => where.or([where('buyerId', '=', id), where('sellerId', '=', id)]))
      .select(['id', 'purchaseId', 'reason', 'state', 'text', 'answer', 'objection', 'agreement', 'decision'])
      .select(['createdAt', 'answeredAt', 'agreedAt', 'escalatedAt', 'endedAt'])
      .orderBy('id')
      .execute()
    return { problems }
  },
  async forget(tx, { id }, now) {
    // in one order: the other side of a problem may be deleted at the same time
    await sql`select from purchase_problem where buyer_id = ${id} or seller_id = ${id}
      order by id for no key update`.execute(tx)
    await sql`update purchase_problem set text = null, objection = null,
      state = case when ended_at is null then 'solved' else state end,
      due_at = null, ended_at = coalesce(ended_at, ${now}) where buyer_id = ${id}`.execute(tx)
    await sql`update purchase_problem set answer = null, agreement = null,
      decision = case when decided_by = ${id} then 'The seller refunded it.' else decision end,
      due_at = case when state = 'asked' then ${now} else due_at end where seller_id = ${id}`.execute(tx)
  },
}
