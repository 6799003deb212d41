import type { deskContact } from '#contract/contact.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import { onePage } from '#server/db/one-page.ts'
import { notFound } from '#server/errors.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'

/** The words of guests in the desk's inbox. */
export const deskContactRoutes = ({ db, clock }: App): Handlers<typeof deskContact> => ({
  async list({ query: { show, ...paging } }) {
    const shown = db
      .selectFrom('contactMessage')
      .where('accountId', 'is', null)
      .where('doneAt', show === 'done' ? 'is not' : 'is', null)
    const [rows, { total, capped }] = await Promise.all([
      onePage(shown.selectAll().orderBy('id', 'desc'), paging).execute(),
      countUpTo(db, shown),
    ])
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
    const { numUpdatedRows } = await db
      .updateTable('contactMessage')
      .set({ doneAt: isDone ? clock.now() : null, doneBy: isDone ? viewer.id : null })
      .where('id', '=', params.id)
      .where('accountId', 'is', null)
      .executeTakeFirst()
    if (!numUpdatedRows) throw notFound('Message')
    return { ok: true }
  },
})
