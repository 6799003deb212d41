import { sql, type Selectable } from 'kysely'
import type { BillingCycle, PaidPlan, Plan } from '#contract/plans.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { Subscription } from '#server/db/types.ts'
import type { ProviderName } from '#server/payments/port.ts'

/** Columns whose types the database can’t tell. */
type Known = { plan: PaidPlan; cycle: BillingCycle; provider: ProviderName }
export type SubscriptionRow = Omit<Selectable<Subscription>, keyof Known> & Known

const rowsOf = (db: Db | Tx) => db.selectFrom('subscription').selectAll().$narrowType<Known>()

export const lockSubscription = (tx: Tx, id: number) =>
  rowsOf(tx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const findSubscription = (db: Db, id: number) => rowsOf(db).where('id', '=', id).executeTakeFirst()

export const subscriptionOf = (db: Db | Tx, { provider, reference }: { provider: string; reference: string }) =>
  rowsOf(db).where('provider', '=', provider).where('reference', '=', reference).executeTakeFirst()

/** The subscription that an account has: at most one that has not ended. */
export const presentOf = (db: Db | Tx, accountId: number) =>
  rowsOf(db).where('accountId', '=', accountId).where('state', '<>', 'ended').executeTakeFirst()

export const subscriptionsOf = (db: Db | Tx, accountId: number) =>
  rowsOf(db).where('accountId', '=', accountId).orderBy('id', 'desc').execute()

/** The periods of subscriptions that were paid and not given back, the earliest first. */
export const periodsOf = (db: Db | Tx, subscriptions: readonly number[]) =>
  db
    .selectFrom('subscriptionPeriod')
    .where(sql<boolean>`subscription_id = any(${subscriptions}::bigint[])`)
    .where('returnedAt', 'is', null)
    .selectAll()
    .orderBy('beginsAt')
    .execute()
export type Period = Awaited<ReturnType<typeof periodsOf>>[number]

export const paidUntil = (periods: readonly Period[]) => periods.at(-1)?.endsAt ?? null

/** The plan that an admin has given to an account and that runs now. */
export const presentGrant = (db: Db | Tx, accountId: number, now: Date) =>
  db
    .selectFrom('planGrant')
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .select(['plan', 'endsAt'])
    .$narrowType<{ plan: PaidPlan }>()
    .executeTakeFirst()

export const grantedPlan = async (db: Db | Tx, accountId: number, now: Date): Promise<Plan> =>
  (await presentGrant(db, accountId, now))?.plan ?? 'free'

export const renews = ({ state, endsWithPeriod }: Pick<SubscriptionRow, 'state' | 'endsWithPeriod'>) =>
  !endsWithPeriod && (state === 'active' || state === 'overdue')

/** The last try to renew it has failed: its paid time is over. */
export const hasFailed = ({ state }: Pick<SubscriptionRow, 'state'>) => state === 'overdue' || state === 'paused'

export const isOfBanned = async (db: Db | Tx, { accountId }: Pick<SubscriptionRow, 'accountId'>) =>
  (await db.selectFrom('account').where('id', '=', accountId).select('bannedAt').executeTakeFirstOrThrow()).bannedAt !==
  null
