import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { App } from '#server/services.ts'
import { keyedHash, unseal } from './sealed.ts'
import { codeAt, stepAt } from './totp.ts'

type Step = { accountId: number; secret: Buffer; lastStep: number }

/** Whether the code is right. A code that was taken is refused from then on, whatever follows. */
export const takeCode = (app: App, accountId: number, typed: string) =>
  app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('secondStep')
      .where('accountId', '=', accountId)
      .where('confirmedAt', 'is not', null)
      .select(['accountId', 'secret', 'lastStep'])
      .forUpdate()
      .executeTakeFirst()
    return (
      Boolean(row) && ((await takeAppCode(app, tx, row!, typed)) || (await takeRecoveryCode(app, tx, accountId, typed)))
    )
  })

/** Takes the code of now, of the half minute before or of the next: clocks differ. The row must be locked. */
export async function takeAppCode(app: App, tx: Tx, { accountId, secret, lastStep }: Step, typed: string) {
  const digits = plain(typed)
  if (!/^\d{6}$/.test(digits)) return false
  const key = unseal(app, accountId, secret)
  const now = stepAt(app.clock.now())
  const step = [now - 1, now, now + 1].find((at) => at > lastStep && isSame(codeAt(key, at), digits))
  if (step === undefined) return false
  await tx.updateTable('secondStep').set({ lastStep: step }).where('accountId', '=', accountId).execute()
  return true
}

async function takeRecoveryCode(app: App, tx: Tx, accountId: number, typed: string) {
  const hash = keyedHash(app, accountId, plain(typed).toLowerCase())
  const taken = await tx
    .updateTable('secondStep')
    .set({ recovery: sql`array_remove(recovery, ${hash})` })
    .where('accountId', '=', accountId)
    .where(sql<boolean>`${hash} = any(recovery)`)
    .returning('accountId')
    .executeTakeFirst()
  return taken !== undefined
}

const plain = (typed: string) => typed.replaceAll(/[\s-]/g, '')
const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
