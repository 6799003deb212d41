import { sql } from 'kysely'
import { record } from '#server/audit/audit.ts'
import { notFound } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { listMatches } from './matches.ts'
import { expectOtherAdmin } from './own-item.ts'
import { findSubmission } from './submissions.ts'

type Pair = { own: number; other: number }

/** An admin has heard both sounds: neither is a copy. Both items lose this match. */
export const clearMatch = (app: App, adminId: number, itemId: number, { own, other }: Pair) =>
  app.db.transaction().execute(async (tx) => {
    await findSubmission(tx, itemId)
    const [match] = (await listMatches(tx, itemId)).filter(({ pair }) => pair.own === own && pair.other === other)
    if (!match) throw notFound('Match')
    const items = tx.selectFrom('item').where('id', 'in', [match.own.id, match.other.id]).select(['ownerId', 'kind'])
    const reasons = [match.message]
    for (const item of await items.execute()) reasons.push(await expectOtherAdmin(tx, item, adminId))
    const clearedAt = app.clock.now()
    await tx
      .insertInto('clearedMatch')
      .columns(['fingerprintId', 'otherId', 'clearedAt'])
      .expression((from) =>
        from
          .selectFrom('fingerprintMatch')
          .where((or) =>
            or.or([or.and({ fingerprintId: own, otherId: other }), or.and({ fingerprintId: other, otherId: own })]),
          )
          .select(['fingerprintId', 'otherId', sql<Date>`${clearedAt}::timestamptz`.as('clearedAt')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await record(app, tx, adminId, {
      action: 'clear match',
      subject: { kind: 'item', id: itemId },
      reason: reasons.filter(Boolean).join(' '),
    })
  })
