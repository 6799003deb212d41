import { takePeopleTurn } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import { conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { liftIn } from './lift.ts'
import { findPresent } from './rows.ts'
import { tellOfUpheld } from './tell.ts'

/** Writes the appeal of a banned person. A second one for the same ban answers 409. */
export const appeal = (app: App, accountId: number, text: string) =>
  app.db.transaction().execute(async (tx) => {
    const written = await tx
      .updateTable('ban')
      .set({ appeal: text, appealedAt: app.clock.now() })
      .where('accountId', '=', accountId)
      .where('liftedAt', 'is', null)
      .where('appeal', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (written) return
    if (await findPresent(tx, accountId))
      throw conflict('appealed', 'You have appealed already. There is one appeal for each ban.')
    throw conflict('not_banned', 'You are not banned.')
  })

const noAppeal = () => conflict('no_appeal', 'No appeal of this person waits for an answer.')

type Answer = { adminId: number; id: number; outcome: 'lifted' | 'upheld'; answer: string }

/** Answers an appeal once. The person reads the words. */
export const answerAppeal = (app: App, { adminId, id, outcome, answer }: Answer) =>
  app.db.transaction().execute(async (tx) => {
    await takePeopleTurn(tx)
    const waits = await tx
      .selectFrom('ban')
      .where('accountId', '=', id)
      .where('liftedAt', 'is', null)
      .where('appeal', 'is not', null)
      .where('answer', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (!waits) throw noAppeal()
    if (outcome === 'lifted') await liftIn(app, tx, { id, adminId, words: answer }) // its locks come first
    const answered = await tx
      .updateTable('ban')
      .set({ answer, answeredBy: adminId, answeredAt: app.clock.now() })
      .where('id', '=', waits.id)
      .where('appeal', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!answered) throw noAppeal() // the account was deleted meanwhile
    if (outcome === 'lifted') return
    await record(app, tx, adminId, { action: 'uphold ban', subject: { kind: 'account', id }, reason: answer })
    await tellOfUpheld(app, tx, id, answer)
  })
