import { sql } from 'kysely'
import { PLANS } from '#contract/plans.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { ApiError, notFound } from '#server/errors.ts'

/** New codes and deals of one seller take turns: else there could be too many, or some after the seller's deletion. */
export const lockSeller = (tx: Tx, seller: number) =>
  sql`select pg_advisory_xact_lock(hashtext('discounts'), ${seller}::int)`.execute(tx)

export async function hasCodes(db: Db | Tx, seller: number) {
  const { plan } = await db
    .selectFrom('account')
    .where('id', '=', seller)
    .where('deletedAt', 'is', null)
    .select('plan')
    .executeTakeFirstOrThrow(() => notFound('Account'))
  return PLANS[plan].hasCodes
}

export async function expectPlan(tx: Tx, seller: number) {
  if (!(await hasCodes(tx, seller)))
    throw new ApiError(403, 'needs_plan', 'Discount codes and deals come with Growth and Pro. See Plans.')
}
