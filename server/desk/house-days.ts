import { sql } from 'kysely'
import { DAYS_KEPT_OVERDUE } from '#contract/plans.ts'
import type { Db } from '#server/db/connect.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

const MINUTE = 60_000
/** The present day is counted again after this time. */
const FRESH = 5 * MINUTE
/** A transaction that began on a day may end after it. */
const SETTLED = 60 * MINUTE
/** A year, and the one before to compare with. */
const REACH = 728
const BATCH = 31

/** A plan whose renewal has failed runs on for this time, as in `server/plans/plan-at.ts`. */
const KEPT = sql`${sql.lit(`${DAYS_KEPT_OVERDUE} days`)}::interval`

/**
 * Counts the figures of days: of the present one every five minutes, of each other one once, an hour after its end. A
 * day that is over does not change any more: what happens to an order later has a time of its own.
 */
export const houseDayTaker: Taker = {
  name: 'count days of the house',
  takeDue: (app, now) => countDays(app, now),
}

export async function countDays({ db }: Pick<App, 'db'>, now: Date) {
  await countStyles(db, now) // first: the days are due as long as their own figures are not counted
  const { numAffectedRows } = await sql`with ${dueDays(now)}
    insert into house_day (day, sold_cents, orders, refunded_cents, people, items, plays, plans, paid_out_cents, counted_at)
    select day, sold.cents, sold.orders,
      (select coalesce(sum(cents), 0) from refund where done_at >= since and done_at < until),
      (select count(*) from account where created_at >= since and created_at < until),
      (select count(*) from item where published_at >= since and published_at < until),
      (select coalesce(sum(plays), 0) from item_day where item_day.day = due.day),
      (select count(distinct subscription_id) from subscription_period join subscription on subscription.id = subscription_id,
          least(until, ${now}) seen
        where returned_at is null and begins_at <= seen and (ended_at is null or ended_at > seen)
          and (state <> 'paused' or changed_at > seen)
          and (ends_at > seen or (ends_at > seen - ${KEPT} and state <> 'ended' and not ends_with_period))),
      (select coalesce(sum(gross_cents - fee_cents), 0) from payout
        where state = 'paid' and ended_at >= since and ended_at < until),
      ${now}
    from due, lateral (select coalesce(sum(total_cents), 0) as cents, count(*) as orders from shop_order
      where paid_at >= since and paid_at < until) sold
    on conflict (day) do update set sold_cents = excluded.sold_cents, orders = excluded.orders,
      refunded_cents = excluded.refunded_cents, people = excluded.people, items = excluded.items,
      plays = excluded.plays, plans = excluded.plans, paid_out_cents = excluded.paid_out_cents,
      counted_at = excluded.counted_at
    where house_day.counted_at < excluded.counted_at`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Counts the sales of each style. Plans and promotions have none. A style that was counted before and has no sale now gets
 * 0: its items have moved to another style.
 */
const countStyles = (db: Db, now: Date) =>
  sql`with ${dueDays(now)},
    sold as (select day, item.style_id, sum(line.total_cents) as cents from due
      join shop_order paid on paid.paid_at >= since and paid.paid_at < until
      join order_line line on line.order_id = paid.id
      join item on item.id = line.item_id
      where item.style_id is not null
      group by day, item.style_id),
    before as (select day, style_id from due join house_style_day using (day))
    insert into house_style_day (day, style_id, sold_cents)
    select day, style_id, coalesce(cents, 0) from sold full join before using (day, style_id) order by day, style_id
    on conflict (day, style_id) do update set sold_cents = excluded.sold_cents
    where house_style_day.sold_cents <> excluded.sold_cents`.execute(db)

/** Days that are counted in this round, the newest first. */
const dueDays = (now: Date) => sql`
  first as (select greatest((${now}::timestamptz at time zone 'UTC')::date - ${sql.lit(REACH - 1)},
      coalesce((select (min(created_at) at time zone 'UTC')::date from account where created_at > '-infinity'),
        (${now}::timestamptz at time zone 'UTC')::date)) as day),
  due as (select wanted.day::date as day, wanted.day at time zone 'UTC' as since,
      (wanted.day + interval '1 day') at time zone 'UTC' as until
    from first, generate_series(first.day::timestamp, ${now}::timestamptz at time zone 'UTC', interval '1 day') wanted (day)
    left join house_day on house_day.day = wanted.day::date
    where counted_at is null or counted_at < least(${new Date(now.getTime() - FRESH)}::timestamptz,
      (wanted.day + interval '1 day') at time zone 'UTC' + ${sql.lit(`${SETTLED} milliseconds`)}::interval)
    order by wanted.day desc limit ${sql.lit(BATCH)})`
