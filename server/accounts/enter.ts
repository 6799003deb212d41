import type { FastifyReply } from 'fastify'
import type { Tx } from '#server/db/connect.ts'
import type { Caller } from '#server/http/serve.ts'
import type { App } from '#server/services.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { tellNewDevice } from './own-sessions.ts'
import { holdPassword } from './queries.ts'
import { startSession } from './sessions.ts'

type Proved = {
  id: number
  passwordHash: string | null
  passwordChangedAt: Date | null
  email: string
  emailVerifiedAt: Date | null
}

/**
 * Signs somebody in who has proved to be the owner. Null if the password has changed since. `check` looks again at what else
 * the proof rests on, now that the account can't change.
 */
export async function enter(
  app: App,
  account: Proved,
  caller: Caller,
  reply: FastifyReply,
  check?: (tx: Tx) => Promise<void>,
) {
  const device = knownDevice(app, reply, account)
  const tokens = await app.db.transaction().execute(async (tx) => {
    if (!(await holdPassword(tx, account))) return null
    await check?.(tx)
    if (!device) await tellNewDevice(app, tx, account, caller)
    return startSession(app, tx, account.id, caller)
  })
  if (tokens) rememberDevice(app, reply, account.id, device ?? undefined)
  return tokens
}
