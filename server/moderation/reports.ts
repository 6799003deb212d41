import type { Report } from '#contract/reports.ts'
import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import { emptyMessage, messageAmongOthers, type Excerpt } from '#server/chat/index.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { listPages } from '#server/db/list-pages.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { throttle } from '#server/http/throttle.ts'
import { itemsShown, kinds } from '#server/items/index.ts'
import type { App } from '#server/services.ts'
import { deleteCommentIn, findComment } from '#server/social/index.ts'
import { takeDownIn } from './takedowns.ts'
import { closeReports, type Subject } from './close-reports.ts'

const REPORTED = { name: 'report', max: 30, seconds: 3600 }

type Reported = { accountId: number; reason: string }

/** While a report of a person is open, a second one about the same thing changes nothing. */
async function report(app: App, subject: Subject, by: Reported) {
  await throttle(app, REPORTED, String(by.accountId))
  await write(app, app.db, subject, by)
}

const write = ({ clock }: App, db: Db, subject: Subject & { excerpt?: string }, { accountId, reason }: Reported) =>
  db
    .insertInto('report')
    .values({ ...subject, accountId, reason, createdAt: clock.now() })
    .onConflict((before) => before.doNothing())
    .execute()

export async function reportComment(app: App, commentId: number, by: Reported) {
  const comment = await findComment(app.db, commentId)
  if (!comment) throw notFound('Comment')
  if (comment.accountId === by.accountId) throw forbidden('You can’t report your own comment.')
  await report(app, { commentId }, by)
}

export async function reportItem(app: App, itemId: number, by: Reported) {
  const [item] = await itemsShown(app.db, [itemId])
  if (!item) throw notFound('Item')
  if (item.ownerId === by.accountId) throw forbidden('You can’t report your own item.')
  await report(app, { itemId }, by)
}

