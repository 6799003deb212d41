import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connect.ts'

/** The units of credits, in the order in which an order takes them. */
export const CREDIT_UNITS = ['promo', 'referral'] as const
export type CreditUnit = (typeof CREDIT_UNITS)[number]
export type Credits = Record<CreditUnit, number>

/** The credits of an account, in cents. Those that its open order keeps are among them. */
export async function creditsOf(db: Db | Tx, owner: number): Promise<Credits> {
  const rows = await db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .where('kind', '=', 'credit')
    .where('unit', 'in', CREDIT_UNITS)
    .where('ownerId', '=', owner)
    .groupBy('unit')
    .select(['unit', sql<number>`sum(cents)::bigint`.as('cents')])
    .execute()
  const of = (unit: CreditUnit) => rows.find((row) => row.unit === unit)?.cents ?? 0
  return { promo: of('promo'), referral: of('referral') }
}
