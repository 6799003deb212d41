import { sql } from 'kysely'
import { takeCreditsTurn } from '#server/credits/index.ts'
import type { Tx } from '#server/db/connect.ts'

/** Locks what a person has ordered, subscribed to and was given: these rows come before all others about their money. */
export async function lockMoney(tx: Tx, accountId: number) {
  await sql`select from shop_order where buyer_id = ${accountId} order by id for no key update`.execute(tx)
  await takeCreditsTurn(tx, accountId) // before the plan, as a refund of it
  await sql`select from subscription where account_id = ${accountId} order by id for no key update`.execute(tx)
  await sql`select from plan_grant where account_id = ${accountId} order by id for no key update`.execute(tx)
}
