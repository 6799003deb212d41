import type { bans } from '#contract/bans.ts'
import type { Handlers } from '#server/http/serve.ts'
import { findPersonAtDesk } from '#server/people-desk/index.ts'
import type { App } from '#server/services.ts'
import { answerAppeal, appeal } from './appeal.ts'
import { ban } from './ban.ts'
import { lift } from './lift.ts'
import { findPresent, presentOwnBan } from './rows.ts'

export function banRoutes(app: App): Handlers<typeof bans> {
  async function own(accountId: number) {
    const row = await findPresent(app.db, accountId)
    return { ban: row ? presentOwnBan(row) : null }
  }
  return {
    mine: ({ viewer }) => own(viewer.id),
    async appeal({ viewer, body }) {
      await appeal(app, viewer.id, body.text)
      return own(viewer.id)
    },
    async ban({ params: { id }, body, viewer }) {
      await ban(app, { ...body, id, adminId: viewer.id })
      return findPersonAtDesk(app, id)
    },
    async lift({ params: { id }, body, viewer }) {
      await lift(app, { id, adminId: viewer.id, words: body.reason })
      return findPersonAtDesk(app, id)
    },
    async answer({ params: { id }, body, viewer }) {
      await answerAppeal(app, { ...body, id, adminId: viewer.id })
      return findPersonAtDesk(app, id)
    },
  }
}
