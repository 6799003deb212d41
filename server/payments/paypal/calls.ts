import { ProviderDown, ProviderRefused } from '#server/payments/port.ts'
import type { PayPalSettings } from '#server/payments/settings.ts'

const EARLY = 60_000 // a token is renewed a minute before its end

type Call = { method: 'GET' | 'POST'; path: string; body?: object; key?: string }
export type Ask = <Answer>(call: Call) => Promise<Answer>
type Refusal = {
  name?: string
  message?: string
  details?: { issue?: string; description?: string }[]
  links?: { href: string }[]
}

/** PayPal's no, with the word that names its reason. */
export class PayPalRefused extends ProviderRefused {
  readonly issue: string
  /** PayPal's own word for the kind of refusal. */
  readonly kind: string
  readonly links: readonly { href: string }[]
  constructor(status: number, { name, message, details, links }: Refusal) {
    super(details?.[0]?.description ?? message ?? `PayPal refused the request (${status})`)
    this.issue = details?.[0]?.issue ?? name ?? ''
    this.kind = name ?? ''
    this.links = links ?? []
  }
}

export const isIssue = (error: unknown, ...issues: string[]): error is PayPalRefused =>
  error instanceof PayPalRefused && issues.includes(error.issue)
export const UNKNOWN = ['INVALID_RESOURCE_ID', 'RESOURCE_NOT_FOUND']

type Options = { address: URL; timeout: number }

/** Calls to PayPal's API with a token that is kept until it ends. A call that is cut off is repeated once with its key. */
export function createCalls({ clientId, secret }: PayPalSettings, { address, timeout }: Options): Ask {
  let token: Promise<string> | undefined
  let tokenUntil = 0

  const send = (path: string, init: RequestInit) => sendOnce(new URL(path, address), init, timeout)

  async function fetchToken() {
    const asked = Date.now()
    const { status, text } = await send('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (status !== 200) throw new ProviderDown(`PayPal does not accept the client of this shop (${status})`)
    const { access_token, expires_in } = parsed<{ access_token: string; expires_in: number }>(text)
    tokenUntil = asked + expires_in * 1_000 - EARLY
    return access_token
  }

  /** Calls that need a token at the same time share one. A failure is not kept. */
  function currentToken() {
    if (token && Date.now() < tokenUntil) return token
    tokenUntil = Infinity // until it is there
    token = fetchToken()
    token.catch(() => (token = undefined))
    return token
  }

  async function ask<Answer>(call: Call, isSecond = false): Promise<Answer> {
    const { method, path, body, key } = call
    const { status, text } = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${await currentToken()}`,
        ...(method === 'POST' && { 'content-type': 'application/json', prefer: 'return=representation' }),
        ...(key !== undefined && { 'paypal-request-id': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (status === 401 && !isSecond) {
      token = undefined // it was withdrawn before its end
      return await ask<Answer>(call, true)
    }
    if (status >= 200 && status < 300) return parsed<Answer>(text || 'null') // a change of state has no answer
    if (status === 401 || status === 403 || status === 409 || status === 429 || status >= 500)
      throw new ProviderDown(`PayPal could not act on the request (${status})`)
    throw new PayPalRefused(status, parsed<Refusal>(text))
  }

  return (call) => ask(call)
}

async function sendOnce(url: URL, init: RequestInit, timeout: number, isSecond = false) {
  const signal = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'error' })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (isSecond || signal.aborted) throw new ProviderDown('PayPal does not answer', { cause: error })
    return await sendOnce(url, init, timeout, true)
  }
}

function parsed<Answer>(text: string) {
  try {
    return JSON.parse(text) as Answer
  } catch {
    throw new ProviderDown('PayPal answered without JSON') // a proxy on the way
  }
}
