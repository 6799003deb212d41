import type { FastifyRequest } from 'fastify'
import { ACCESS_MINUTES } from '#contract/session-values.ts'
import { builtOnce } from '#server/db/built-once.ts'
import { plannedOnce, type Db } from '#server/db/connect.ts'
import { unauthorized } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { readToken, signToken } from './tokens.ts'

export type Viewer = { id: number; sessionId: number; isAdmin: boolean; isProducer: boolean; bannedAt: Date | null }

/** Its session is checked on each call, so that ending a session works at once. */
export const signAccessToken = (app: Pick<App, 'authSecret' | 'clock'>, account: number, session: number) =>
  signToken(app, 'access', { subject: account, sid: session, seconds: ACCESS_MINUTES * 60 })

/**
 * Null for a guest. An invalid token answers 401 even where guests are allowed: its sender thinks to be signed in, and
 * should refresh the token instead of seeing a guest's page.
 */
export async function viewerOf(app: App, request: FastifyRequest): Promise<Viewer | null> {
  const header = request.headers.authorization
  if (header === undefined) return null
  const claims = claimsOf(app, /^Bearer (\S+)$/i.exec(header)?.[1] ?? '')
  if (!claims) throw unauthorized('Your session has expired. Please sign in again.')
  const [row] = await openSession(app.db, claims)
  if (!row) throw unauthorized('Your session has ended. Please sign in again.')
  return { ...row, sessionId: claims.session }
}

/** Streams need this: they outlive their access token and end with the session, and with the role that they began with. */
export const isSessionOpen = async (db: Db, { id, sessionId, isAdmin }: Viewer) =>
  (await openSession(db, { account: id, session: sessionId }))[0]?.isAdmin === isAdmin

const openSession = builtOnce((db, { account, session }: { account: number; session: number }) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.id', '=', session)
    .where('session.accountId', '=', account)
    .where('session.endedAt', 'is', null)
    .where('account.deletedAt', 'is', null)
    .select(['account.id', 'account.isAdmin', 'account.isProducer', 'account.bannedAt'])
    .modifyEnd(plannedOnce),
)

function claimsOf(app: App, token: string) {
  const read = readToken(app, 'access', token)
  const claims = { account: Number(read?.subject), session: Number(read?.sid) }
  return Number.isSafeInteger(claims.account) && Number.isSafeInteger(claims.session) ? claims : null
}
