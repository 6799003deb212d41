import { sql } from 'kysely'
import { tooManyRequests } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App, PersonalData } from '#server/services.ts'
import { sharesOf } from './networks.ts'

/** At most `max` attempts in `seconds`, counted across all nodes. */
export type Limit = { name: string; max: number; seconds: number }

type Counting = Pick<App, 'config' | 'db' | 'clock'>
type Count = { key: string; max: number }

/** Counts an attempt of the caller, and refuses it if there were too many. */
export const throttle = (app: Counting, { name, max, seconds }: Limit, who: string) =>
  refuseAbove(app, [{ key: `${name} ${who}`, max }], seconds)

/** The same for an address. The larger networks around an IPv6 address have their own, higher counts. */
export const throttleNetwork = (app: Counting, { name, max, seconds }: Limit, network: string, who = '') =>
  refuseAbove(
    app,
    sharesOf(network).map((share) => ({ key: keyOf(name, share.network, who), max: max * share.times })),
    seconds,
  )

const keyOf = (name: string, network: string, who: string) => [name, network, who].filter(Boolean).join(' ')

async function refuseAbove(app: Counting, counts: Count[], seconds: number) {
  const wait = await secondsToWait(app, counts, seconds)
  if (wait > 0) throw tooManyRequests(wait)
}

/** Counts an attempt. Returns whether it is within the limit, for callers that go another way above it. */
export const isWithin = async (app: Counting, { name, max, seconds }: Limit, who: string) =>
  (await secondsToWait(app, [{ key: `${name} ${who}`, max }], seconds)) === 0

/** Counts an attempt under each key, in one order on all nodes. */
async function secondsToWait({ config, db, clock }: Counting, counts: Count[], seconds: number) {
  if (!config.rateLimit) return 0
  const now = clock.now()
  const ends = new Date(now.getTime() + seconds * 1000)
  const { rows } = await sql<{ key: string; hits: number; endsAt: Date }>`
    insert into throttle as t (key, hits, ends_at)
    select key, 1, ${ends}::timestamptz from unnest(${counts.map(({ key }) => key)}::text[]) as counted (key) order by key
    on conflict (key) do update set
      hits = case when t.ends_at <= ${now} then 1 else t.hits + 1 end,
      ends_at = case when t.ends_at <= ${now} then excluded.ends_at else t.ends_at end
    returning key, hits, ends_at`.execute(db)
  const most = new Map(counts.map(({ key, max }) => [key, max]))
  const waits = rows
    .filter(({ key, hits }) => hits > most.get(key)!)
    .map(({ endsAt }) => Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)))
  return Math.max(0, ...waits)
}

/** Refuses a caller who has no attempts left. Counts none. */
export async function expectAttemptsLeft({ config, db, clock }: Counting, { name, max }: Limit, network: string) {
  if (!config.rateLimit) return
  const shares = sharesOf(network).map((share) => ({ key: keyOf(name, share.network, ''), most: max * share.times }))
  const rows = await db
    .selectFrom('throttle')
    .where(
      'key',
      'in',
      shares.map(({ key }) => key),
    )
    .where('endsAt', '>', clock.now())
    .select(['key', 'hits', 'endsAt'])
    .execute()
  for (const { key, hits, endsAt } of rows)
    if (hits >= shares.find((share) => share.key === key)!.most)
      throw tooManyRequests(Math.max(1, Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000)))
}

/** Removes the count, for attempts that turned out right. */
export const resetThrottle = ({ db }: App, { name }: Limit, who: string) =>
  db.deleteFrom('throttle').where('key', '=', `${name} ${who}`).execute()

const BATCH = 1_000

/** Removes counts that have ended. Leaves a row that a call is updating. */
export const throttleTaker: Taker = {
  name: 'sweep throttle',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from throttle where key in (
      select key from throttle where ends_at <= ${now} limit ${BATCH} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}

/** Keys may contain addresses. They are removed after an hour at most. */
export const throttleData: PersonalData = {
  tables: { throttle: 'removed by the round that follows its end, within the hour' },
  exportOf: async () => ({}),
  forget: async () => {},
}
