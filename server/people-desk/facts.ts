import { sql } from 'kysely'
import type { DeskBan, DeskPersonDetail } from '#contract/desk-people.ts'
import { REFRESH_DAYS } from '#contract/session-values.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import { balanceOf } from '#server/ledger/index.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { presentPerson } from './list.ts'

/** One person with all that an admin looks at before a decision. */
export async function findPersonAtDesk(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  id: number,
): Promise<DeskPersonDetail> {
  const now = clock.now()
  const [row, balance, bans, grant] = await Promise.all([
    factsOf(db, id, now),
    balanceOf(db, { kind: 'earnings', owner: id }, now),
    bansOf(db, id),
    grantOf(db, id),
  ])
  if (!row) throw notFound('Person')
  return {
    ...presentPerson({ ...row, appealedAt: appealOf(bans) }),
    legalName: row.legalName,
    isNobody: id === HOUSE || id === SUPPORT,
    planUntil: row.planUntil?.toISOString() ?? null,
    grant,
    items: row.items,
    sales: row.sales,
    purchases: row.purchases,
    openOrders: row.openOrders,
    reports: row.reports,
    problems: row.problems,
    sessions: row.sessions,
    balance: dollars(balance.available),
    pending: dollars(balance.pending),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    deletionDueAt: row.deletionDueAt?.toISOString() ?? null,
    bans: bans.map(presentBan),
  }
}

const factsOf = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('account')
    .innerJoin('accountStat', 'accountStat.accountId', 'account.id')
    .leftJoin('accountDeletion', 'accountDeletion.accountId', 'account.id')
    .where('account.id', '=', id)
    .where('account.deletedAt', 'is', null)
    .select(['account.id', 'handle', 'avatarKey', 'email', 'emailVerifiedAt', 'account.createdAt', 'plan'])
    .select(['isProducer', 'isAdmin', 'bannedAt', 'legalName', 'tracks', 'accountDeletion.dueAt as deletionDueAt'])
    .select([
      sql<Date | null>`(select max(ends_at) from subscription_period period
        join subscription on subscription.id = subscription_id
        where subscription.account_id = account.id and state <> 'ended' and returned_at is null)`.as('planUntil'),
      sql<number>`(select count(*) from item where owner_id = account.id and item.deleted_at is null)`.as('items'),
      sql<number>`(select count(*) from order_line where seller_id = account.id and state = 'granted')`.as('sales'),
      sql<number>`(select count(*) from purchase where buyer_id = account.id and state = 'owned')`.as('purchases'),
      sql<number>`(select count(*) from shop_order where buyer_id = account.id and state = 'open')`.as('openOrders'),
      sql<number>`(select count(*) from purchase_problem
        where ended_at is null and (buyer_id = account.id or seller_id = account.id))`.as('problems'),
      sql<number>`(select count(*) from report
        left join item on item.id = report.item_id left join comment on comment.id = report.comment_id
        left join message on message.id = report.message_id
        where closed_at is null and account.id in
          (report.person_id, item.owner_id, comment.account_id, message.sender_id))`.as('reports'),
      sql<number>`(select count(*) from session where account_id = account.id and ended_at is null
        and last_used_at > ${new Date(now.getTime() - REFRESH_DAYS * 86_400_000)})`.as('sessions'),
      sql<Date | null>`(select max(last_used_at) from session where account_id = account.id)`.as('lastSeenAt'),
    ])
    .executeTakeFirst()

const bansOf = (db: Db, accountId: number) =>
  db
    .selectFrom('ban')
    .innerJoin('account as by', 'by.id', 'ban.bannedBy')
    .leftJoin('account as answerer', 'answerer.id', 'ban.answeredBy')
    .leftJoin('account as lifter', 'lifter.id', 'ban.liftedBy')
    .where('accountId', '=', accountId)
    .selectAll('ban')
    .select(['by.handle as byName', 'answerer.handle as answererName', 'lifter.handle as lifterName'])
    .orderBy('ban.id', 'desc')
    .execute()
type BanRow = Awaited<ReturnType<typeof bansOf>>[number]

const appealOf = (bans: readonly BanRow[]) =>
  bans.find(({ answeredAt, liftedAt }) => answeredAt === null && liftedAt === null)?.appealedAt ?? null

const presentBan = (row: BanRow): DeskBan => ({
  id: row.id,
  category: row.category as DeskBan['category'],
  reason: row.reason,
  by: row.byName,
  bannedAt: row.bannedAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  appeal: row.appeal,
  appealedAt: row.appealedAt?.toISOString() ?? null,
  answer: row.answer,
  answeredBy: row.answererName,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  liftedAt: row.liftedAt?.toISOString() ?? null,
  liftedBy: row.lifterName,
  liftedFor: row.liftedFor,
})

async function grantOf(db: Db, accountId: number) {
  const row = await db
    .selectFrom('planGrant')
    .innerJoin('account as by', 'by.id', 'planGrant.grantedBy')
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .select(['planGrant.plan', 'beginsAt', 'endsAt', 'reason', 'by.handle'])
    .executeTakeFirst()
  return row ? presentGrant(row) : null
}

const presentGrant = ({ plan, beginsAt, endsAt, reason, handle }: GrantFacts & { handle: string }) => ({
  plan,
  from: beginsAt.toISOString(),
  until: endsAt.toISOString(),
  reason,
  by: handle,
})
type GrantFacts = { plan: DeskPersonDetail['plan']; beginsAt: Date; endsAt: Date; reason: string }
