import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { usageTerms } from '#contract/license-terms.ts'
import { LICENSE_NAMES, LICENSE_TYPES, type LicenseType } from '#contract/license-types.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { wordsOf } from './license-words.ts'

const KIT_TERMS = [
  { name: 'Use', value: 'Royalty-free in your own music, released or not' },
  { name: 'Resale', value: 'The sounds themselves may not be sold or given away' },
]

/** The terms of this program. They don't change while it runs. */
const present = new Map(
  [null, ...LICENSE_TYPES].map((type) => {
    const name = type ? LICENSE_NAMES[type] : 'Kit'
    const terms = JSON.stringify(
      type ? { name, terms: usageTerms(type), ...wordsOf(type) } : { name, terms: KIT_TERMS },
    )
    return [type, { terms, sha256: createHash('sha256').update(terms).digest() }]
  }),
)

/** The id of the version that the present terms of a license have; null if they never stood before. */
export const presentTerms = (licenseType: LicenseType | null) =>
  sql<number | null>`(select id from terms_version
    where license_type is not distinct from ${licenseType}::license_type and sha256 = ${present.get(licenseType)!.sha256})`

/** Gives a version to terms that never stood before. Purchases name theirs. */
export async function addTerms(tx: Tx, licenseType: LicenseType | null, now: Date): Promise<number> {
  await tx
    .insertInto('termsVersion')
    .values({ licenseType, ...present.get(licenseType)!, since: now })
    .onConflict((conflict) => conflict.columns(['licenseType', 'sha256']).doNothing())
    .execute()
  const { rows } = await sql<{ id: number }>`select ${presentTerms(licenseType)} as id`.execute(tx)
  return rows[0]!.id // another transaction may have been first
}

type Terms = { name: string; terms: { name: string; value?: string }[] }

/** The terms of a purchase as they stood when it was made, without the clauses of its document. */
export async function termsOf(db: Db, id: number) {
  const { terms } = await db.selectFrom('termsVersion').where('id', '=', id).select('terms').executeTakeFirstOrThrow()
  const { name, terms: uses } = terms as Terms
  return { name, terms: uses }
}
