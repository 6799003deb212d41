import { randomBytes } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { NewPasskey } from '#contract/passkey-answers.ts'
import type { OwnPasskey } from '#contract/passkeys.ts'
import type { Db, Tx } from '#server/db/connect.ts'
import { conflict, invalid, notFound } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { throttle } from '#server/http/throttle.ts'
import type { Viewer } from '#server/http/who.ts'
import type { App } from '#server/services.ts'
import { deviceOf } from './device.ts'
import { passkeyMail } from './safety-mails.ts'
import {
  CHALLENGE_SECONDS,
  hostOf,
  makeChallenge,
  readChallenge,
  useUpChallenge,
  type Challenge,
} from './passkey-challenge.ts'
import { proveOwner, type Proof } from './prove-owner.ts'
import { hasGoogle } from './queries.ts'

/** The algorithms of keys: ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257]
const MOST = 20
const ADDING = { name: 'passkeys by account', max: 20, seconds: 3600 }

const shown = ['id', 'name', 'device', 'createdAt', 'lastUsedAt'] as const
type Row = { id: number; name: string; device: string; createdAt: Date; lastUsedAt: Date | null }

const present = ({ createdAt, lastUsedAt, device, ...row }: Row): OwnPasskey => ({
  ...row,
  device: device as OwnPasskey['device'],
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

const ofAccount = (db: Db | Tx, accountId: number) =>
  db.selectFrom('passkey').where('accountId', '=', accountId).orderBy('id')

export const listPasskeys = async ({ db }: App, { id }: Viewer) =>
  (await ofAccount(db, id).select(shown).execute()).map(present)

export const descriptorsOf = async (db: Db, accountId: number) =>
  (await ofAccount(db, accountId).select(['credential', 'transports']).execute()).map(({ credential, transports }) => ({
    id: credential.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))

/** Asks the owner, and tells the browser what to make. All passkeys of an account have the same random person. */
export async function beginPasskey(app: App, viewer: Viewer, request: FastifyRequest, proof: Proof) {
  const { id: accountId, handle } = await proveOwner(app, viewer, proof)
  const known = await ofAccount(app.db, accountId).select('person').executeTakeFirst()
  const person = (known?.person ?? randomBytes(32)).toString('base64url')
  const { text, origin } = makeChallenge(app, request, { act: 'add', accountId, person })
  return {
    challenge: text,
    timeout: CHALLENGE_SECONDS * 1000,
    rp: { id: hostOf(origin), name: 'Slide' },
    user: { id: person, name: handle, displayName: handle },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: await descriptorsOf(app.db, accountId),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
}

const refused = () => invalid({ passkey: 'This passkey could not be added. Try again.' })

export async function addPasskey(app: App, { id: accountId }: Viewer, { userAgent }: Caller, made: NewPasskey) {
  await throttle(app, ADDING, String(accountId))
  const challenge = readChallenge(app, made.response.clientDataJSON, { act: 'add', accountId })
  const credential = challenge && (await credentialIn(made, challenge))
  if (!credential) throw refused()
  const { device, name } = whereIs(made.response.transports ?? [], userAgent)
  const now = app.clock.now()
  return app.db.transaction().execute(async (tx) => {
    const { email } = await lockOwner(tx, accountId)
    if (!(await useUpChallenge(app, tx, challenge))) throw refused()
    if ((await ofAccount(tx, accountId).select('id').execute()).length >= MOST)
      throw conflict('too_many_passkeys', `You have ${MOST} passkeys. Remove one first.`)
    const row = await tx
      .insertInto('passkey')
      .values({
        accountId,
        credential: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        person: Buffer.from(challenge.person, 'base64url'),
        counter: credential.counter,
        transports: made.response.transports ?? [],
        device,
        name,
        createdAt: now,
      })
      .onConflict((taken) => taken.doNothing())
      .returning(shown)
      .executeTakeFirst()
    if (!row) throw refused()
    await app.mail.send(tx, passkeyMail, email, { at: now, change: 'added' })
    return present(row)
  })
}

async function credentialIn({ id, type, response }: NewPasskey, { text, origin }: Challenge) {
  const { clientDataJSON, attestationObject } = response
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: text,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential.id === id ? registrationInfo.credential : null
  } catch {
    return null // the library throws for each fault that it finds
  }
}

/** The device that holds the passkey: the browser's own, a phone beside it, or a key that is plugged in. */
function whereIs(transports: readonly string[], userAgent: string) {
  const { name, kind } = deviceOf(userAgent)
  if (transports.includes('internal') || transports.length === 0) return { device: kind, name: name.slice(0, 40) }
  if (transports.includes('hybrid')) return { device: 'phone', name: 'Phone' }
  return { device: 'key', name: 'Security key' }
}

export async function renamePasskey({ db }: App, viewer: Viewer, id: number, name: string) {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', viewer.id)
    .returning(shown)
    .executeTakeFirst()
  if (!row) throw notFound('Passkey')
  return present(row)
}

export async function removePasskey(app: App, viewer: Viewer, id: number, proof: Proof) {
  await proveOwner(app, viewer, proof)
  await app.db.transaction().execute(async (tx) => {
    const { email, passwordHash, hasGoogle } = await lockOwner(tx, viewer.id)
    const own = await ofAccount(tx, viewer.id).select('id').execute()
    if (!own.some((passkey) => passkey.id === id)) throw notFound('Passkey')
    if (passwordHash === null && !hasGoogle && own.length === 1)
      throw conflict('last_way_in', 'Nothing else signs in to this account. Choose a password first.')
    await tx.deleteFrom('passkey').where('id', '=', id).execute()
    await app.mail.send(tx, passkeyMail, email, { at: app.clock.now(), change: 'removed' })
  })
}

/** Removes the passkeys that were added since a moment, and tells their owner. The account must be locked. */
export async function endPasskeys(app: App, tx: Tx, { id, email }: { id: number; email: string }, since = new Date(0)) {
  const ended = await tx
    .deleteFrom('passkey')
    .where('accountId', '=', id)
    .where('createdAt', '>=', since)
    .returning('id')
    .execute()
  if (ended.length) await app.mail.send(tx, passkeyMail, email, { at: app.clock.now(), change: 'removed' })
  return ended.length
}

/** Passkeys come and go one after the other. */
const lockOwner = (tx: Tx, id: number) =>
  tx
    .selectFrom('account')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['email', 'passwordHash'])
    .select(hasGoogle)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
