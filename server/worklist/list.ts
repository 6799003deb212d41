import { sql, type Selectable, type Selection, type SelectQueryBuilder } from 'kysely'
import { PLAN_TASKS, type TaskKind } from '#contract/plan-tasks.ts'
import type { PaidPlan } from '#contract/plans.ts'
import type { DeskPlanTask, OwnPlanTask } from '#contract/worklist.ts'
import type { Db } from '#server/db/connect.ts'
import { listPages } from '#server/db/list-pages.ts'
import type { DB, PlanTask } from '#server/db/types.ts'
import { notFound } from '#server/errors.ts'
import { avatarUrl } from '#server/http/media-url.ts'
import { kinds } from '#server/items/index.ts'
import type { App } from '#server/services.ts'

/** Columns whose types the database can’t tell. */
type Known = { kind: TaskKind; plan: PaidPlan }
export type TaskRow = Omit<Selectable<PlanTask>, keyof Known> & Known
type Tasks<Row = object> = SelectQueryBuilder<DB, 'planTask', Row>

/** The work for a banned person rests, and waits again after the ban. */
const OPEN = sql<boolean>`plan_task.done_at is null and plan_task.closed_at is null and not exists (select from account
  where account.id = plan_task.account_id and account.banned_at is not null and account.deleted_at is null)`

type Asked = {
  state: 'open' | 'late' | 'done'
  kind: TaskKind | undefined
  plan: PaidPlan | undefined
  page: number
  limit: number
}

type Shape = Pick<Asked, 'state' | 'kind' | 'plan'>

/** One page of tasks: the open ones that are due first, or the done ones, newest first. */
export async function listTasks(db: Db, { page, limit, ...shape }: Asked, now: Date) {
  const { kind, plan } = shape
  if (kind && plan && !PLAN_TASKS[kind].plans.includes(plan)) return { rows: [], total: 0, capped: false }
  return pageOfTasks(db, { given: { now }, shape, page, limit })
}

const pageOfTasks = listPages((db, { now }: { now: Date }, shape: Shape) => {
  const isDone = shape.state === 'done'
  const direction = isDone ? 'desc' : 'asc'
  return {
    found: tasksIn(db, shape, now)
      .select('planTask.id')
      .orderBy(isDone ? 'planTask.doneAt' : 'planTask.dueAt', direction)
      .orderBy('planTask.id', direction),
    rowOf: (id) => withFacts(db.selectFrom('planTask').where('planTask.id', '=', id)),
  }
})

function tasksIn(db: Db, { state, kind, plan }: Shape, now: Date): Tasks {
  let found: Tasks = db.selectFrom('planTask')
  found = state === 'done' ? found.where('doneAt', 'is not', null) : found.where(OPEN)
  if (state === 'late') found = found.where('dueAt', '<', now)
  if (kind) found = found.where('planTask.kind', '=', kind)
  return plan ? found.where('planTask.plan', '=', plan) : found
}

const ownColumns = [
  'planTask.id',
  'planTask.kind',
  'planTask.plan',
  'planTask.beginsAt',
  'planTask.endsAt',
  'planTask.doneAt',
  'planTask.closedAt',
  'planTask.link',
  'planTask.note',
] as const
type Shown = Selection<DB, 'planTask', (typeof ownColumns)[number]> & Known

const withFacts = (tasks: Tasks) =>
  tasks
    .innerJoin('account as seller', 'seller.id', 'planTask.accountId')
    .leftJoin('account as admin', 'admin.id', 'planTask.doneBy')
    .leftJoinLateral(
      (all) =>
        all
          .selectFrom('item')
          .whereRef('ownerId', '=', 'planTask.accountId')
          .where(sql<boolean>`status = 'published'`)
          .where('deletedAt', 'is', null)
          .select(['item.kind as itemKind', 'item.slug', 'item.title'])
          .orderBy('item.id', 'desc')
          .limit(sql.lit(1))
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(ownColumns)
    .$narrowType<Known>()
    .select(['planTask.accountId', 'planTask.dueAt'])
    .select(['seller.handle', 'seller.avatarKey', 'seller.plan as sellerPlan', 'admin.handle as doneByName'])
    .select(['newest.itemKind', 'newest.slug', 'newest.title'])
type DeskRow = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number]

export async function findTask({ db, clock }: App, id: number) {
  const row = await withFacts(db.selectFrom('planTask').where('planTask.id', '=', id)).executeTakeFirst()
  if (!row) throw notFound('Task')
  return presentAtDesk(row, clock.now())
}

export const ownTasks = (db: Db, accountId: number) =>
  db
    .selectFrom('planTask')
    .where('accountId', '=', accountId)
    .selectAll()
    .$narrowType<Known>()
    .orderBy('beginsAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

const stateOf = ({ doneAt, closedAt }: Shown) => (doneAt ? 'done' : closedAt ? 'closed' : 'open')

export const presentOwn = (row: Shown): OwnPlanTask => ({
  id: row.id,
  kind: row.kind,
  plan: row.plan,
  state: stateOf(row),
  beginsAt: row.beginsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  doneAt: row.doneAt?.toISOString() ?? null,
  link: row.link,
  note: row.note,
})

export const presentAtDesk = (row: DeskRow, now: Date): DeskPlanTask => ({
  ...presentOwn(row),
  seller: { id: row.accountId, name: row.handle, avatarUrl: avatarUrl(row.avatarKey), plan: row.sellerPlan },
  dueAt: row.dueAt.toISOString(),
  late: stateOf(row) === 'open' && row.dueAt < now,
  doneBy: row.doneByName,
  newest: row.slug === null ? null : { kind: kinds[row.itemKind!], slug: row.slug, title: row.title! },
})
