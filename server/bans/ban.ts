import type { BanCategory } from '#contract/ban-values.ts'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { lockAccount, setBanned, takePeopleTurn } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { BANNED, hideItemsOf, lockItemsOf } from '#server/items/index.ts'
import { closeReports } from '#server/moderation/index.ts'
import { holdTarget } from '#server/payouts/index.ts'
import { lookAtPlan } from '#server/plans/index.ts'
import type { App } from '#server/services.ts'
import { lastMomentOf } from '#server/last-moment.ts'
import { tellOfBan } from './tell.ts'

type Asked = {
  adminId: number
  id: number
  category: BanCategory
  reason: string
  until?: string | null | undefined
}

/**
 * Bans a person. Their sessions go on, and see from the next call on that little is left; what they have on sale is
 * hidden; a payout that was not sent waits; a plan is not renewed.
 */
export const ban = (app: App, { adminId, id, category, reason, until }: Asked) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const endsAt = until ? lastMomentOf(until, now) : null
    await takePeopleTurn(tx)
    await expectBannable(tx, adminId, id)
    await lookAtPlan(tx, id, now)
    await holdTarget(tx, id) // a payout that begins now is sent before
    await lockItemsOf(tx, id)
    await lockAccount(tx, id)
    await tx
      .insertInto('ban')
      .values({ accountId: id, category, reason, bannedBy: adminId, bannedAt: now, endsAt })
      .execute()
    await setBanned(tx, id, now)
    await app.enqueue(tx, 'recount-comments', { accountId: id })
    await hideItemsOf(tx, id, BANNED, now)
    await closeReports(app, tx, { personId: id }, { adminId, outcome: 'person banned' })
    await record(app, tx, adminId, { action: 'ban', subject: { kind: 'account', id }, reason })
    await tellOfBan(app, tx, id, { category, reason, endsAt })
  })

async function expectBannable(tx: Tx, adminId: number, id: number) {
  if (id === HOUSE || id === SUPPORT) throw notFound('Person')
  const rows = await tx
    .selectFrom('account')
    .where('id', 'in', [id, adminId])
    .where('deletedAt', 'is', null)
    .select(['id', 'isAdmin', 'bannedAt'])
    .execute()
  const [person, admin] = [id, adminId].map((one) => rows.find((row) => row.id === one))
  if (!admin?.isAdmin) throw forbidden()
  if (!person) throw notFound('Person')
  if (id === adminId) throw conflict('own_account', 'You can’t ban yourself.')
  if (person.isAdmin) throw conflict('is_admin', 'This person is an admin. Take the role away first.')
  if (person.bannedAt) throw conflict('already_banned', 'This person is banned already.')
}
