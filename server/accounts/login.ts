import type { Tokens } from '#contract/accounts.ts'
import { ApiError } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { verifyPassword } from './password.ts'
import { findByEmail, holdPassword } from './queries.ts'
import { startSession } from './sessions.ts'

const BY_ADDRESS = { name: 'login by address', max: 60, seconds: 900 }
const BY_BOTH = { name: 'login by address and account', max: 10, seconds: 900 }
/** Counts all addresses together. The limit is so high that a stranger can't easily lock somebody out. */
const BY_ACCOUNT = { name: 'login by account', max: 200, seconds: 900 }

/** An unknown address and a wrong password get the same answer in the same time. */
export async function login(app: App, input: { email: string; password: string }, caller: Caller): Promise<Tokens> {
  await throttle(app, BY_ADDRESS, caller.address)
  const who = input.email.toLowerCase()
  await throttle(app, BY_BOTH, `${caller.address} ${who}`)
  await throttle(app, BY_ACCOUNT, who)
  const account = await findByEmail(app.db, input.email)
  const matches = await verifyPassword(account?.passwordHash, input.password)
  if (!account || !matches) throw wrong()
  await resetThrottle(app, BY_BOTH, `${caller.address} ${who}`)
  return app.db.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, account))) throw wrong()
    return startSession(app, tx, account.id, caller)
  })
}

const wrong = () => new ApiError(401, 'wrong_credentials', 'Wrong email or password.')
