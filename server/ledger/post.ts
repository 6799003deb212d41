import { sql } from 'kysely'
import { listed, type Tx } from '#server/db/connect.ts'
import { findAccount, openAccounts, type LedgerAccount, type Unit } from './ledger-accounts.ts'
import { takeBack } from './take-back.ts'

/** The pair that makes an entry unique: what happened, and to which thing. */
export type EntryName = { kind: string; reference: string }

export type Line = {
  account: LedgerAccount
  /** Positive: the account gets it. Negative: it is taken from the account. */
  cents: number
  subject?: string
  memo?: string
  /** Without it at once. */
  availableAt?: Date
}
export type Entry = EntryName & { lines: Line[]; at: Date }

/**
 * Posts an entry whose lines sum to zero in each unit. False: it was posted before, and nothing is done. The same name
 * with other lines is an error of the caller, and throws.
 */
export const post = async (tx: Tx, entry: Entry) => (await postAll(tx, [entry])).length === 1

/** Posts several entries at once. Returns those that are new. */
export async function postAll(tx: Tx, entries: readonly Entry[]) {
  if (entries.length === 0) return []
  if (entries.some(({ lines }) => lines.length === 0)) throw new Error('An entry has lines.')
  const accounts = await openAccounts(
    tx,
    entries.flatMap(({ lines }) => lines.map(({ account }) => account)),
  )
  const given = entries.map(({ lines, at, ...name }) => ({
    head: { ...name, reverses: null, at },
    rows: lines.map(({ cents, subject = '', memo = '', availableAt = at }, index) => ({
      line: index + 1,
      accountId: accounts.shift()!,
      cents,
      subject,
      memo,
      availableAt,
    })),
  }))
  return write(tx, given)
}

type Row = { line: number; accountId: number; cents: number; subject: string; memo: string; availableAt: Date }
type Head = EntryName & { reverses: number | null; at: Date }
type Given = { head: Head; rows: Row[] }

async function write(tx: Tx, given: readonly Given[]) {
  const entries = await insert(tx, given)
  for (const { head, rows } of given)
    if (!entries.some(({ kind, reference }) => kind === head.kind && reference === head.reference))
      await expectSame(tx, head, rows)
  return entries
}

/** Writes entries with their lines. Returns those that are new; of the others nothing is written. */
async function insert(tx: Tx, given: readonly Given[]) {
  const heads = given.map(({ head }) => head)
  const lines = given.flatMap(({ head, rows }) => rows.map((row) => ({ ...head, ...row })))
  const { rows } = await sql<EntryName & { id: number }>`
    with entry as (
      insert into ledger_entry (kind, reference, reverses, posted_at)
      select * from unnest(${column('text', heads, 'kind')}, ${column('text', heads, 'reference')},
        ${column('bigint', heads, 'reverses')}, ${column('timestamptz', heads, 'at')})
      on conflict (kind, reference) do nothing
      returning id, kind, reference),
    written as (
      insert into ledger_line (entry_id, line, account_id, cents, subject, memo, available_at)
      select entry.id, line, account_id, cents, subject, memo, available_at
      from unnest(${column('text', lines, 'kind')}, ${column('text', lines, 'reference')},
        ${column('int', lines, 'line')}, ${column('bigint', lines, 'accountId')}, ${column('bigint', lines, 'cents')},
        ${column('text', lines, 'subject')}, ${column('text', lines, 'memo')},
        ${column('timestamptz', lines, 'availableAt')})
        as each (kind, reference, line, account_id, cents, subject, memo, available_at)
      join entry using (kind, reference))
    select id, kind, reference from entry`.execute(tx)
  return rows
}

const column = <One>(type: 'text' | 'int' | 'bigint' | 'timestamptz', all: readonly One[], name: keyof One) =>
  listed(
    all.map((one) => one[name]),
    type,
  )

async function expectSame(tx: Tx, name: EntryName, rows: Row[]) {
  const before = await linesOf(tx, name)
  const textOf = (lines: Pick<Row, 'line' | 'accountId' | 'cents' | 'subject'>[]) =>
    JSON.stringify(lines.map(({ line, accountId, cents, subject }) => [line, accountId, cents, subject]))
  if (textOf(before) !== textOf(rows))
    throw new Error(`The ledger has other lines for ${name.kind} ${name.reference} already.`)
}

const linesOf = (tx: Tx, { kind, reference }: EntryName) =>
  tx
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .where('ledgerEntry.kind', '=', kind)
    .where('ledgerEntry.reference', '=', reference)
    .select(['line', 'accountId', 'cents', 'subject', 'memo', 'availableAt', 'unit'])
    .orderBy('line')
    .execute()

