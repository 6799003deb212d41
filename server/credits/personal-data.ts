import { creditsOf } from '#server/ledger/index.ts'
import type { PersonalData } from '#server/services.ts'

export const creditData: PersonalData = {
  tables: {
    creditHold: 'kept with its order',
    referral: 'kept: books are never changed; it names the numbers of accounts alone',
  },
  async exportOf(db, { id }) {
    const [balance, moves] = await Promise.all([
      creditsOf(db, id),
      db
        .selectFrom('ledgerLine')
        .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
        .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
        .where('ledgerAccount.kind', '=', 'credit')
        .where('ownerId', '=', id)
        .select(['unit', 'ledgerLine.cents', 'memo', 'postedAt'])
        .orderBy('entryId')
        .orderBy('line')
        .execute(),
    ])
    return { creditsInCents: balance, credits: moves }
  },
  forget: async () => {},
}
