import type { planGrants } from '#contract/plan-grants.ts'
import type { Handlers } from '#server/http/serve.ts'
import { findPersonAtDesk } from '#server/people-desk/index.ts'
import type { App } from '#server/services.ts'
import { endGrant, grantPlan } from './grants.ts'

export const planGrantRoutes = (app: App): Handlers<typeof planGrants> => ({
  async grant({ params: { id }, body, viewer }) {
    await grantPlan(app, { ...body, id, adminId: viewer.id })
    return findPersonAtDesk(app, id)
  },
  async end({ params: { id }, body, viewer }) {
    await endGrant(app, { ...body, id, adminId: viewer.id })
    return findPersonAtDesk(app, id)
  },
})
