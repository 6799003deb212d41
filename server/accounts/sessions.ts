import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tokens } from '#contract/accounts.ts'
import { REFRESH_DAYS } from '#contract/session-values.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, unauthorized } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { signAccessToken } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { placeOf } from './place.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export async function startSession(
  app: App,
  tx: Tx,
  accountId: number,
  { address, userAgent }: Caller,
): Promise<Tokens> {
  const now = app.clock.now()
  const place = placeOf(address)
  const isNewPlace = sql<boolean>`exists (select from session where account_id = ${accountId})
    and not exists (select from session where account_id = ${accountId} and place = ${place})`
  const session = await tx
    .insertInto('session')
    .values({ accountId, address, userAgent, place, isNewPlace, createdAt: now, lastUsedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return issueTokens(app, tx, accountId, session.id)
}

async function issueTokens(app: App, tx: Tx, accountId: number, sessionId: number): Promise<Tokens> {
  const refreshToken = randomBytes(32).toString('base64url')
  await tx
    .insertInto('refreshToken')
    .values({ hash: hashOf(refreshToken), sessionId, issuedAt: app.clock.now() })
    .execute()
  return { accessToken: signAccessToken(app, accountId, sessionId), refreshToken }
}

const expired = () => unauthorized('Your session has ended. Please sign in again.')

/** How long two tabs of one browser may need to see each other's new tokens. */
const MOMENT = 10_000

/**
 * A refresh token works once. A second use means that the token was copied, by the owner's browser or by a thief, so
 * the whole session ends. Right after the first use it counts as another tab's: it is refused, and the session goes on.
 */
export async function refreshSession(app: App, refreshToken: string): Promise<Tokens> {
  const tokens = await app.db.transaction().execute(async (tx) => {
    const found = await lockToken(tx, refreshToken)
    if (!found || found.endedAt || found.deletedAt || isOld(app, found.issuedAt)) return null
    if (found.usedAt) {
      if (app.clock.now().getTime() - found.usedAt.getTime() < MOMENT)
        throw conflict('already_refreshed', 'This session has just been refreshed by another tab.')
      await endSession(app, tx, found.sessionId)
      return null
    }
    const now = app.clock.now()
    await tx.updateTable('refreshToken').set({ usedAt: now }).where('hash', '=', hashOf(refreshToken)).execute()
    await tx.updateTable('session').set({ lastUsedAt: now }).where('id', '=', found.sessionId).execute()
    return issueTokens(app, tx, found.accountId, found.sessionId)
  })
  if (!tokens) throw expired()
  return tokens
}

/**
 * Locks the token, so that concurrent uses are answered one after the other. Its session comes first, as for everybody who
 * removes sessions with their tokens.
 */
const lockToken = (tx: Tx, refreshToken: string) =>
  tx
    .selectFrom('refreshToken')
    .innerJoin('session', 'session.id', 'refreshToken.sessionId')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('hash', '=', hashOf(refreshToken))
    .select(['sessionId', 'accountId', 'issuedAt', 'usedAt', 'endedAt', 'account.deletedAt'])
    .forUpdate(['session', 'refreshToken'])
    .executeTakeFirst()

const isOld = ({ clock }: App, issuedAt: Date) => clock.now().getTime() - issuedAt.getTime() > REFRESH_DAYS * 86_400_000

export const beganBefore = async (db: Db, sessionId: number, at: Date) =>
  (await db
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('createdAt', '>=', at)
    .select('id')
    .executeTakeFirst()) === undefined

/** Takes any token of the session, used or not. An unknown token ends nothing and is no error. */
export const endSessionOf = (app: App, refreshToken: string) =>
  app.db.transaction().execute(async (tx) => {
    const found = await lockToken(tx, refreshToken)
    if (found) await endSession(app, tx, found.sessionId)
  })

export const endSession = ({ clock }: App, tx: Tx, id: number) =>
  tx.updateTable('session').set({ endedAt: clock.now() }).where('id', '=', id).where('endedAt', 'is', null).execute()

/** Ends the sessions of an account, all of them or all but one. */
export const endSessions = ({ clock }: Pick<App, 'clock'>, tx: Tx, accountId: number, kept: number | null) =>
  tx
    .updateTable('session')
    .set({ endedAt: clock.now() })
    .where('accountId', '=', accountId)
    .where('id', 'is distinct from', kept)
    .where('endedAt', 'is', null)
    .execute()
