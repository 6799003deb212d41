import type { worklist } from '#contract/worklist.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { findTask, listTasks, ownTasks, presentAtDesk, presentOwn } from './list.ts'
import { tickOff, undoTick } from './tick.ts'

const MOST_OF_ONE = 50

export const worklistRoutes = (app: App): Handlers<typeof worklist> => ({
  mine: async ({ viewer }) => (await ownTasks(app.db, viewer.id)).slice(0, MOST_OF_ONE).map(presentOwn),
  async list({ query: { state, kind, plan, page, limit } }) {
    const now = app.clock.now()
    const { rows, total, capped } = await listTasks(app.db, { state, kind, plan, page, limit }, now)
    const items = rows.map((row) => presentAtDesk(row, now))
    return { ...pageOf(items, { page, limit, total }), capped }
  },
  async tick({ params: { id }, body, viewer }) {
    await tickOff(app, id, viewer.id, body)
    return findTask(app, id)
  },
  async undo({ params: { id }, viewer }) {
    await undoTick(app, id, viewer.id)
    return findTask(app, id)
  },
})
