import type { sessions } from '#contract/sessions.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { inLane } from './hashing-lane.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'
import { proveIfPassword } from './prove-owner.ts'

export const sessionRoutes = (app: App): Handlers<typeof sessions> => ({
  list: async ({ viewer }) => ({ items: await listSessions(app, viewer) }),
  async end({ viewer, caller, params, body }) {
    await inLane(app, caller.address, () => proveIfPassword(app, viewer, body))
    await endOwnSession(app, viewer, params.id)
    return { ok: true }
  },
  async endOthers({ viewer, caller, body }) {
    await inLane(app, caller.address, () => proveIfPassword(app, viewer, body))
    await endOtherSessions(app, viewer)
    return { ok: true }
  },
})
