import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** What a promotion brought, to be added to an hour. Left out: none. */
export type Delivered = {
  at: Date
  impressions?: number
  clicks?: number
  plays?: number
  sales?: number
  saleCents?: number
}

/**
 * Adds to the figures of a promotion. Impressions after its end don’t count; clicks, plays and sales do, since they follow
 * from what was seen before. A guarantee that is met after the days of a promotion ends it in the next round.
 */
export async function countDelivered(tx: Tx, promotionId: number, { at, ...counted }: Delivered) {
  const { clicks = 0, plays = 0, sales = 0, saleCents = 0 } = counted
  const row = await tx
    .selectFrom('promotion')
    .where('id', '=', promotionId)
    .select('state')
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const impressions = row.state === 'ended' ? 0 : (counted.impressions ?? 0)
  await tx
    .updateTable('promotion')
    .set({
      delivered: sql`delivered + ${impressions}::int`,
      clicks: sql`clicks + ${clicks}::int`,
      plays: sql`plays + ${plays}::int`,
      sales: sql`sales + ${sales}::int`,
      saleCents: sql`sale_cents + ${saleCents}::bigint`,
      dueAt: sql`case when state = 'active' and ends_at <= ${at} and delivered + ${impressions}::int >= guaranteed
        then least(due_at, ${at}) else due_at end`,
    })
    .where('id', '=', promotionId)
    .execute()
  const hour = sql<Date>`date_trunc('hour', ${at}::timestamptz, 'UTC')`
  await tx
    .insertInto('promotionHour')
    .values({ promotionId, hour, impressions, clicks, plays, sales, saleCents })
    .onConflict((conflict) =>
      conflict.columns(['promotionId', 'hour']).doUpdateSet({
        impressions: sql`promotion_hour.impressions + excluded.impressions`,
        clicks: sql`promotion_hour.clicks + excluded.clicks`,
        plays: sql`promotion_hour.plays + excluded.plays`,
        sales: sql`promotion_hour.sales + excluded.sales`,
        saleCents: sql`promotion_hour.sale_cents + excluded.sale_cents`,
      }),
    )
    .execute()
}
