import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { ItemKind } from '#server/db/types.ts'
import { countPlay, itemsShown } from '#server/items/index.ts'
import { rememberPlayed } from '#server/listening/index.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App } from '#server/services.ts'

/** `listener` names an account or, for a guest, a network address. */
export type Play = { kind: ItemKind; itemId: number; listener: string; accountId?: number }
export type Outcome = 'counted' | 'again' | 'unknown'

const ONCE_IN = 30 * 60_000
const HOUR = 60 * 60_000

/** Writes a batch in one transaction and returns the outcome of each play under its key. */
export const writePlays = ({ db, clock }: Pick<App, 'db' | 'clock'>, plays: ReadonlyMap<string, Play>) =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const shown = new Map((await itemsShown(tx, idsOf(plays.values()))).map((item) => [item.id, item]))
    const known = [...plays].filter(([, { kind, itemId }]) => shown.get(itemId)?.kind === kind)
    const counted = await rememberListeners(
      tx,
      known.map(([, play]) => play),
      now,
    )
    await rememberPlayed(
      tx,
      known.flatMap(([, { itemId, accountId }]) => (accountId ? { itemId, accountId } : [])),
      now,
    )
    await addUp(tx, counted, now)

    const isCounted = new Set(counted.map(nameOf))
    const outcomes = new Map<string, Outcome>([...plays.keys()].map((key) => [key, 'unknown']))
    for (const [key, play] of known) outcomes.set(key, isCounted.has(nameOf(play)) ? 'counted' : 'again')
    return outcomes
  })

type Heard = Pick<Play, 'itemId' | 'listener'>
const nameOf = ({ itemId, listener }: Heard) => `${itemId} ${listener}`
const idsOf = (plays: Iterable<Heard>) => [...new Set([...plays].map(({ itemId }) => itemId))]

/**
 * Returns the plays whose listener was not counted for the item lately. Every step locks in one order, so that nodes
 * don't block each other.
 */
async function rememberListeners(tx: Tx, plays: Heard[], now: Date): Promise<Heard[]> {
  const items = plays.map(({ itemId }) => itemId)
  const listeners = plays.map(({ listener }) => listener)
  const { rows } = await sql<Heard>`insert into recent_play as r (item_id, listener, at)
    select item_id, listener, ${now}::timestamptz from unnest(${items}::bigint[], ${listeners}::text[]) as heard (item_id, listener)
    order by item_id, listener
    on conflict (item_id, listener) do update set at = excluded.at where r.at <= ${longAgo(now)}
    returning item_id, listener`.execute(tx)
  return rows
}

/** Locks counters before hours, as all writers do. */
async function addUp(tx: Tx, plays: Heard[], now: Date) {
  if (plays.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR)
  const counts = new Map<number, number>()
  for (const { itemId } of plays) counts.set(itemId, (counts.get(itemId) ?? 0) + 1)
  await countPlay(
    tx,
    Array.from(counts, ([itemId, by]) => ({ itemId, by, at: now })),
  )
  await sql`insert into item_play_hour (item_id, hour, plays)
    select item_id, ${hour}::timestamptz, plays
    from unnest(${[...counts.keys()]}::bigint[], ${[...counts.values()]}::int[]) as heard (item_id, plays)
    on conflict (item_id, hour) do update set plays = item_play_hour.plays + excluded.plays`.execute(tx)
}

const BATCH = 1_000

/**
 * Removes listeners whose half hour is over, so that they count again. Leaves a row that a batch of plays is updating.
 */
export const recentPlaysTaker: Taker = {
  name: 'sweep recent plays',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from recent_play where (item_id, listener) in (
      select item_id, listener from recent_play where at <= ${longAgo(now)} order by at limit ${BATCH}
      for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}

const longAgo = (now: Date) => new Date(now.getTime() - ONCE_IN)
