import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** What a promotion brought, in a batch. */
export type Counts = { promotionId: number; impressions: number; clicks: number; plays: number }

/** The same as `countDelivered`, of many locked promotions at once: two statements, whatever their number. */
export async function countAll(tx: Tx, counts: readonly Counts[], at: Date) {
  if (counts.length === 0) return
  const column = (name: keyof Counts) => counts.map((count) => count[name])
  await sql`with told as (
      select t.id, case when p.state = 'ended' then 0 else t.impressions end as impressions, t.clicks, t.plays
      from unnest(${column('promotionId')}::bigint[], ${column('impressions')}::int[], ${column('clicks')}::int[],
        ${column('plays')}::int[]) as t (id, impressions, clicks, plays)
      join promotion p on p.id = t.id),
    hours as (
      insert into promotion_hour (promotion_id, hour, impressions, clicks, plays)
      select id, date_trunc('hour', ${at}::timestamptz, 'UTC'), impressions, clicks, plays from told order by id
      on conflict (promotion_id, hour) do update set impressions = promotion_hour.impressions + excluded.impressions,
        clicks = promotion_hour.clicks + excluded.clicks, plays = promotion_hour.plays + excluded.plays)
    update promotion p set delivered = p.delivered + told.impressions, clicks = p.clicks + told.clicks,
      plays = p.plays + told.plays,
      due_at = case when p.state = 'active' and p.ends_at <= ${at} and p.delivered + told.impressions >= p.guaranteed
        then least(p.due_at, ${at}) else p.due_at end
    from told where p.id = told.id`.execute(tx)
}
