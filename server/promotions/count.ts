import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

const FIGURES = ['impressions', 'clicks', 'plays', 'sales', 'saleCents'] as const

/** The figures to add to a promotion and to the hour of a time. A figure that is left out is 0. */
export type Delivered = { promotionId: number; at: Date } & { [Figure in (typeof FIGURES)[number]]?: number }

/**
 * Adds to the figures of promotions: three statements, whatever their number. Impressions after the end of a promotion
 * don’t count; clicks, plays and sales do, since they follow from earlier views. A guarantee that is met after the days
 * of a promotion ends it in the next round.
 */
export async function countDelivered(tx: Tx, all: readonly Delivered[]) {
  if (all.length === 0) return
  const running = await lockRunning(tx, all)
  const rows = all.map(({ impressions, ...one }) => ({
    ...one,
    impressions: running.has(one.promotionId) ? impressions : 0,
  }))
  const column = (figure: (typeof FIGURES)[number]) => rows.map((row) => row[figure] ?? 0)
  await sql`with told as (
      select * from unnest(${rows.map(({ promotionId }) => promotionId)}::bigint[], ${rows.map(({ at }) => at)}::timestamptz[],
        ${column('impressions')}::int[], ${column('clicks')}::int[], ${column('plays')}::int[], ${column('sales')}::int[],
        ${column('saleCents')}::bigint[]) as t (id, at, impressions, clicks, plays, sales, sale_cents)),
    hours as (
      insert into promotion_hour (promotion_id, hour, impressions, clicks, plays, sales, sale_cents)
      select id, date_trunc('hour', at, 'UTC'), sum(impressions), sum(clicks), sum(plays), sum(sales), sum(sale_cents)
      from told group by 1, 2 order by 1, 2
      on conflict (promotion_id, hour) do update set impressions = promotion_hour.impressions + excluded.impressions,
        clicks = promotion_hour.clicks + excluded.clicks, plays = promotion_hour.plays + excluded.plays,
        sales = promotion_hour.sales + excluded.sales, sale_cents = promotion_hour.sale_cents + excluded.sale_cents),
    added as (select id, max(at) as at, sum(impressions) as impressions, sum(clicks) as clicks, sum(plays) as plays,
      sum(sales) as sales, sum(sale_cents) as sale_cents from told group by id)
    update promotion p set delivered = p.delivered + added.impressions, clicks = p.clicks + added.clicks,
      plays = p.plays + added.plays, sales = p.sales + added.sales, sale_cents = p.sale_cents + added.sale_cents,
      due_at = case when p.state = 'active' and p.ends_at <= added.at and p.delivered + added.impressions >= p.guaranteed
        then least(p.due_at, added.at) else p.due_at end
    from added where p.id = added.id`.execute(tx)
}

/** Locks the promotions in the order of their ids, as all writers do. Returns those that have not ended. */
export async function lockRunning(tx: Tx, all: readonly { promotionId: number }[]) {
  const { rows } = await sql<{
    id: number
    isRunning: boolean
  }>`select id, state <> 'ended' as is_running from promotion
    where id = any(${all.map(({ promotionId }) => promotionId)}::bigint[]) order by id for no key update`.execute(tx)
  return new Set(rows.filter(({ isRunning }) => isRunning).map(({ id }) => id))
}

type Returned = { promotionId: number; at: Date; saleCents: number }

/** Takes sales back from promotions, which its caller has locked, and from the hours in which they were counted. */
export async function takeBackSales(tx: Tx, all: readonly Returned[]) {
  if (all.length === 0) return
  const [ids, times] = [all.map(({ promotionId }) => promotionId), all.map(({ at }) => at)]
  await sql`with returned as (
      select * from unnest(${ids}::bigint[], ${times}::timestamptz[], ${all.map(({ saleCents }) => saleCents)}::bigint[])
        as t (id, at, sale_cents)),
    hours as (
      update promotion_hour h set sales = h.sales - less.sales, sale_cents = h.sale_cents - less.sale_cents
      from (select id, date_trunc('hour', at, 'UTC') as hour, count(*) as sales, sum(sale_cents) as sale_cents
        from returned group by 1, 2) less
      where h.promotion_id = less.id and h.hour = less.hour)
    update promotion p set sales = p.sales - less.sales, sale_cents = p.sale_cents - less.sale_cents
    from (select id, count(*) as sales, sum(sale_cents) as sale_cents from returned group by id) less
    where p.id = less.id`.execute(tx)
}