type Reversal = EntryName & {
  /** The entry that is taken back. */
  of: EntryName
  /** How much of it. */
  cents: number
  /** Only the lines about this thing give back. */
  subject?: string
  /** Lines of other units stay. */
  unit?: Unit
  at: Date
}

/**
 * Takes back a part of an entry: each account that got something gives back in proportion to what it still has of it,
 * and each that gave gets back likewise. Parts that come one after the other end at exactly the whole. Earnings that are
 * not available yet shrink before they become available. False: it was posted before. The same name with another amount
 * throws.
 */
export async function reverse(tx: Tx, { of, cents, subject, unit = 'usd', at, ...name }: Reversal) {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new Error('A reversal takes back whole cents above 0.')
  const entry = await tx
    .selectFrom('ledgerEntry')
    .where('kind', '=', of.kind)
    .where('reference', '=', of.reference)
    .select('id')
    .forNoKeyUpdate() // two reversals at once would both take the same cents
    .executeTakeFirst()
  if (!entry) throw new Error(`The ledger has no ${of.kind} ${of.reference}.`)
  const was = await tx
    .selectFrom('ledgerEntry')
    .where('kind', '=', name.kind)
    .where('reference', '=', name.reference)
    .select(['id', 'reverses'])
    .executeTakeFirst()
  if (was) {
    const givenBack = (await linesOf(tx, name)).filter((line) => line.unit === unit && line.cents > 0)
    if (was.reverses !== entry.id || givenBack.reduce((sum, line) => sum + line.cents, 0) !== cents)
      throw new Error(`The ledger has another ${name.kind} ${name.reference} already.`)
    return false
  }
  const left = (await linesLeft(tx, of, entry.id)).filter((line) => line.unit === unit)
  const rows = takeBack(left, cents, subject)
  const written = await write(tx, [
    {
      head: { ...name, reverses: entry.id, at },
      rows: rows.map(({ accountId, cents, subject, memo, availableAt }, index) => ({
        line: index + 1,
        accountId,
        cents,
        subject,
        memo,
        availableAt,
      })),
    },
  ])
  return written.length === 1
}

/** How much of an entry was not taken back yet; all of it or what it gave about one thing. Nothing was posted: 0. */
export async function leftOf(tx: Tx, name: EntryName, subject?: string) {
  const entry = await findEntry(tx, name)
  const lines = entry ? await linesLeft(tx, name, entry.id) : []
  return lines
    .filter((line) => line.unit === 'usd' && line.cents > 0 && (subject === undefined || line.subject === subject))
    .reduce((sum, { cents }) => sum + cents, 0)
}

type Part = { of: EntryName; cents: number; subject: string; account: LedgerAccount }

/** The cents that one account would give if a part of a posted entry about one thing were taken back now. */
export async function partOf(tx: Tx, { of, cents, subject, account }: Part) {
  const [id, entry] = [await findAccount(tx, account), await findEntry(tx, of)]
  const taken = takeBack(await linesLeft(tx, of, entry!.id), cents, subject)
  return taken.reduce((sum, line) => (line.accountId === id ? sum - line.cents : sum), 0)
}

/** The accounts that an entry gave earnings to, each with the subject. */
export const earnersOf = (tx: Tx, { kind, reference }: EntryName) =>
  tx
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .where('ledgerEntry.kind', '=', kind)
    .where('ledgerEntry.reference', '=', reference)
    .where('ledgerAccount.kind', '=', 'earnings')
    .select(['ownerId as accountId', 'subject'])
    .$narrowType<{ accountId: number }>()
    .orderBy('line')
    .execute()

const findEntry = (tx: Tx, { kind, reference }: EntryName) =>
  tx
    .selectFrom('ledgerEntry')
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirst()

/** The lines of an entry without the part that was taken back before. */
async function linesLeft(tx: Tx, name: EntryName, entryId: number) {
  const lines = await linesOf(tx, name)
  const before = await tx
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .where((where) =>
      where.or([
        where('reverses', '=', entryId),
        // a reversal that was itself taken back took nothing
        where('reverses', 'in', (reversals) =>
          reversals
            .selectFrom('ledgerEntry as reversal')
            .where('reversal.reverses', '=', entryId)
            .select('reversal.id'),
        ),
      ]),
    )
    .select(['accountId', 'subject', sql<number>`sum(cents)::bigint`.as('cents')])
    .groupBy(['accountId', 'subject'])
    .execute()
  return lines.map((line) => {
    const taken = before.find((row) => row.accountId === line.accountId && row.subject === line.subject)
    return { ...line, cents: line.cents + (taken?.cents ?? 0) }
  })
}
