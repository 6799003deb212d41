import { sql } from 'kysely'
import { DAYS_TO_CHANGE_MIND, type Leaving } from '#contract/own-data.ts'
import { takePeopleTurn, thereIsOtherAdmin } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { ApiError, conflict } from '#server/errors.ts'
import { HIDDEN, hideItemsOf, lockItemsOf, showItemsOf } from '#server/items/index.ts'
import { announce } from '#server/live/live.ts'
import { dollars } from '#server/money.ts'
import type { App } from '#server/services.ts'
import { leavingMail, stayedMail } from './mails.ts'

/** What the deletion of an account would mean for this person. The shop’s own accounts are nobody’s. */
export async function presentLeaving(db: Db | Tx, id: number): Promise<Leaving> {
  const { rows } = await sql<Facts>`select
    (select due_at from account_deletion where account_id = ${id}) as due_at,
    (select is_admin from account where id = ${id})
      and not ${thereIsOtherAdmin(id)} as is_last_admin,
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
    (select count(*) from promotion where account_id = ${id} and state <> 'ended') as promotions,
    (select count(*) from purchase where buyer_id = ${id} and state = 'owned') as purchases,
    (select count(*) from purchase join item on item.id = purchase.item_id
      where item.owner_id = ${id} and purchase.state = 'owned') as sold,
    (select count(*) from item where owner_id = ${id} and deleted_at is null and status = 'published') as on_sale,
    (select count(*) from item where owner_id = ${id} and deleted_at is null) as items,
    (select count(*) from share join share_version version on version.id = version_id join item on item.id = item_id
      where account_id = ${id} and share.state = 'accepted' and version.state = 'active'
        and item.deleted_at is null) as shares,
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

const losesSomething = ({ balance, credits, problemsAsBuyer, problemsAsSeller }: Leaving) =>
  balance + credits + problemsAsBuyer + problemsAsSeller > 0

/** Has the account deleted in a week. Asking again changes nothing. */
export const leave = (app: App, accountId: number, giveUp: boolean) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await takePeopleTurn(tx) // two admins who leave at once would count on each other
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
    await lockItemsOf(tx, accountId)
    await hideItemsOf(tx, accountId, HIDDEN, now)
    await announce(tx, { to: accountId, about: 'account' })
    await app.mail.send(tx, leavingMail, await addressOf(tx, accountId), { dueAt })
    return presentLeaving(tx, accountId)
  })

/** Keeps the account. The row's lock lets this and the deletion itself run one after the other. */
export const stay = (app: App, accountId: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    await takePeopleTurn(tx)
    const gone = await tx
      .deleteFrom('accountDeletion')
      .using('account')
      .whereRef('account.id', '=', 'accountId')
      .where('account.id', '=', accountId)
      .where('deletedAt', 'is', null) // else it is too late, and the row is for the second run
      .executeTakeFirst()
    if (!gone.numDeletedRows) return presentLeaving(tx, accountId)
    await lockItemsOf(tx, accountId)
    await showItemsOf(tx, accountId, HIDDEN, now)
    await announce(tx, { to: accountId, about: 'account' })
    await app.mail.send(tx, stayedMail, await addressOf(tx, accountId), {})
    return presentLeaving(tx, accountId)
  })

const addressOf = async (tx: Tx, id: number) =>
  (await tx.selectFrom('account').where('id', '=', id).select('email').executeTakeFirstOrThrow()).email
