import type { SupportNote, supportNotes } from '#contract/support-notes.ts'
import { isKept } from '#server/accounts/index.ts'
import type { Db } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

const MOST_SHOWN = 100

export const supportNoteRoutes = ({ db, clock }: App): Handlers<typeof supportNotes> => ({
  list: async ({ params }) =>
    (
      await selectNotes(db)
        .where('supportNote.accountId', '=', params.id)
        .orderBy('supportNote.id', 'desc')
        .limit(MOST_SHOWN)
        .execute()
    ).map(present),
  async add({ viewer, params, body: { body } }) {
    if (!(await isKept(db, params.id))) throw notFound('User')
    const { id } = await db
      .insertInto('supportNote')
      .values({ accountId: params.id, writtenBy: viewer.id, body, createdAt: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return present(await selectNotes(db).where('supportNote.id', '=', id).executeTakeFirstOrThrow())
  },
  async remove({ params }) {
    const { numDeletedRows } = await db.deleteFrom('supportNote').where('id', '=', params.id).executeTakeFirst()
    if (!numDeletedRows) throw notFound('Note')
    return { ok: true }
  },
})

const selectNotes = (db: Db) =>
  db
    .selectFrom('supportNote')
    .innerJoin('account', 'account.id', 'supportNote.writtenBy')
    .select(['supportNote.id', 'supportNote.body', 'supportNote.createdAt', 'account.handle'])

const present = ({
  id,
  body,
  createdAt,
  handle,
}: {
  id: number
  body: string
  createdAt: Date
  handle: string
}): SupportNote => ({
  id,
  body,
  by: handle,
  createdAt: createdAt.toISOString(),
})
