import { sql } from 'kysely'
import type { Taker } from '#server/jobs/due.ts'
import { REFRESH_DAYS } from './sessions.ts'

const BATCH = 1_000

/** One day longer than a token lives. Until then a second use of an old token still ends the session. */
const longAgo = (now: Date) => new Date(now.getTime() - (REFRESH_DAYS + 1) * 86_400_000)

/** Removes sessions that were not used for the lifetime of their tokens. */
export const sweepSessions: Taker = {
  name: 'sweep sessions',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from session where id in (
      select id from session where last_used_at < ${longAgo(now)} order by last_used_at limit ${BATCH}
      for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}

/** Removes used and expired tokens of active sessions. */
export const sweepTokens: Taker = {
  name: 'sweep refresh tokens',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from refresh_token where hash in (
      select hash from refresh_token where issued_at < ${longAgo(now)} order by issued_at limit ${BATCH}
      for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}
