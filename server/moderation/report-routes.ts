import type { reports } from '#contract/reports.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import {
  dismiss,
  listReports,
  presentReport,
  removeReported,
  removeReportedMessage,
  reportComment,
  reportItem,
  reportMessage,
  reportPerson,
  takeReportedDown,
} from './reports.ts'

const done = { ok: true } as const

export const reportRoutes = (app: App): Handlers<typeof reports> => ({
  async comment({ params, body: { reason }, viewer }) {
    await reportComment(app, params.id, { accountId: viewer.id, reason })
    return done
  },
  async item({ params, body: { reason }, viewer }) {
    await reportItem(app, params.id, { accountId: viewer.id, reason })
    return done
  },
  async person({ params, body: { reason }, viewer }) {
    await reportPerson(app, params.id, { accountId: viewer.id, reason })
    return done
  },
  async message({ params, body: { reason }, viewer }) {
    await reportMessage(app, params.id, { accountId: viewer.id, reason })
    return done
  },
  async list({ query }) {
    const { rows, total, capped } = await listReports(app.db, query)
    return { ...pageOf(rows.map(presentReport), { ...query, total }), capped }
  },
  async dismiss({ params, viewer }) {
    await dismiss(app, viewer.id, params.id)
    return done
  },
  async removeComment({ params, viewer }) {
    await removeReported(app, viewer.id, params.id)
    return done
  },
  async removeMessage({ params, viewer }) {
    await removeReportedMessage(app, viewer.id, params.id)
    return done
  },
  async takeDown({ params, body, viewer }) {
    await takeReportedDown(app, viewer.id, params.id, body.reason)
    return done
  },
})
