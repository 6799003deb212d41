import { PLACES } from '#contract/promotion-values.ts'
import type { Forecast } from '#contract/promotions.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { TRAFFIC_DAYS, trafficOf } from './traffic.ts'

/** The traffic of the places that draw promoted items, by past weeks. With an item, the page of its style stands for all. */
export async function forecast({ db, clock }: App, accountId: number, itemId?: number): Promise<Forecast> {
  const now = clock.now()
  const styleId = itemId === undefined ? undefined : await styleOf(db, accountId, itemId)
  const places = await Promise.all(
    PLACES.map(async (place) => ({ place, perDay: await trafficOf(db, place, { now, styleId }) })),
  )
  return { days: TRAFFIC_DAYS, places }
}

async function styleOf(db: App['db'], ownerId: number, itemId: number) {
  const item = await db
    .selectFrom('item')
    .where('id', '=', itemId)
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .select('styleId')
    .executeTakeFirst()
  if (!item) throw notFound('Item')
  return item.styleId
}
