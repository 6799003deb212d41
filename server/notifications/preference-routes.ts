import type { notificationPreferences, Preferences } from '#contract/notification-preferences.ts'
import { setWantsUpdates } from '#server/accounts/index.ts'
import type { Db } from '#server/db/connect.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { preferencesOf, setChannels } from './preferences.ts'
import { resubscribe, unsubscribe } from './unsubscribe.ts'

export const preferenceRoutes = (app: App): Handlers<typeof notificationPreferences> => ({
  mine: ({ viewer }) => present(app.db, viewer.id),
  async change({ viewer, body: { kind, updates, ...channels } }) {
    await app.db.transaction().execute(async (tx) => {
      if (updates !== undefined) await setWantsUpdates(tx, viewer.id, updates)
      if (kind !== undefined) await setChannels(tx, viewer.id, kind, channels)
    })
    return present(app.db, viewer.id)
  },
  unsubscribe: ({ body }) => unsubscribe(app, body.token),
  resubscribe: ({ body }) => resubscribe(app, body.token, body.kinds),
})

async function present(db: Db, accountId: number): Promise<Preferences> {
  const [items, { wantsUpdates, emailVerifiedAt }] = await Promise.all([
    preferencesOf(db, accountId),
    db
      .selectFrom('account')
      .where('id', '=', accountId)
      .select(['wantsUpdates', 'emailVerifiedAt'])
      .executeTakeFirstOrThrow(),
  ])
  return { items, updates: wantsUpdates, mailsReach: emailVerifiedAt !== null }
}
