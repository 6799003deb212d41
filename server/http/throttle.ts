import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { tooManyRequests } from '#server/errors.ts'
import type { Taker } from '#server/jobs/due.ts'
import type { App, PersonalData } from '#server/services.ts'

/** At most `max` attempts in `seconds`, counted across all nodes. */
export type Limit = { name: string; max: number; seconds: number }

/** The IPv4 address, or the network of an IPv6 address, because one caller has a whole network. */
export function networkOf(address: string) {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}

/** Counts an attempt of the caller, and refuses it if there were too many. */
export async function throttle({ config, db, clock }: App, { name, max, seconds }: Limit, who: string) {
  if (!config.rateLimit) return
  const now = clock.now()
  const ends = new Date(now.getTime() + seconds * 1000)
  const { rows } = await sql<{ hits: number; endsAt: Date }>`
    insert into throttle as t (key, hits, ends_at) values (${`${name} ${who}`}, 1, ${ends})
    on conflict (key) do update set
      hits = case when t.ends_at <= ${now} then 1 else t.hits + 1 end,
      ends_at = case when t.ends_at <= ${now} then excluded.ends_at else t.ends_at end
    returning hits, ends_at`.execute(db)
  const row = rows[0]
  if (row && row.hits > max)
    throw tooManyRequests(Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000)))
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
