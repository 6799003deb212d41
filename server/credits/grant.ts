import type { Tx } from '#server/db/connect.ts'
import { post, type CreditUnit } from '#server/ledger/index.ts'

type Grant = {
  owner: number
  unit: CreditUnit
  cents: number
  /** With the reference the name of the ledger's entry. */
  kind: string
  reference: string
  /** A sentence for the owner. */
  reason: string
  at: Date
}

/** Gives credits to somebody, once for each pair of kind and reference. False: they were given before. */
export async function grantCredits(tx: Tx, { owner, unit, cents, reason: memo, ...entry }: Grant) {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new Error('Credits are given in whole cents above 0.')
  const lines = [
    { account: { kind: 'house', unit }, cents: -cents, memo } as const,
    { account: { kind: 'credit', owner, unit }, cents, memo } as const,
  ]
  return post(tx, { ...entry, lines })
}
