import { sql } from 'kysely'
import type { Place } from '#contract/promotion-values.ts'
import type { Db } from '#server/db/connect.ts'
import { DAY } from './figures.ts'

/** The past days that forecasts look at. */
export const TRAFFIC_DAYS = 14

type Asked = { now: Date; styleId?: number | null | undefined }

/**
 * How often people saw a place for promoted items each day, by the last two weeks; null while nothing was counted.
 * `styleId` narrows style pages to one.
 */
export async function trafficOf(db: Db, place: Place, { now, styleId }: Asked): Promise<number | null> {
  const since = new Date(now.getTime() - TRAFFIC_DAYS * DAY)
  const { seen, first } = await db
    .selectFrom('slotHour')
    .where('place', '=', place)
    .where('hour', '>=', since)
    .$if(place === 'style' && typeof styleId === 'number', (hours) => hours.where('styleId', '=', styleId!))
    .select([sql<number | null>`sum(seen)::bigint`.as('seen'), sql<Date | null>`min(hour)`.as('first')])
    .executeTakeFirstOrThrow()
  if (seen === null || first === null) return null
  const days = Math.max((now.getTime() - first.getTime()) / DAY, 1)
  return Math.round(seen / days)
}
