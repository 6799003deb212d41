import type { SupportNote, supportNotes } from '#contract/support-notes.ts'
import { isKept, lockCounters } from '#server/accounts/index.ts'
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
  add: ({ viewer, params, body: { body } }) =>
    db.transaction().execute(async (tx) => {
      await lockCounters(tx, [params.id]) // holds off the deletion, which would miss the note
      if (!(await isKept(tx, params.id))) throw notFound('User')
      const { id } = await tx
        .insertInto('supportNote')
        .values({ accountId: params.id, writtenBy: viewer.id, body, createdAt: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return present(await selectNotes(tx).where('supportNote.id', '=', id).executeTakeFirstOrThrow())
    }),
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
