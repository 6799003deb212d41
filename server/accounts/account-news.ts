import type { NewsPart } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { rolesOf } from './present.ts'
import { findAccount } from './queries.ts'

/** Tells all browsers of a person what has changed for the account: its role, a ban, its deletion. */
export const accountNews = ({ db }: Pick<App, 'db'>): NewsPart => ({
  list: async () => [],
  async states({ account, heard }) {
    if (!heard.some(({ about }) => about === 'account' || about === 'gap')) return []
    const row = await findAccount(db, account)
    if (!row) return []
    const data = {
      deletionDueAt: row.deletionDueAt?.toISOString() ?? null,
      bannedAt: row.bannedAt?.toISOString() ?? null,
      roles: rolesOf(row),
    }
    return [{ event: 'account', data }]
  },
})
