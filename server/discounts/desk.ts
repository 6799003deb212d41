import { expectNoSide } from '#server/accounts/index.ts'
import { record } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { conflict, notFound } from '#server/errors.ts'
import { notify } from '#server/notifications/index.ts'
import type { App } from '#server/services.ts'
import { dealWords } from './words.ts'

export type What = 'code' | 'deal'
type Held = { what: What; id: number; adminId: number; reason: string }
type Row = { sellerId: number; name: string; state: string; heldAt: Date | null }

/** Pauses a code or a deal of a seller. Open orders keep what it took off. */
export const hold = (app: App, { what, id, adminId, reason }: Held) =>
  app.db.transaction().execute(async (tx) => {
    const { sellerId, name, state, heldAt } = await lock(tx, what, id)
    if (state === 'ended') throw conflict('ended', `This ${what} has ended already.`)
    if (heldAt) throw conflict('held', `An admin has paused this ${what} already.`)
    await setHeld(tx, what, id, { heldAt: app.clock.now(), heldBy: adminId, heldFor: reason })
    await record(app, tx, adminId, { action: `pause ${what}`, subject: { kind: what, id }, reason })
    await tell(app, tx, sellerId, `We have paused your ${what} ${name}`, reason)
  })

/** Gives it back to its seller, as it was. */
export const release = (app: App, { what, id, adminId, reason }: Held) =>
  app.db.transaction().execute(async (tx) => {
    const { sellerId, name, heldAt } = await lock(tx, what, id)
    if (!heldAt) throw conflict('not_held', `No admin has paused this ${what}.`)
    await expectNoSide(tx, adminId, [sellerId], `This ${what} is yours: another admin resumes it.`)
    await setHeld(tx, what, id, { heldAt: null, heldBy: null, heldFor: null })
    await record(app, tx, adminId, { action: `resume ${what}`, subject: { kind: what, id }, reason })
    await tell(app, tx, sellerId, `Your ${what} ${name} is yours again`, 'It is as you left it before we paused it.')
  })

async function lock(tx: Tx, what: What, id: number): Promise<Row> {
  const row = what === 'code' ? await lockCode(tx, id) : await lockDeal(tx, id)
  if (!row) throw notFound(what === 'code' ? 'Code' : 'Deal')
  return row
}

async function lockCode(tx: Tx, id: number): Promise<Row | undefined> {
  const row = await tx
    .selectFrom('discountCode')
    .where('id', '=', id)
    .select(['sellerId', 'code', 'state', 'heldAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, name: row.code }
}

async function lockDeal(tx: Tx, id: number): Promise<Row | undefined> {
  const row = await tx
    .selectFrom('deal')
    .where('id', '=', id)
    .select(['sellerId', 'buy', 'free', 'basisPoints', 'state', 'heldAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, name: `“${dealWords(row)}”` }
}

type Hold = { heldAt: Date | null; heldBy: number | null; heldFor: string | null }

const setHeld = (tx: Tx, what: What, id: number, held: Hold) =>
  what === 'code'
    ? tx.updateTable('discountCode').set(held).where('id', '=', id).execute()
    : tx.updateTable('deal').set(held).where('id', '=', id).execute()

const tell = (app: App, tx: Tx, accountId: number, title: string, message: string) =>
  notify(app, tx, { accountId, topic: 'system', relatedType: 'SYSTEM', title, message, path: '/account?tab=codes' })
