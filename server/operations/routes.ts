import { sql } from 'kysely'
import type { operations } from '#contract/operations.ts'
import { migrationFiles } from '#server/db/migrate.ts'
import type { Handlers } from '#server/http/serve.ts'
import { listMail } from '#server/mail/outbox.ts'
import type { App } from '#server/services.ts'

export const operationRoutes = (app: App): Handlers<typeof operations> => ({
  health: async () => ({ ok: true }),
  async ready({ reply }) {
    const [migrations, storage] = await Promise.allSettled([appliedMigrations(app), app.storage.check()])
    const state = {
      database: migrations.status === 'fulfilled',
      storage: storage.status === 'fulfilled',
      migrations: migrations.status === 'fulfilled' && migrations.value === (await migrationFiles()).length,
    }
    const ready = Object.values(state).every(Boolean) && !app.stopping.value
    reply.code(ready ? 200 : 503)
    return { ready, ...state, payments: app.config.paymentsMode }
  },
  async outbox({ query: { limit, before } }) {
    const rows = await listMail(app.db, { limit, ...(before && { before }) })
    return {
      items: rows.map((row) => ({
        id: row.id,
        to: row.recipient,
        subject: row.subject,
        body: row.text,
        createdAt: row.createdAt.toISOString(),
        sentAt: row.sentAt?.toISOString() ?? null,
        failure: row.failure,
      })),
    }
  },
})

async function appliedMigrations({ db }: App) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from migration`.execute(db)
  return rows[0]?.count
}
