import { sql } from 'kysely'
import type { Audience } from '#contract/announcement-values.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { lastMomentOf } from '#server/last-moment.ts'
import type { App } from '#server/services.ts'

const DAY = 24 * 60 * 60_000

type Words = {
  title: string
  message: string
  path?: string | undefined
  audience: Audience
  bannerUntil?: string | undefined
}

/** Writes an announcement that a round sends. One is sent at a time, and the same words once a day. */
export const sendAnnouncement = (app: App, adminId: number, { bannerUntil, path, ...words }: Words) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const written = await tx
      .insertInto('announcement')
      .values({
        ...words,
        path: path || null,
        bannerUntil: bannerUntil ? lastMomentOf(bannerUntil, now, 'bannerUntil') : null,
        writtenBy: adminId,
        createdAt: now,
        lastAccountId: sql`(select max(id) from account)`,
        dueAt: now,
      })
      .onConflict((running) => running.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written) throw conflict('sending', 'Another announcement is being sent. Wait for its end, or stop it.')
    if (await wasSaid(tx, written.id, words, now))
      throw conflict('said_before', 'These words were sent within the last day.')
    await record(app, tx, adminId, {
      action: 'send announcement',
      subject: { kind: 'announcement', id: written.id },
      reason: words.title,
    })
    return written.id
  })

const wasSaid = async (tx: Tx, id: number, { title, message }: Words, now: Date) =>
  (await tx
    .selectFrom('announcement')
    .where('id', '<>', id)
    .where('title', '=', title)
    .where('message', '=', message)
    .where('stoppedBy', 'is', null)
    .where('createdAt', '>', new Date(now.getTime() - DAY))
    .select('id')
    .executeTakeFirst()) !== undefined

/** Tells nobody else, and takes the banner down. */
export const stopAnnouncement = (app: App, adminId: number, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const row = await tx
      .selectFrom('announcement')
      .where('id', '=', id)
      .select(['dueAt', 'bannerUntil', 'stoppedBy', 'endedAt', 'title'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound('Announcement')
    const isShown = row.bannerUntil !== null && row.bannerUntil > now
    if (row.stoppedBy !== null || (row.dueAt === null && !isShown))
      throw conflict('ended', 'This announcement has ended already.')
    await tx
      .updateTable('announcement')
      .set({ dueAt: null, endedAt: row.endedAt ?? now, stoppedBy: adminId })
      .where('id', '=', id)
      .execute()
    await record(app, tx, adminId, {
      action: 'stop announcement',
      subject: { kind: 'announcement', id },
      reason: row.title,
    })
  })
