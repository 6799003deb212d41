import { sql } from 'kysely'
import type { Db } from '#server/db/connect.ts'
import { csvOf } from '#server/http/csv.ts'
import { dollars } from '#server/money.ts'
import { findAccount } from './ledger-accounts.ts'

type Range = { from?: Date | undefined; until?: Date | undefined }
type Part = { limit: number; offset: number }

/**
 * The lines of somebody's earnings, newest first, each with what its provider has charged the house for it. A sale that
 * several people share has as much of the fee at each of them as they earned of it.
 */
export async function listStatement(db: Db, ownerId: number, range: Range, part: Part) {
  const lines = await earningsOf(db, ownerId, range)
  if (!lines) return { rows: [], total: 0 }
  const [rows, { total }] = await Promise.all([
    lines
      .select(['kind', 'reference', 'postedAt', 'memo', 'ledgerLine.cents', 'availableAt'])
      .select(
        sql<number | null>`(select round(-sum(fee.cents) * ledger_line.cents
            / (select sum(shared.cents) from ledger_line shared
              where shared.entry_id = ledger_line.entry_id and shared.subject = ledger_line.subject and shared.cents > 0))::bigint
          from ledger_line fee
          join ledger_account on ledger_account.id = fee.account_id and ledger_account.kind = 'fees'
          where fee.subject = ledger_line.subject and fee.subject <> '' and ledger_entry.kind = 'sale')`.as('fee'),
      )
      .orderBy('postedAt', 'desc')
      .orderBy('entryId', 'desc')
      .orderBy('line')
      .limit(part.limit)
      .offset(part.offset)
      .execute(),
    lines.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
export type StatementRow = Awaited<ReturnType<typeof listStatement>>['rows'][number]

async function earningsOf(db: Db, ownerId: number, { from, until }: Range) {
  const id = await findAccount(db, { kind: 'earnings', owner: ownerId })
  if (id === null) return null
  const lines = db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .where('ledgerLine.accountId', '=', id)
  const begun = from ? lines.where('postedAt', '>=', from) : lines
  return until ? begun.where('postedAt', '<', until) : begun
}

/** The seller gets the full price: the provider's fee is told, and the operator bears it. */
export const presentRow = ({ kind, reference, postedAt, memo, cents, availableAt, fee }: StatementRow) => ({
  kind,
  reference,
  postedAt: postedAt.toISOString(),
  description: memo,
  gross: dollars(cents),
  providerFee: fee === null ? null : dollars(fee),
  net: dollars(cents),
  availableOn: availableAt.toISOString(),
})
type Presented = ReturnType<typeof presentRow>

export const statementCsv = (rows: Presented[]) =>
  csvOf<Presented>(
    [
      ['Date', ({ postedAt }) => postedAt],
      ['Type', ({ kind }) => kind],
      ['Reference', ({ reference }) => reference],
      ['Description', ({ description }) => description],
      ['Gross USD', ({ gross }) => gross],
      ['Provider fee USD', ({ providerFee }) => providerFee],
      ['Net USD', ({ net }) => net],
      ['Available on', ({ availableOn }) => availableOn],
    ],
    rows,
  )
