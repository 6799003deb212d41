import type { deskContact } from '#contract/contact.ts'
import { record } from '#server/audit/audit.ts'
import { listPages } from '#server/db/list-pages.ts'
import { notFound } from '#server/errors.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

/** The newest first. */
const wordsOfGuests = listPages((db, _given, { show }: { show: 'open' | 'done' }) => ({
  found: db
    .selectFrom('contactMessage')
    .where('accountId', 'is', null)
    .where('doneAt', show === 'done' ? 'is not' : 'is', null)
    .select('id')
    .orderBy('id', 'desc'),
  rowOf: (id) => db.selectFrom('contactMessage').where('id', '=', id).selectAll(),
}))

/** The words of guests in the desk's inbox. */
export const deskContactRoutes = ({ db, clock }: App): Handlers<typeof deskContact> => ({
  async list({ query: { show, ...paging } }) {
    const { rows, total, capped } = await wordsOfGuests(db, { given: {}, shape: { show }, ...paging })
    const items = rows.map(({ id, name, email, topic, body, createdAt, doneAt }) => ({
      id,
      name,
      email,
      topic,
      message: body,
      createdAt: createdAt.toISOString(),
      isDone: doneAt !== null,
    }))
    return { ...pageOf(items, { ...paging, total }), capped }
  },
  async done({ viewer, params, body: { isDone } }) {
    await db.transaction().execute(async (tx) => {
      const message = await tx
        .selectFrom('contactMessage')
        .where('id', '=', params.id)
        .where('accountId', 'is', null)
        .select('doneAt')
        .forUpdate()
        .executeTakeFirst()
      if (!message) throw notFound('Message')
      if ((message.doneAt !== null) === isDone) return
      await tx
        .updateTable('contactMessage')
        .set({ doneAt: isDone ? clock.now() : null, doneBy: isDone ? viewer.id : null })
        .where('id', '=', params.id)
        .execute()
      const action = isDone ? 'close contact message' : 'open contact message'
      await record({ clock }, tx, viewer.id, { action, subject: { kind: 'contact message', id: params.id } })
    })
    return { ok: true }
  },
})
