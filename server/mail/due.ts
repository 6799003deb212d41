import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Enqueue } from '#server/jobs/enqueue.ts'
import type { Taker } from '#server/jobs/due.ts'

const MINUTE = 60_000
/** Far longer than an attempt takes. A job that has not ended after this time counts as lost. */
const LOST_AFTER = 15 * MINUTE
const LONGEST_PAUSE = 4 * 60 * MINUTE
const BATCH = 100

/** The mail has been given up. A mail that failed and has `due_at` is tried again. */
export const hasFailed = ({ failure, dueAt }: { failure: string | null; dueAt: Date | null }) =>
  failure !== null && dueAt === null

/** While a worker has the mail, its row is due at this time, so that a lost job loses no mail. */
export const dueIfLost = (now: Date) => new Date(now.getTime() + LOST_AFTER)

/** The pauses between attempts: one minute, then two, four, eight, up to four hours. */
export const dueAfter = (attempts: number, now: Date) =>
  new Date(now.getTime() + Math.min(2 ** (attempts - 1) * MINUTE, LONGEST_PAUSE))

/** Gives a mail to the workers, who send several at a time. A mail has one job, however often it is handed out. */
export const handOut = (enqueue: Enqueue, tx: Tx, mailId: number) =>
  enqueue(tx, 'send-mail', { mailId }, { jobKey: `mail ${mailId}` })

/** Mails to try again, and mails whose job was lost. */
export const mailTaker: Taker = {
  name: 'hand out mails',
  takeDue: ({ db, enqueue }, now) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`update mail set due_at = ${dueIfLost(now)} where id in (
        select id from mail where due_at <= ${now} order by due_at limit ${BATCH}
        for update skip locked) returning id`.execute(tx)
      for (const { id } of rows) await handOut(enqueue, tx, id)
      return rows.length
    }),
}

/** Copies of mails are kept for half a year, to know what was sent. */
const KEPT_FOR = 180 * 24 * 60 * MINUTE
/** A mail whose reader has just left is kept only until its delivery is given up. */
const BRIEFLY = 2 * 24 * 60 * MINUTE
export const removedAt = (now: Date, isBrief = false) => new Date(now.getTime() + (isBrief ? BRIEFLY : KEPT_FOR))

/** Removes mails whose time is over. */
export const mailSweeper: Taker = {
  name: 'remove old mails',
  async takeDue({ db }, now) {
    const { numAffectedRows } = await sql`delete from mail where id in (
      select id from mail where remove_at <= ${now} limit ${BATCH} for update skip locked)`.execute(db)
    return Number(numAffectedRows)
  },
}
