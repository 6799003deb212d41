import type { NewsPart } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'

/** Tells all browsers of a person that the account is going to be deleted, or stays. */
export const leavingNews = ({ db }: Pick<App, 'db'>): NewsPart => ({
  list: async () => [],
  async states({ account, heard }) {
    if (!heard.some(({ about }) => about === 'account' || about === 'gap')) return []
    const row = await db
      .selectFrom('accountDeletion')
      .where('accountId', '=', account)
      .select('dueAt')
      .executeTakeFirst()
    return [{ event: 'account', data: { deletionDueAt: row?.dueAt.toISOString() ?? null } }]
  },
})
