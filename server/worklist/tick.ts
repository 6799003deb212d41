import { faultOfLink, PLAN_TASKS } from '#contract/plan-tasks.ts'
import { PLANS } from '#contract/plans.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import type { TaskRow } from './list.ts'

type Done = { link?: string | undefined; note?: string | undefined }

const lockTask = async (tx: Tx, id: number) => {
  const row = await tx
    .selectFrom('planTask')
    .where('id', '=', id)
    .selectAll()
    .$narrowType<Pick<TaskRow, 'kind' | 'plan'>>()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Task')
  return row
}

const subjectOf = (id: number) => ({ kind: 'task', id }) as const

/** Ticks a task off and tells its seller. The first of two admins wins. */
export const tickOff = (app: App, id: number, adminId: number, { link, note }: Done) =>
  app.db.transaction().execute(async (tx) => {
    const row = await lockTask(tx, id)
    if (row.doneAt) throw conflict('done', 'This is ticked off already.')
    if (row.closedAt) throw conflict('closed', 'Nothing is to be done here any more: the plan has ended.')
    const fault = faultOfLink(row.kind, link ?? '')
    if (fault) throw invalid({ link: fault })
    const said = { link: link || null, note: note || null }
    await tx
      .updateTable('planTask')
      .set({ doneAt: app.clock.now(), doneBy: adminId, ...said })
      .where('id', '=', id)
      .execute()
    const reason = [said.link, said.note].filter((part) => part !== null).join(' ')
    await record(app, tx, adminId, { action: 'tick task off', subject: subjectOf(id), reason })
    await tell(app, tx, row, said)
  })

const tell = (
  app: App,
  tx: Tx,
  { accountId, kind, plan }: TaskRow,
  { link, note }: Record<'link' | 'note', string | null>,
) =>
  notify(app, tx, {
    accountId,
    topic: 'renewal',
    relatedType: 'SUBSCRIPTION',
    path: '/account?tab=plans',
    title: `Done for your ${PLANS[plan].name} plan: ${PLAN_TASKS[kind].name}`,
    message: note ?? (link ? 'Your Plans tab has the link.' : 'Your Plans tab tells more.'),
  })

/** Takes a mistaken tick back. The audit log keeps what stood there. */
export const undoTick = (app: App, id: number, adminId: number) =>
  app.db.transaction().execute(async (tx) => {
    const { doneAt, link } = await lockTask(tx, id)
    if (!doneAt) throw conflict('not_done', 'This is not ticked off.')
    await tx
      .updateTable('planTask')
      .set({ doneAt: null, doneBy: null, link: null, note: null })
      .where('id', '=', id)
      .execute()
    await record(app, tx, adminId, { action: 'undo tick', subject: subjectOf(id), reason: link ?? '' })
  })
