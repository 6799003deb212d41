import type { ownData } from '#contract/own-data.ts'
import { proveOwnerInLane } from '#server/accounts/index.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { askForExport, presentOwnData } from './export-rows.ts'
import { leave, presentLeaving, stay } from './leaving.ts'
import { listOwnFiles } from './own-files.ts'

export const ownDataRoutes = (app: App): Handlers<typeof ownData> => ({
  mine: ({ viewer }) => presentOwnData(app, viewer.id),
  async askForExport({ viewer, body, caller }) {
    await proveOwnerInLane(app, viewer, body, caller)
    await askForExport(app, viewer.id)
    return presentOwnData(app, viewer.id)
  },
  files: ({ viewer, query }) => listOwnFiles(app, viewer.id, query),
  leaving: ({ viewer }) => presentLeaving(app.db, viewer.id),
  async leave({ viewer, body, caller }) {
    await proveOwnerInLane(app, viewer, body, caller)
    return leave(app, viewer.id, body.giveUp)
  },
  stay: ({ viewer }) => stay(app, viewer.id),
})
