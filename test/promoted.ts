import { impressionsOf, priceOf, type Tier } from '#contract/promotion-values.ts'
import { addItem } from './factories.ts'
import type { World } from './world.ts'

const DAY = 24 * 60 * 60_000

type Given = { tier?: Tier; days?: number; guaranteed?: number; ownerId?: number; item?: object; itemId?: number }

/** A running promotion of a new item, with its seller. */
export async function addPromotion(world: World, { tier = 'spotlight', days = 7, ...given }: Given = {}) {
  const { db, clock } = world.app
  const ownerId = given.ownerId ?? (await world.signUp()).id
  const itemId = given.itemId ?? (await addItem(db, { ownerId, ...given.item }))
  const startedAt = clock.now()
  const endsAt = new Date(startedAt.getTime() + days * DAY)
  const { id } = await db
    .insertInto('promotion')
    .values({
      accountId: ownerId,
      itemId,
      tier,
      days,
      guaranteed: given.guaranteed ?? impressionsOf(tier, days),
      priceCents: priceOf(tier, days),
      paidCents: priceOf(tier, days),
      creditCents: 0,
      startedAt,
      endsAt,
      lastsUntil: new Date(startedAt.getTime() + 2 * days * DAY),
      dueAt: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, itemId, ownerId }
}
