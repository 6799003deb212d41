import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { inject } from 'vitest'
import { createCaller, formOf, type Call, type Request } from '#contract/caller.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { mountApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/connect.ts'
import { takeDue } from '#server/jobs/due.ts'
import { folderTakers, takers } from '#server/work.ts'
import { openHouse } from '#server/house/house.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { listenLive } from '#server/live/live.ts'
import { createMail } from '#server/mail/mail.ts'
import type { App } from '#server/services.ts'
import { openProviders } from '#server/payments/open-providers.ts'
import { openSandbox } from '#server/payments/sandbox/index.ts'
import { closeMedia, preferBuiltChildren } from '#server/media/run-media.ts'
import { filesTaker } from '#server/storage/unnamed-files.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { createUploads } from '#server/uploads/uploads.ts'
import { workOf } from '#server/work.ts'
import { cloneTemplate } from './database.ts'
import { expectReply, expectRefusal, isFile } from './reply.ts'

const quiet = new Logger(() => () => {})

/** The site's address in mails. */
const ORIGIN = 'https://beats.example'

export type World = Awaited<ReturnType<typeof createWorld>>

export type WorldOptions = {
  env?: Record<string, string>
  /** The emulators to which the real providers of these settings speak. Without it the shop has the sandbox. */
  emulators?: { stripe: URL; paypal: URL }
}

/** A whole server without a port: with its own database and files, a clock that tests move, and clients. */
export async function createWorld({ env = {}, emulators }: WorldOptions = {}) {
  const database = await cloneTemplate(inject('serverUrl'))
  preferBuiltChildren(new URL(inject('mediaChildren')))
  const dataDir = await mkdtemp(join(tmpdir(), 'slide-world-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: '0',
    RATE_LIMIT: 'off',
    PAYMENTS_MODE: 'sandbox',
    PAYMENTS_SANDBOX_PUBLIC: 'this-shop-takes-no-real-money',
    ...env,
  })
  const pool = createPool(database.url, { onError: () => {} })
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  const authSecret = randomBytes(32)
  const db = createDb(pool)
  let address: Promise<string> | undefined
  const live = await listenLive(database.url)
  const app: App = {
    config,
    authSecret,
    db,
    storage: await createStorage(config),
    uploads: await createUploads(config),
    mail: createMail({ config, enqueue, clock, secret: authSecret, origin: () => ORIGIN }),
    payments: emulators
      ? {
          mode: config.paymentsMode,
          providers: await openProviders(config, emulators),
          publishableKey: config.stripe?.publishableKey ?? null,
          sandbox: null,
        }
      : openSandbox({
          db,
          clock,
          secret: authSecret,
          movable: null,
          address: () => (address ??= http.listen({ host: '127.0.0.1', port: 0 })),
        }),
    live,
    house: await openHouse({ db, live }),
    enqueue,
    clock,
    stopping: { value: false },
  }
  const http = await mountApp(app)

  const clientFor = (token?: () => string): Call =>
    createCaller(async (request: Request, route) => {
      const { method, path, headers, body, files } = request
      const reply = await http.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token()}` }) },
        ...((files ?? body) !== undefined && { payload: files ? formOf(request) : (body as object) }),
      })
      if (reply.statusCode < 400 && isFile(route))
        return new Blob([Uint8Array.from(reply.rawPayload)], { type: String(reply.headers['content-type']) })
      const answer = reply.json<ErrorReply>()
      if (reply.statusCode >= 400) expectRefusal(route, answer)
      if (reply.statusCode >= 400)
        throw Object.assign(new Error(answer.message), { ...answer, status: reply.statusCode })
      expectReply(route, answer)
      return answer
    })
  const guest = clientFor()
  let people = 0

  return {
    app,
    http,
    guest,
    clientFor,
    /** Runs all waiting jobs. */
    async work() {
      const named = Object.entries(workOf(app).tasks)
      const taskList = Object.fromEntries(
        named.map(([name, act]) => [name, (payload: unknown) => act(payload as never)] as const),
      )
      await runOnce({ pgPool: pool, taskList, logger: quiet, noHandleSignals: true })
    },

    /** The newest mail to an address, and the one-time token in it. */
    async lastMailTo(email: string) {
      const mail = await app.db
        .selectFrom('mail')
        .where('recipient', '=', email)
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return {
        ...mail,
        token: new URL(/https:\S+[?]token=\S+/.exec(mail.text)?.[0] ?? ORIGIN).searchParams.get('token'),
      }
    },

    passTime: (milliseconds: number) => void (offset += milliseconds),
    /** Runs the round that the server runs each minute. */
    takeDue: () => takeDue(app, [...takers, ...folderTakers]),

    /** A new account, signed in. */
    async signUp(over: { email?: string; displayName?: string; password?: string } = {}) {
      const person = {
        email: `p${++people}@slide.test`,
        displayName: `person-${people}x`,
        password: 'windows lit at night',
        ...over,
      }
      const tokens = await guest('POST /auth/register', { body: person })
      const call = clientFor(() => tokens.accessToken)
      const { id } = await call('GET /auth/me')
      return { ...person, ...tokens, id, call }
    },

    async storedFiles() {
      const keys: string[] = []
      for await (const { key } of app.storage.list('')) keys.push(key)
      return keys.toSorted()
    },
    /** Removes files that nothing names, as if their ten minutes had passed. Moving the clock would end sessions too. */
    sweepFiles: () => filesTaker.takeDue(app, new Date(clock.now().getTime() + 11 * 60_000)),

    async close() {
      closeMedia()
      await http.close()
      await app.house.close()
      await app.live.close()
      await pool.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
