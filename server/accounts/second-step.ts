import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { conflict, invalid } from '#server/errors.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { secondStepMail } from './safety-mails.ts'
import { proveFirstStep, proveOwner, type Proof } from './prove-owner.ts'
import { qrCode } from './qr-code.ts'
import { lockAccount } from './queries.ts'
import { keyedHash, seal } from './sealed.ts'
import { endSessions } from './sessions.ts'
import { takeAppCode } from './take-code.ts'
import { base32 } from './totp.ts'

const CODES = 10
/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CONFIRMING = { name: 'two-step confirmation by account', max: 10, seconds: 900 }

export async function secondStepState({ db }: App, accountId: number) {
  const row = await db
    .selectFrom('secondStep')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .select(['confirmedAt', sql<number>`cardinality(recovery)`.as('codesLeft')])
    .executeTakeFirst()
  return { since: row?.confirmedAt?.toISOString() ?? null, codesLeft: row?.codesLeft ?? 0 }
}

/** Makes a secret. A second beginning takes the place of the first; a step that is on stays. */
export async function beginSecondStep(app: App, viewer: Viewer, proof: Proof) {
  const { id, handle } = await proveFirstStep(app, viewer, proof)
  const bytes = randomBytes(20)
  const begun = { secret: seal(app, id, bytes), begunAt: app.clock.now() }
  const row = await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id)
    return tx
      .insertInto('secondStep')
      .values({ accountId: id, ...begun })
      .onConflict((on) => on.column('accountId').doUpdateSet(begun).where('secondStep.confirmedAt', 'is', null))
      .returning('accountId')
      .executeTakeFirst()
  })
  if (!row) throw conflict('two_step_is_on', 'Two-step sign-in is on already.')
  const secret = base32(bytes)
  const address = `otpauth://totp/Slide:${handle}?secret=${secret}&issuer=Slide`
  return { secret, address, picture: qrCode(address) }
}

/**
 * Switches the step on with a first code, and gives the recovery codes. Sessions that began with the password alone end:
 * somebody who has stolen it may be in one.
 */
export async function confirmSecondStep(app: App, { id, sessionId }: Viewer, code: string) {
  await throttle(app, CONFIRMING, String(id))
  const codes = await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, id)
    const row = await lockStep(tx, id)
    if (!row) throw conflict('not_begun', 'Begin again: this set-up is over.')
    if (row.confirmedAt) throw conflict('two_step_is_on', 'Two-step sign-in is on already.')
    if (!(await takeAppCode(app, tx, row, code)))
      throw invalid({ code: 'That code is wrong. Type the one that your app shows now.' })
    await tx.updateTable('secondStep').set({ confirmedAt: app.clock.now() }).where('accountId', '=', id).execute()
    await endSessions(app, tx, id, sessionId)
    return replaceCodes(app, tx, id, 'on')
  })
  await resetThrottle(app, CONFIRMING, String(id))
  return { codes }
}

export async function newRecoveryCodes(app: App, viewer: Viewer, proof: Proof) {
  await proveOwner(app, viewer, proof)
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockStep(tx, viewer.id))?.confirmedAt) throw isOff()
    return { codes: await replaceCodes(app, tx, viewer.id, 'codes') }
  })
}

export async function turnOffSecondStep(app: App, viewer: Viewer, proof: Proof) {
  const { email } = await proveOwner(app, viewer, proof)
  await app.db.transaction().execute(async (tx) => {
    if (!(await endSecondStep(app, tx, { id: viewer.id, email }))) throw isOff()
  })
}

/** Ends the step if it was switched on since a moment, or not yet, and tells its owner. Returns whether it was on. */
export async function endSecondStep(
  app: App,
  tx: Tx,
  { id, email }: { id: number; email: string },
  since = new Date(0),
) {
  const ended = await tx
    .deleteFrom('secondStep')
    .where('accountId', '=', id)
    .where((or) => or.or([or('confirmedAt', 'is', null), or('confirmedAt', '>=', since)]))
    .returning('confirmedAt')
    .executeTakeFirst()
  if (!ended?.confirmedAt) return false
  await app.mail.send(tx, secondStepMail, email, { at: app.clock.now(), change: 'off' })
  return true
}

const isOff = () => conflict('two_step_is_off', 'Two-step sign-in is off.')

const lockStep = (tx: Tx, accountId: number) =>
  tx.selectFrom('secondStep').where('accountId', '=', accountId).selectAll().forUpdate().executeTakeFirst()

async function replaceCodes(app: App, tx: Tx, accountId: number, change: 'on' | 'codes') {
  const codes = Array.from({ length: CODES }, newCode)
  const recovery = codes.map((code) => keyedHash(app, accountId, code.replace('-', '')))
  await tx.updateTable('secondStep').set({ recovery }).where('accountId', '=', accountId).execute()
  const { email } = await tx.selectFrom('account').where('id', '=', accountId).select('email').executeTakeFirstOrThrow()
  await app.mail.send(tx, secondStepMail, email, { at: app.clock.now(), change })
  return codes
}

const newCode = () => `${fiveLetters()}-${fiveLetters()}`
const fiveLetters = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
