import { REFRESH_DAYS } from '#contract/session-values.ts'
import type { OwnSession } from '#contract/sessions.ts'
import type { Tx } from '#server/db/connect.ts'
import { notFound } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { deviceOf } from './device.ts'
import { newSignInMail } from './safety-mails.ts'
import { shortAddress } from './place.ts'
import { endSession, endSessions } from './sessions.ts'

const MOST = 100

/** The open sessions of a person, this one first. */
export async function listSessions({ db, clock }: App, { id, sessionId }: Viewer): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .where('accountId', '=', id)
    .where('endedAt', 'is', null)
    .where('lastUsedAt', '>', new Date(clock.now().getTime() - REFRESH_DAYS * 86_400_000))
    .select(['id', 'userAgent', 'address', 'isNewPlace', 'createdAt', 'lastUsedAt'])
    .orderBy((order) => order('id', '=', sessionId), 'desc')
    .orderBy('lastUsedAt', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ userAgent, address, isNewPlace, createdAt, lastUsedAt, ...row }) => ({
    id: row.id,
    device: deviceOf(userAgent),
    place: shortAddress(address),
    newPlace: isNewPlace,
    current: row.id === sessionId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/** Ends one of the person's own sessions. */
export const endOwnSession = (app: App, viewer: Viewer, id: number) =>
  app.db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom('session')
      .where('id', '=', id)
      .where('accountId', '=', viewer.id)
      .where('endedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (!own) throw notFound('Session')
    await endSession(app, tx, id)
  })

export const endOtherSessions = (app: App, { id, sessionId }: Viewer) =>
  app.db.transaction().execute((tx) => endSessions(app, tx, id, sessionId))

type Owner = { email: string; emailVerifiedAt: Date | null }

/** Tells the owner of a confirmed address that somebody signed in with a browser that the account had not used. */
export async function tellNewDevice(app: App, tx: Tx, owner: Owner, { userAgent, address }: Caller) {
  if (!owner.emailVerifiedAt) return
  const facts = { at: app.clock.now(), device: deviceOf(userAgent).name, place: shortAddress(address) }
  await app.mail.send(tx, newSignInMail, owner.email, facts)
}
