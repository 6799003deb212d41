import { sql } from 'kysely'
import { SESSION_KEPT_DAYS } from '#contract/session-values.ts'
import type { Taker } from '#server/jobs/due.ts'

const BATCH = 1_000

const longAgo = (now: Date) => new Date(now.getTime() - SESSION_KEPT_DAYS * 86_400_000)

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
