import { sql } from 'kysely'
import type { Place } from '#contract/promotion-values.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { countDelivered, type Delivered } from './count.ts'
import { rememberLeads } from './leads.ts'

/** Something that a viewer did. `key` stands for the viewer and the promotion or the empty place, and names neither. */
export type SlotEvent = {
  what: 'seen' | 'clicked' | 'played' | 'kept'
  /** 0: the place was empty. */
  promotionId: number
  place: Place
  /** 0 on all pages but those of styles. */
  styleId: number
  drawnAt: Date
  key: Buffer
  accountId: number | null
}

const HOUR = 60 * 60_000
const FIGURES = { seen: 'impressions', clicked: 'clicks', played: 'plays' } as const

/** Writes a batch in one transaction. Returns the keys of those that count, in base64. */
export const writeEvents = ({ db, clock }: Pick<App, 'db' | 'clock'>, events: readonly SlotEvent[]) =>
  db.transaction().execute(async (tx): Promise<ReadonlySet<string>> => {
    const now = clock.now()
    const promotions = await lockPromotions(tx, events)
    const known = events.filter(({ promotionId, accountId }) => {
      const promotion = promotions.get(promotionId)
      return promotionId === 0 || (promotion && promotion.accountId !== accountId) // a seller's own views don't count
    })
    const fresh = await rememberKeys(
      tx,
      known.filter(({ what }) => what !== 'kept'),
      now,
    )
    const counted = known.filter(({ key }) => fresh.has(key.toString('base64')))
    await countDelivered(tx, figuresOf(counted, now))
    const seen = counted.filter(({ what }) => what === 'seen')
    await countPlaces(tx, seenOf(seen, now))
    const leads = known.flatMap(({ what, promotionId, accountId, drawnAt }) =>
      what !== 'seen' && accountId !== null
        ? // a browser tells again and again what it has kept: that is no new look
          { promotionId, accountId, itemId: promotions.get(promotionId)!.itemId, at: what === 'kept' ? drawnAt : now }
        : [],
    )
    await rememberLeads(tx, leads)
    return fresh
  })

/** Locks the promotions in the order of their ids, as all writers do. */
async function lockPromotions(tx: Tx, events: readonly SlotEvent[]) {
  const ids = [...new Set(events.map(({ promotionId }) => promotionId))].filter((id) => id > 0)
  const { rows } = await sql<{ id: number; accountId: number; itemId: number }>`select id, account_id, item_id
    from promotion where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the keys that were not counted in the last hour. */
async function rememberKeys(tx: Tx, events: readonly SlotEvent[], now: Date) {
  const keys = events.map(({ key }) => key.toString('hex'))
  const { rows } = await sql<{ key: Buffer }>`insert into slot_viewer as v (key, ends_at)
    select decode(key, 'hex') as key, ${new Date(now.getTime() + HOUR)}::timestamptz
    from unnest(${keys}::text[]) as told (key) order by 1
    on conflict (key) do update set ends_at = excluded.ends_at where v.ends_at <= ${now}
    returning key`.execute(tx)
  return new Set(rows.map(({ key }) => key.toString('base64')))
}

const figuresOf = (events: readonly SlotEvent[], at: Date) =>
  events.flatMap(({ what, promotionId }): Delivered[] =>
    promotionId === 0 || what === 'kept' ? [] : [{ promotionId, at, [FIGURES[what]]: 1 }],
  )

/** A place, how often people saw it, taken or not, and in which hour. */
export type PlaceSeen = { place: Place; styleId: number | null; seen: number; at: Date }

const seenOf = (events: readonly SlotEvent[], at: Date) => {
  const seen = new Map<string, PlaceSeen>()
  for (const { place, styleId } of events) {
    const name = `${place} ${styleId}`
    const count = seen.get(name) ?? { place, styleId: styleId || null, seen: 0, at }
    count.seen++
    seen.set(name, count)
  }
  return [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** Counts how often the places themselves were seen. All writers name them in the same order. */
export async function countPlaces(db: Db | Tx, places: readonly PlaceSeen[]) {
  if (places.length === 0) return
  const rows = places.map(({ at, ...one }) => ({
    ...one,
    hour: sql<Date>`date_trunc('hour', ${at}::timestamptz, 'UTC')`,
  }))
  await db
    .insertInto('slotHour')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['place', 'styleId', 'hour']).doUpdateSet({ seen: sql`slot_hour.seen + excluded.seen` }),
    )
    .execute()
}
