import { SUPPORT } from '#contract/support.ts'
import { isThere, lockCounters } from '#server/accounts/index.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { announce } from '#server/live/live.ts'
import type { App } from '#server/services.ts'
import { lockThread } from './lock-thread.ts'
import type { Pair } from './pair.ts'

/** Which of the two block the other. */
export const blockersOf = async (db: Db, { self, partner }: Pair) =>
  (
    await db
      .selectFrom('block')
      .where((or) =>
        or.or([
          or.and([or('accountId', '=', self), or('blockedId', '=', partner)]),
          or.and([or('accountId', '=', partner), or('blockedId', '=', self)]),
        ]),
      )
      .select('accountId')
      .execute()
  ).map(({ accountId }) => accountId)

/** From now on neither writes to the other. A message on its way comes first. What was written stays readable. */
export const block = ({ db, clock }: App, { self, partner }: Pair) =>
  db.transaction().execute(async (tx) => {
    if (self === partner) throw conflict('own_account', 'You can’t block yourself.')
    if (partner === SUPPORT) throw conflict('support', 'You can’t block the people who run this shop.')
    await lockCounters(tx, [self, partner])
    if (!(await isThere(tx, partner))) throw notFound('User')
    await lockThread(tx, { self, partner })
    await tx
      .insertInto('block')
      .values({ accountId: self, blockedId: partner, createdAt: clock.now() })
      .onConflict((before) => before.doNothing())
      .execute()
    await announce(tx, { to: self, about: 'chat' })
  })

export const unblock = ({ db }: App, { self, partner }: Pair) =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('block').where('accountId', '=', self).where('blockedId', '=', partner).execute()
    await announce(tx, { to: self, about: 'chat' })
  })
