import { sql } from 'kysely'
import type { operations } from '#contract/operations.ts'
import { listActions } from '#server/audit/audit.ts'
import { migrationFiles } from '#server/db/migrate.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import { signedUrl } from '#server/http/signed-files.ts'
import { findMails, getMail, retryMail } from '#server/mail/desk.ts'
import type { App } from '#server/services.ts'
import { presentAction, presentMail } from './present.ts'

export const operationRoutes = (app: App): Handlers<typeof operations> => ({
  ...probeRoutes(app),
  async mails({ query: { q, page, limit } }) {
    const { rows, total, capped } = await findMails(app.db, { q: q.trim(), page, limit })
    return {
      ...pageOf(rows.map(presentMail), { page, limit, total }),
      capped,
      delivers: app.config.smtpUrl !== undefined,
    }
  },
  async mail({ params: { id }, viewer }) {
    const row = await getMail(app.db, id)
    const address = { purpose: 'mail', file: String(id), account: viewer.id } as const
    return { ...presentMail(row), text: row.text, htmlUrl: row.hasHtml ? signedUrl(app, address) : null }
  },
  async retryMail({ params, body, viewer }) {
    await retryMail(app, params.id, viewer.id, body.reason)
    return { ok: true }
  },
  async actions({ query: { page, limit, account } }) {
    const { rows, total, capped } = await listActions(app.db, { page, limit, account })
    return { ...pageOf(rows.map(presentAction), { page, limit, total }), capped }
  },
})

/** Anybody may ask these, as often as they like. So calls for readiness that come together share one look. */
function probeRoutes(app: App): Pick<Handlers<typeof operations>, 'health' | 'ready'> {
  let look: ReturnType<typeof lookAt> | undefined
  return {
    health: async () => ({ ok: true }),
    async ready({ reply }) {
      const state = await (look ??= lookAt(app).finally(() => (look = undefined)))
      const ready = Object.values(state).every(Boolean) && !app.stopping.value
      reply.code(ready ? 200 : 503)
      return { ready, ...state, payments: app.config.paymentsMode }
    },
  }
}

async function lookAt(app: App) {
  const [migrations, storage] = await Promise.allSettled([appliedMigrations(app), app.storage.check()])
  return {
    database: migrations.status === 'fulfilled',
    storage: storage.status === 'fulfilled',
    migrations: migrations.status === 'fulfilled' && migrations.value === (await migrationFiles()).length,
  }
}

async function appliedMigrations({ db }: App) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(db)
  return rows[0]?.count
}
