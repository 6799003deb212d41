import { sql } from 'kysely'
import type { house } from '#contract/house.ts'
import { faultOfSetting, SETTING_NAMES, SETTINGS } from '#contract/house-values.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

export const houseRoutes = (app: App): Handlers<typeof house> => ({
  state: async () => ({ stopped: stoppedOf(app), earningsHoldDays: app.config.earningsHoldDays }),
  atDesk: async () => atDesk(app),
  async turn({ params: { what }, body: { reason }, viewer }) {
    await app.db.transaction().execute(async (tx) => {
      const { id, before } = await write(app, tx, what, reason)
      if (before === reason) return
      await record(app, tx, viewer.id, {
        action: reason === null ? `resume ${what}` : `stop ${what}`,
        subject: { kind: 'setting', id },
        reason: reason ?? '',
      })
    })
    await app.house.refresh()
    return atDesk(app)
  },
  async change({ params: { name }, body: { value }, viewer }) {
    const fault = value === null ? undefined : faultOfSetting(name, value)
    if (fault) throw invalid({ value: fault })
    await app.db.transaction().execute(async (tx) => {
      const { id, before } = await write(app, tx, name, value)
      if (before === value) return
      const { default: usual, label } = SETTINGS[name]
      await record(app, tx, viewer.id, {
        action: 'change setting',
        subject: { kind: 'setting', id },
        reason: `${label}: ${word(before ?? usual)} → ${word(value ?? usual)}`,
      })
    })
    await app.house.refresh()
    return atDesk(app)
  },
})

const word = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value))

/** Writes a value and tells the one before. Two admins take turns; the same value again changes nothing. */
async function write({ clock }: App, tx: Tx, name: string, value: string | number | boolean | null) {
  const now = clock.now()
  await tx
    .insertInto('setting')
    .values({ name, value: 'null', changedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id, value: before } = await tx
    .selectFrom('setting')
    .where('name', '=', name)
    .select(['id', 'value'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before !== value)
    await tx
      .updateTable('setting')
      .set({ value: sql`${JSON.stringify(value)}::jsonb`, changedAt: now })
      .where('id', '=', id)
      .execute()
  return { id, before }
}

const stoppedOf = ({ house }: App) =>
  house.now().stopped.map(({ since, ...part }) => ({ ...part, since: since.toISOString() }))

function atDesk(app: App) {
  const { settings, changed } = app.house.now()
  return {
    stopped: stoppedOf(app),
    settings: SETTING_NAMES.map((name) => ({
      name,
      value: settings[name],
      changedAt: changed.get(name)?.toISOString() ?? null,
    })),
  }
}
