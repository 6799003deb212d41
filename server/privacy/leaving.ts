import { sql } from 'kysely'
import { DAYS_TO_CHANGE_MIND, type Leaving } from '#contract/own-data.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { ApiError, conflict } from '#server/errors.ts'
import { HIDDEN, setState } from '#server/items/index.ts'
import { announce } from '#server/live/live.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { leavingMail, stayedMail } from './mails.ts'

/** What the deletion of an account would mean for this person. The shop’s own accounts are nobody’s. */
export async function presentLeaving(db: Db | Tx, id: number): Promise<Leaving> {
  const { rows } = await sql<Facts>`select
    (select due_at from account_deletion where account_id = ${id}) as due_at,
    (select is_admin from account where id = ${id})
      and not exists (select from account where is_admin and id <> ${id} and deleted_at is null
        and email_key not like '%.invalid'
        and not exists (select from account_deletion leaving where leaving.account_id = account.id)) as is_last_admin,
    coalesce((select sum(line.cents) from ledger_line line join ledger_account owned on owned.id = line.account_id
      where owned.owner_id = ${id} and owned.kind in ('earnings', 'payouts')), 0)::bigint as balance_cents,
    coalesce((select sum(line.cents) from ledger_line line join ledger_account owned on owned.id = line.account_id
      where owned.owner_id = ${id} and owned.kind = 'credit'), 0)::bigint as credit_cents,
    (select count(*) from purchase_problem where buyer_id = ${id} and ended_at is null) as problems_as_buyer,
    (select count(*) from purchase_problem where seller_id = ${id} and ended_at is null) as problems_as_seller,
    (select count(*) from shop_order where buyer_id = ${id} and ${isBeingPaid}) as open_orders,
    (select count(*) from payout where account_id = ${id} and state = 'processing') as payouts_on_their_way,
    (select max(ends_at) from subscription_period period join subscription on subscription.id = subscription_id
      where account_id = ${id} and state <> 'ended' and returned_at is null) as plan_until,
    (select count(*) from purchase where buyer_id = ${id} and state = 'owned') as purchases,
    (select count(*) from purchase join item on item.id = purchase.item_id
      where item.owner_id = ${id} and purchase.state = 'owned') as sold,
    (select count(*) from item where owner_id = ${id} and deleted_at is null and status = 'published') as on_sale,
    (select count(*) from item where owner_id = ${id} and deleted_at is null) as items,
    (select count(*) from comment where account_id = ${id} and deleted_at is null) as comments`.execute(db)
  const { dueAt, planUntil, balanceCents, creditCents, ...facts } = rows[0]!
  const balance = dollars(Math.max(0, balanceCents))
  const credits = dollars(Math.max(0, creditCents))
  const times = { dueAt: dueAt?.toISOString() ?? null, planUntil: planUntil?.toISOString() ?? null }
  return { ...facts, ...times, balance, credits }
}
type Facts = Omit<Leaving, 'dueAt' | 'planUntil' | 'balance' | 'credits'> & {
  dueAt: Date | null
  planUntil: Date | null
  balanceCents: number
  creditCents: number
}

/** A payment of the order is on its way, so the order may still become a purchase. */
export const isBeingPaid = sql`state = 'open' and exists (
  select from payment where order_id = shop_order.id and payment.state in ('starting', 'open', 'processing'))`

/** Two admins who leave at once take turns: each would count on the other. */
const takeTurns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('leaving'))`.execute(tx)

const losesSomething = ({ balance, credits, problemsAsBuyer, problemsAsSeller }: Leaving) =>
  balance + credits + problemsAsBuyer + problemsAsSeller > 0

/** Locks the rows that changes of several items of a person touch. */
export type LockPerson = (tx: Tx, accountId: number) => Promise<void>

/** Has the account deleted in a week. Asking again changes nothing. */
export const leave = (app: App, lock: LockPerson, accountId: number, giveUp: boolean) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await takeTurns(tx)
    const facts = await presentLeaving(tx, accountId)
    if (facts.isLastAdmin)
      throw conflict('last_admin', 'You are the only admin of this shop. Make somebody else an admin first.')
    if (losesSomething(facts) && !giveUp)
      throw new ApiError(409, 'would_lose', 'You would lose something. Say that you give it up, or settle it first.', {
        details: facts,
      })
    const dueAt = new Date(now.getTime() + DAYS_TO_CHANGE_MIND * 24 * 60 * 60_000)
    const asked = await tx
      .insertInto('accountDeletion')
      .values({ accountId, askedAt: now, dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountId')
      .executeTakeFirst()
    if (!asked) return presentLeaving(tx, accountId)
    await lock(tx, accountId)
    for (const id of await itemsOf(tx, accountId, 'published'))
      await setState(tx, id, 'paused', { now, reason: HIDDEN })
    await announce(tx, { to: accountId, about: 'account' })
    await app.mail.send(tx, leavingMail, await addressOf(tx, accountId), { dueAt })
    return presentLeaving(tx, accountId)
  })

/** Keeps the account. The row's lock lets this and the deletion itself run one after the other. */
export const stay = (app: App, lock: LockPerson, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const gone = await tx.deleteFrom('accountDeletion').where('accountId', '=', accountId).executeTakeFirst()
    if (!gone.numDeletedRows) return presentLeaving(tx, accountId)
    await lock(tx, accountId)
    for (const id of await itemsOf(tx, accountId, 'paused', HIDDEN)) await showAgain(tx, id, now)
    await announce(tx, { to: accountId, about: 'account' })
    await app.mail.send(tx, stayedMail, await addressOf(tx, accountId), {})
    return presentLeaving(tx, accountId)
  })

/** A pack with a beat that was sold exclusively meanwhile stays paused. */
async function showAgain(tx: Tx, id: number, now: Date) {
  try {
    await setState(tx, id, 'published', { now })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const itemsOf = async (tx: Tx, ownerId: number, status: 'published' | 'paused', reason?: string) =>
  (
    await tx
      .selectFrom('item')
      .where('ownerId', '=', ownerId)
      .where('deletedAt', 'is', null)
      .where('status', '=', status)
      .$if(reason !== undefined, (items) => items.where('statusReason', '=', reason!))
      .select('id')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

const addressOf = async (tx: Tx, id: number) =>
  (await tx.selectFrom('account').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email
