import { conflict, invalid } from '#server/errors.ts'
import type { Caller } from '#server/http/serve.ts'
import { resetThrottle, throttle } from '#server/http/throttle.ts'
import type { App } from '#server/services.ts'
import { inLane } from './hashing-lane.ts'
import { verifyPassword } from './password.ts'
import { getAccount } from './queries.ts'

const BY_ACCOUNT = { name: 'password by account', max: 10, seconds: 900 }

/** Asks for the password again, before something that a stolen session must not do. */
export const confirmPassword = (app: App, accountId: number, password: string, { address }: Caller) =>
  inLane(app, address, async () => {
    await throttle(app, BY_ACCOUNT, String(accountId))
    const { passwordHash } = await getAccount(app.db, accountId)
    if (passwordHash === null)
      throw conflict('no_password', 'This account has no password yet. Choose one by “Forgot password”.')
    if (!(await verifyPassword(passwordHash, password))) throw invalid({ password: 'That is not your password.' })
    await resetThrottle(app, BY_ACCOUNT, String(accountId))
  })
