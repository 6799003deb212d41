import type { shares } from '#contract/shares.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { accept, decline, leave } from './answer.ts'
import { splitsOf } from './own-splits.ts'
import { presentSplit } from './present.ts'
import { cancel, end, propose } from './propose.ts'
import { versionsOf } from './versions.ts'

/** Each proposal sends mails to people who have not asked for them. */
const PROPOSED = { name: 'propose splits', max: 30, seconds: 3600 }

type ById = { params: { id: number }; viewer: { id: number } }
type Act = (app: App, tx: Tx, accountId: number, id: number) => Promise<void>

export function shareRoutes(app: App): Handlers<typeof shares> {
  const { db } = app
  const act = (change: (tx: Tx) => Promise<void>) => db.transaction().execute(change)
  const ofItem = async (id: number) => presentSplit(await versionsOf(db, [id]))
  const changeItem =
    (change: Act) =>
    async ({ params: { id }, viewer }: ById) => {
      await act((tx) => change(app, tx, viewer.id, id))
      return ofItem(id)
    }
  const answerWith =
    (change: Act) =>
    async ({ params: { id }, viewer }: ById) => {
      await act((tx) => change(app, tx, viewer.id, id))
      return splitsOf(db, viewer.id)
    }
  return {
    async ofItem({ params: { id }, viewer }) {
      const own = await db
        .selectFrom('item')
        .where('id', '=', id)
        .where('ownerId', '=', viewer.id)
        .where('deletedAt', 'is', null)
        .select('id')
        .executeTakeFirst()
      if (!own) throw notFound('Item')
      return ofItem(id)
    },
    async propose({ params: { id }, viewer, body }) {
      await throttle(app, PROPOSED, String(viewer.id))
      await act((tx) => propose(app, tx, viewer.id, id, body))
      return ofItem(id)
    },
    end: changeItem(end),
    cancel: changeItem(cancel),
    mine: ({ viewer }) => splitsOf(db, viewer.id),
    accept: answerWith(accept),
    decline: answerWith(decline),
    leave: answerWith(leave),
  }
}