export async function reportPerson(app: App, personId: number, by: Reported) {
  const person = await app.db
    .selectFrom('account')
    .where('id', '=', personId)
    .where('deletedAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!person) throw notFound('User')
  if (personId === by.accountId) throw forbidden('You can’t report yourself.')
  await report(app, { personId }, by)
}

/** The report keeps the words: their writer may delete them meanwhile. */
export async function reportMessage(app: App, messageId: number, by: Reported) {
  await throttle(app, REPORTED, String(by.accountId))
  await app.db.transaction().execute(async (tx) => {
    const found = await messageAmongOthers(tx, messageId, by.accountId)
    if (!found) throw notFound('Message')
    if (found.senderId === by.accountId) throw forbidden('You can’t report your own message.')
    await write(app, tx, { messageId, excerpt: JSON.stringify(found.excerpt) }, by)
  })
}

const open = (db: Db | Tx) => db.selectFrom('report').where('report.closedAt', 'is', null)

const withFacts = (reports: ReturnType<typeof open>) =>
  reports
    .innerJoin('account as by', 'by.id', 'report.accountId')
    .leftJoin('comment', 'comment.id', 'report.commentId')
    .leftJoin('item', (join) => join.on((on) => on('item.id', '=', on.fn.coalesce('report.itemId', 'comment.itemId'))))
    .leftJoin('message', 'message.id', 'report.messageId')
    .innerJoin('account as person', (join) =>
      join.on((on) =>
        on(
          'person.id',
          '=',
          on.fn.coalesce('report.personId', 'comment.accountId', 'item.ownerId', 'message.senderId'),
        ),
      ),
    )
    .select(['report.id', 'report.commentId', 'report.personId', 'report.reason', 'report.createdAt'])
    .select(['report.messageId', 'report.excerpt', 'message.removedAt'])
    .select(['by.id as byId', 'by.handle as byName', 'person.id as aboutId', 'person.handle as aboutName'])
    .select(['comment.body', 'comment.deletedAt as commentDeletedAt'])
    .select(['item.id as itemId', 'item.kind', 'item.slug', 'item.title', 'item.status'])
    .select(['item.deletedAt as itemDeletedAt', 'person.deletedAt as personDeletedAt'])

const pageOfReports = listPages((db) => ({
  found: open(db).select('id').orderBy('createdAt').orderBy('id'),
  rowOf: (id) => withFacts(open(db).where('report.id', '=', id)),
}))

/** A page of open reports, oldest first. */
export const listReports = (db: Db, page: { page: number; limit: number }) =>
  pageOfReports(db, { given: {}, shape: null, ...page })
type Row = Awaited<ReturnType<typeof listReports>>['rows'][number]

export function presentReport(row: Row): Report {
  const { id, reason, createdAt, itemId, kind, slug, title } = row
  const person = { id: row.aboutId, name: row.aboutName }
  const by = { id: row.byId, name: row.byName }
  return {
    id,
    about: subjectOf(row),
    person,
    item:
      itemId !== null && kind && slug !== null && title !== null
        ? { id: itemId, kind: kinds[kind], slug, title }
        : null,
    text: row.body ?? '',
    excerpt: ((row.excerpt ?? []) as Excerpt).map(({ id: messageId, senderId, text, at }) => ({
      id: messageId,
      by: senderId === person.id ? person : by,
      text,
      createdAt: at,
      isReported: messageId === row.messageId,
    })),
    isGone: isGone(row),
    reason,
    by,
    createdAt: createdAt.toISOString(),
  }
}

function subjectOf({ commentId, personId, messageId }: Row) {
  if (commentId !== null) return 'comment'
  if (messageId !== null) return 'message'
  return personId === null ? 'item' : 'person'
}

function isGone({ messageId, removedAt, commentId, commentDeletedAt, personId, personDeletedAt, ...item }: Row) {
  const { status, itemDeletedAt } = item
  if (messageId !== null) return removedAt !== null
  if (personId !== null) return personDeletedAt !== null
  if (commentId !== null && commentDeletedAt !== null) return true
  return itemDeletedAt !== null || (status !== 'published' && status !== 'sold')
}

/** An open report. One that another admin has closed answers 409. */
async function openOne(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('report')
    .where('id', '=', id)
    .select(['commentId', 'itemId', 'personId', 'messageId', 'closedAt'])
    .executeTakeFirst()
  if (!row) throw notFound('Report')
  if (row.closedAt) throw conflict('closed', 'This report is closed already.')
  return row
}

export const dismiss = (app: App, adminId: number, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const about = await openOne(tx, id)
    const asked = tx.selectFrom('report').where('report.id', '=', id) // another admin may close it at this moment
    const { aboutId } = await withFacts(asked).executeTakeFirstOrThrow()
    await expectNoSide(tx, adminId, [aboutId], 'This report is about you: another admin decides it.')
    if (await closeReports(app, tx, about, { adminId, outcome: 'dismissed' }))
      await record(app, tx, adminId, { action: 'dismiss report', subject: { kind: 'report', id } })
  })

/** Reports are closed last, in the order of locks. */
export const removeReported = (app: App, adminId: number, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const { commentId } = await openOne(tx, id)
    if (commentId === null) throw conflict('wrong_subject', 'This report is not about a comment.')
    if (!(await deleteCommentIn(app, tx, commentId, { id: adminId, isAdmin: true }))) throw notFound('Comment')
    await closeReports(app, tx, { commentId }, { adminId, outcome: 'comment removed' })
  })

export const removeReportedMessage = (app: App, adminId: number, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const { messageId } = await openOne(tx, id)
    if (messageId === null) throw conflict('wrong_subject', 'This report is not about a message.')
    const isEmptied = await emptyMessage(app, tx, messageId)
    const isClosed = await closeReports(app, tx, { messageId }, { adminId, outcome: 'message removed' })
    if (isEmptied || isClosed)
      await record(app, tx, adminId, { action: 'remove message', subject: { kind: 'message', id: messageId } })
  })

export const takeReportedDown = (app: App, adminId: number, id: number, reason: string) =>
  app.db.transaction().execute(async (tx) => {
    const { itemId } = await openOne(tx, id)
    if (itemId === null) throw conflict('wrong_subject', 'This report is not about an item.')
    await takeDownIn(app, tx, { adminId, itemId, reason })
  })
