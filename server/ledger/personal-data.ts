import type { PersonalData } from '#server/services.ts'
import { listStatement, presentRow } from './statement.ts'

const ALL = { limit: 1_000_000, offset: 0 }

export const ledgerData: PersonalData = {
  tables: {
    ledgerAccount: 'kept: books are never changed; they name the account’s number alone',
    ledgerLine: 'kept, too',
  },
  exportOf: async (db, { id }) => ({ earnings: (await listStatement(db, id, {}, ALL)).rows.map(presentRow) }),
  forget: async () => {},
}
