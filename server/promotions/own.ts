import type { Tx } from '#server/db/connect.ts'
import { conflict } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { begin } from './begin.ts'
import { end } from './end.ts'
import { follow } from './follow.ts'
import { findPromotion, lockOwn, lockPromotion } from './rows.ts'
import { tellOfBegin } from './tell.ts'

/** Ends an own promotion. Nothing is returned, unless it has come to another end that no round has seen yet. */
export async function cancelPromotion(app: App, accountId: number, id: number) {
  const isCanceled = await app.db.transaction().execute(async (tx) => {
    await follow(app, tx, await lockOwn(tx, accountId, id))
    const row = await lockPromotion(tx, id)
    if (row.state === 'ended') return false
    await end(app, tx, row, { why: 'canceled', returns: false })
    return true
  })
  if (!isCanceled) throw conflict('ended', 'This promotion has ended already.')
}

/** Runs an own promotion once more for nothing. Returns the id of the new one. */
export const rerun = (app: App, accountId: number, id: number) =>
  app.db.transaction().execute(async (tx) => {
    await lockOwn(tx, accountId, id)
    const { whyNoRerun, ...row } = await findPromotion(tx, id)
    if (whyNoRerun !== null) throw conflict('no_rerun', whyNoRerun)
    return beginAgain(app, tx, row)
  })

type Former = Pick<Awaited<ReturnType<typeof findPromotion>>, 'id' | 'accountId' | 'itemId' | 'tier' | 'days'>

async function beginAgain(app: App, tx: Tx, { id: rerunOf, ...former }: Former) {
  const { accountId, itemId, tier, days } = former
  const begun = await begin(app, tx, { accountId, itemId, tier, days, rerunOf })
  if (!begun) throw conflict('no_rerun', 'Its item is promoted already.')
  await tellOfBegin(app, tx, begun.id)
  return begun.id
}
