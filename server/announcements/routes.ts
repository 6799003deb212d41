import { sql } from 'kysely'
import type { Announcement, announcements, Banner } from '#contract/announcements.ts'
import type { Audience } from '#contract/announcement-values.ts'
import type { Db } from '#server/db/connect.ts'
import { listPages } from '#server/db/list-pages.ts'
import { notFound } from '#server/errors.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { PEOPLE } from './audience.ts'
import { sendAnnouncement, stopAnnouncement } from './send.ts'

export const announcementRoutes = (app: App): Handlers<typeof announcements> => ({
  banner: async ({ viewer }) => ({ banner: await bannerFor(app, viewer.id) }),
  async list({ query: { page, limit } }) {
    const { rows, total, capped } = await newestFirst(app.db, { given: {}, shape: null, page, limit })
    return { ...pageOf(rows.map(present), { page, limit, total }), capped }
  },
  async reach({ query: { audience } }) {
    const { people } = await app.db
      .selectFrom('account')
      .where(PEOPLE[audience])
      .select((all) => all.fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow()
    return { people }
  },
  send: async ({ body, viewer }) => findOne(app.db, await sendAnnouncement(app, viewer.id, body)),
  async stop({ params: { id }, viewer }) {
    await stopAnnouncement(app, viewer.id, id)
    return findOne(app.db, id)
  },
})

const rowsOf = (db: Db) =>
  db
    .selectFrom('announcement')
    .innerJoin('account', 'account.id', 'writtenBy')
    .selectAll('announcement')
    .$narrowType<{ audience: Audience }>()
    .select('handle')

const newestFirst = listPages((db) => ({
  found: db.selectFrom('announcement').select('id').orderBy('id', 'desc'),
  rowOf: (id) => rowsOf(db).where('announcement.id', '=', id),
}))

async function findOne(db: Db, id: number) {
  const row = await rowsOf(db).where('announcement.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Announcement')
  return present(row)
}

const present = (row: Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]): Announcement => ({
  id: row.id,
  title: row.title,
  message: row.message,
  path: row.path,
  audience: row.audience,
  bannerUntil: row.bannerUntil?.toISOString() ?? null,
  state: row.stoppedBy !== null ? 'stopped' : row.dueAt !== null ? 'sending' : 'sent',
  told: row.told,
  writtenBy: row.handle,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** The newest banner for this person. New people see it, too. */
async function bannerFor({ db, clock }: App, accountId: number): Promise<Banner | null> {
  const rows = await db
    .selectFrom('announcement')
    .where('bannerUntil', '>', clock.now())
    .where('stoppedBy', 'is', null)
    .select(['id', 'title', 'message', 'path', 'audience'])
    .select([isFor('all', accountId).as('all'), isFor('sellers', accountId).as('sellers')])
    .select(isFor('plans', accountId).as('plans'))
    .$narrowType<{ audience: Audience }>()
    .orderBy('id', 'desc')
    .execute()
  const found = rows.find((row) => row[row.audience])
  return found ? { id: found.id, title: found.title, message: found.message, path: found.path } : null
}

const isFor = (audience: Audience, accountId: number) =>
  sql<boolean>`exists (select from account where account.id = ${accountId} and ${PEOPLE[audience]})`
