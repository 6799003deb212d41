import { impressionsOf, priceOf, type Tier } from '#contract/promotion-values.ts'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { timesFrom } from './figures.ts'
import { markSoon } from './mark.ts'

type Begun = { accountId: number; itemId: number; tier: Tier; days: number } & (
  | { lineId: number; paidCents: number; creditCents: number }
  | { rerunOf: number }
)

/** Begins a promotion. Null: another one of this item runs, or it was run again before. */
export async function begin(app: App, tx: Tx, begun: Begun) {
  const now = app.clock.now()
  const { tier, days } = begun
  const times = timesFrom(now, days)
  const row = await tx
    .insertInto('promotion')
    .values({
      paidCents: 0,
      creditCents: 0,
      ...begun,
      ...times,
      guaranteed: impressionsOf(tier, days),
      priceCents: priceOf(tier, days),
      dueAt: times.endsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await markSoon(app, tx, begun.itemId)
  return row
}
