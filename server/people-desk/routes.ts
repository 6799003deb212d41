import type { deskPeople } from '#contract/desk-people.ts'
import { proveOwnerInLane } from '#server/accounts/index.ts'
import { pageOf } from '#server/http/paging.ts'
import type { Handlers } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { findPersonAtDesk } from './facts.ts'
import { listPeople } from './list.ts'
import { endAdminAtDesk, makeAdminAtDesk } from './roles.ts'

export const deskPeopleRoutes = (app: App): Handlers<typeof deskPeople> => ({
  async list({ query: { q, filter, page, limit } }) {
    const { people, total, capped, appeals } = await listPeople(app.db, { q, filter, page, limit })
    return { ...pageOf(people, { page, limit, total }), capped, appeals }
  },
  person: ({ params: { id } }) => findPersonAtDesk(app, id),
  async makeAdmin({ params: { id }, body: { reason, ...proof }, viewer, caller }) {
    await proveOwnerInLane(app, viewer, proof, caller)
    await makeAdminAtDesk(app, { adminId: viewer.id, id, reason })
    return findPersonAtDesk(app, id)
  },
  async endAdmin({ params: { id }, body: { reason, ...proof }, viewer, caller }) {
    await proveOwnerInLane(app, viewer, proof, caller)
    await endAdminAtDesk(app, { adminId: viewer.id, id, reason })
    return findPersonAtDesk(app, id)
  },
})
