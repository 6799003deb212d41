import { setTimeout as sleep } from 'node:timers/promises'
import { createCaller, type Call } from '#contract/caller.ts'
import type { ErrorReply } from '#contract/errors.ts'

const TRIES = 60
const PAUSE = 100

/** The server answered with a refusal. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, { error, message }: ErrorReply) {
    super(`${status} ${error}: ${message}`)
    this.status = status
    this.code = error
  }
}

/** Calls a server by HTTP. A broken connection throws as `fetch` does. */
export const clientOf = (url: () => string | Promise<string>, token: () => string | null = () => null): Call =>
  createCaller(async ({ method, path, headers, body }) => {
    const bearer = token()
    const reply = await fetch(`${await url()}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const answer: unknown = await reply.json()
    if (!reply.ok) throw new Refused(reply.status, answer as ErrorReply)
    return answer
  })

/** A broken connection, or an answer that says no more than that the server had trouble. */
export const isTrouble = (error: unknown) => !(error instanceof Refused) || error.status >= 500

/** Tries again, as browsers and people do, until there is an answer. */
export async function until<Answer>(act: () => Promise<Answer>, onTrouble: () => unknown = () => {}): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (!isTrouble(error) || attempt === TRIES) throw error
      onTrouble()
      await sleep(PAUSE)
    }
  }
}

const PASSWORD = 'windows lit at night'

export type Person = Awaited<ReturnType<typeof register>>

/** A new account. Its access token is renewed when it has ended. */
export async function register(url: () => string | Promise<string>, displayName: string) {
  const email = `${displayName}@slide.test`
  const guest = clientOf(url)
  let { accessToken } = await guest('POST /auth/register', { body: { email, displayName, password: PASSWORD } })
  const direct = clientOf(url, () => accessToken)
  const renew = async () => {
    ;({ accessToken } = await until(() => guest('POST /auth/login', { body: { email, password: PASSWORD } })))
  }
  const call: Call = async (route, ...input) => {
    try {
      return await direct(route, ...input)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error
      await renew()
      return direct(route, ...input)
    }
  }
  const { id } = await call('GET /auth/me')
  return { id, email, call, renew, token: () => accessToken }
}
