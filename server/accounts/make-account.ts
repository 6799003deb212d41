import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/connect.ts'
import { conflict, type Fields } from '#server/errors.ts'
import type { App } from '#server/services.ts'
import { HANDLE_TAKEN, handleKey } from './handle.ts'
import { isHandleKeptForOther } from './old-handles.ts'
import { isAddressKeptForOther } from './one-time-links.ts'
import { findReferrer, insertAccount, whatIsTaken } from './queries.ts'

type Wish = {
  email: string
  handle: string
  /** Null for people who sign in with Google. */
  passwordHash: string | null
  referralCode: string | undefined
  updates: boolean | undefined
}

/** Makes an account, and does the rest of the registration in the same transaction. */
export async function makeAccount<T>(app: App, wish: Wish, rest: (tx: Tx, id: number) => Promise<T>) {
  const making = app.db.transaction().execute(async (tx) => {
    const { email, handle, passwordHash } = wish
    const now = app.clock.now()
    const id = await insertAccount(tx, {
      email,
      handle,
      handleKey: handleKey(handle),
      passwordHash,
      referralCode: randomBytes(6).toString('base64url'),
      referredBy: wish.referralCode ? await findReferrer(tx, wish.referralCode) : null,
      termsAcceptedAt: now,
      wantsUpdates: wish.updates ?? false,
      createdAt: now,
    })
    if (!id) return null
    if (await isHandleKeptForOther(tx, handleKey(handle), id, now)) throw new KeptForOther()
    if (await isAddressKeptForOther(tx, email, id, now)) throw new KeptForOther()
    return { rest: await rest(tx, id) }
  })
  const made = await making.catch((error: unknown) => {
    if (error instanceof KeptForOther) return null
    throw error
  })
  if (!made) throw await takenError(app, wish)
  return made.rest
}

/** Takes back the account that was about to get another person's former name or address. */
class KeptForOther extends Error {}

async function takenError({ db, clock }: App, { email, handle }: Wish) {
  const taken = await whatIsTaken(db, email, handleKey(handle), clock.now())
  const fields: Fields = {}
  if (taken.email) fields.email = 'There is an account with this email already. Sign in instead.'
  if (taken.handle) fields.displayName = HANDLE_TAKEN
  return conflict('already_taken', Object.values(fields)[0] ?? 'That account exists already.', fields)
}
