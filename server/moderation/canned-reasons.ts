import { sql } from 'kysely'
import type { cannedReasons } from '#contract/canned-reasons.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

const columns = ['id', 'name', 'sentence'] as const

/** A name is there once, whatever its letters' case. Waits for admins that write one at the same moment. */
async function expectFree(tx: Tx, name: string, except = 0) {
  await sql`lock table canned_reason in share row exclusive mode`.execute(tx)
  const taken = await tx
    .selectFrom('cannedReason')
    .where(sql<boolean>`lower(name) = lower(${name})`) // as its index does
    .where('id', '<>', except)
    .select('id')
    .executeTakeFirst()
  if (taken) throw invalid({ name: 'There is a reason of that name.' })
}

export const cannedReasonRoutes = (app: App): Handlers<typeof cannedReasons> => ({
  list: () => app.db.selectFrom('cannedReason').select(columns).orderBy('id').execute(),
  add: ({ body, viewer }) =>
    app.db.transaction().execute(async (tx) => {
      await expectFree(tx, body.name)
      const added = await tx.insertInto('cannedReason').values(body).returning(columns).executeTakeFirstOrThrow()
      await record(app, tx, viewer.id, { action: 'add reason', subject: { kind: 'reason', id: added.id } })
      return added
    }),
  change: ({ params: { id }, body, viewer }) =>
    app.db.transaction().execute(async (tx) => {
      await expectFree(tx, body.name, id)
      const changed = await tx
        .updateTable('cannedReason')
        .set(body)
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirst()
      if (!changed) throw notFound('Reason')
      await record(app, tx, viewer.id, { action: 'change reason', subject: { kind: 'reason', id } })
      return changed
    }),
  remove: ({ params: { id }, viewer }) =>
    app.db.transaction().execute(async (tx) => {
      const gone = await tx.deleteFrom('cannedReason').where('id', '=', id).returning('name').executeTakeFirst()
      if (!gone) throw notFound('Reason')
      const action = { action: 'delete reason', subject: { kind: 'reason', id }, reason: gone.name } as const
      await record(app, tx, viewer.id, action)
      return { ok: true } as const
    }),
})
