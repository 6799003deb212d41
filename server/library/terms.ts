import { createHash } from 'node:crypto'
import { LICENSES, usageTerms, type LicenseType } from '#contract/license-terms.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { wordsOf } from './license-words.ts'

const KIT_TERMS = [
  { name: 'Use', value: 'Royalty-free in your own music, released or not' },
  { name: 'Resale', value: 'The sounds themselves may not be sold or given away' },
]

/** The present terms of a license. Terms that never stood before get a version; purchases name theirs. */
export async function presentTerms(tx: Tx, licenseType: LicenseType | null, now: Date): Promise<number> {
  const name = licenseType ? LICENSES[licenseType].name : 'Kit'
  const terms = JSON.stringify(
    licenseType ? { name, terms: usageTerms(licenseType), ...wordsOf(licenseType) } : { name, terms: KIT_TERMS },
  )
  const sha256 = createHash('sha256').update(terms).digest()
  const find = () =>
    tx
      .selectFrom('termsVersion')
      .where('licenseType', 'is not distinct from', licenseType)
      .where('sha256', '=', sha256)
      .select('id')
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  await tx
    .insertInto('termsVersion')
    .values({ licenseType, sha256, terms, since: now })
    .onConflict((conflict) => conflict.columns(['licenseType', 'sha256']).doNothing())
    .execute()
  return (await find())!.id // another transaction may have been first
}

type Terms = { name: string; terms: { name: string; value?: string }[] }

/** The terms of a purchase as they stood when it was made, without the clauses of its document. */
export async function termsOf(db: Db, id: number) {
  const { terms } = await db.selectFrom('termsVersion').where('id', '=', id).select('terms').executeTakeFirstOrThrow()
  const { name, terms: uses } = terms as Terms
  return { name, terms: uses }
}
