import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import Provider from 'oidc-provider'

export type GooglePerson = { subject: string; email: string; verified: boolean; name: string }

export const GOOGLE_CLIENT = { GOOGLE_CLIENT_ID: 'slide', GOOGLE_CLIENT_SECRET: 'a secret of the tests that is long' }

/**
 * Plays Google on a port of its own: a certified provider, whose page asks for a name, an address and whether it is
 * confirmed. `returnsTo` are the pages to which it leads back.
 */
export async function startGoogle(returnsTo: (page: string) => boolean) {
  const people = new Map<string, GooglePerson>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: GOOGLE_CLIENT.GOOGLE_CLIENT_ID,
        client_secret: GOOGLE_CLIENT.GOOGLE_CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: ['http://127.0.0.1/google-callback'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false, // Google, too, puts the address into the token
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'tests', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/choose/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_, subject) => {
      const person = people.get(subject)
      return (
        person && {
          accountId: subject,
          claims: () => ({ sub: subject, email: person.email, email_verified: person.verified, name: person.name }),
        }
      )
    },
  })
  // the shops of tests have ports that nobody knows beforehand
  provider.Client.prototype.redirectUriAllowed = returnsTo
  const answer = provider.callback()

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (!url.pathname.startsWith('/choose/')) return void answer(request, response)
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(PAGE)
    void choose().catch((error: unknown) => response.writeHead(500).end(String(error)))
    async function choose() {
      const form = new URLSearchParams(await text(request))
      const { params } = await provider.interactionDetails(request, response)
      const subject = form.get('subject') ?? ''
      const email = form.get('email') ?? ''
      people.set(subject, { subject, email, verified: form.has('verified'), name: form.get('name') ?? '' })
      const grant = new provider.Grant({ accountId: subject, clientId: String(params.client_id) })
      grant.addOIDCScope(String(params.scope))
      const result = { login: { accountId: subject, remember: false }, consent: { grantId: await grant.save() } }
      await provider.interactionFinished(request, response, result)
    }
  })

  return {
    issuer,
    env: { ...GOOGLE_CLIENT, GOOGLE_ISSUER: issuer },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const PAGE = `<!doctype html><html lang="en"><title>Google</title><link rel="icon" href="data:,">
<form method="post"><label>Subject <input name="subject"></label> <label>Email <input name="email"></label>
<label>Name <input name="name"></label> <label><input type="checkbox" name="verified"> Confirmed</label>
<button>Continue</button></form></html>`

let people = 0
export const googlePerson = (over: Partial<GooglePerson> = {}): GooglePerson => {
  const subject = `${process.pid.toString(36)}${Date.now().toString(36)}${++people}`
  return { subject, email: `g${subject}@gmail.test`, verified: true, name: `Nadia ${subject}`, ...over }
}

/** Walks through Google's pages like a browser. Returns what the shop's page gets, and the secret that it must show. */
export async function askGoogle(endpoint: string, clientId: string, person: GooglePerson, redirectUri: string) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const cookies = new Map<string, string>()
  const form = new URLSearchParams({ subject: person.subject, email: person.email, name: person.name })
  if (person.verified) form.set('verified', 'on')
  let next = new URL(`${endpoint}?${query}`)
  while (next.href.split('?')[0] !== redirectUri) {
    const isForm = next.pathname.startsWith('/choose/')
    const reply = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(isForm && { method: 'POST', body: form }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location) throw new Error(`Google leads nowhere: ${reply.status} ${await reply.text()}`)
    next = new URL(location, next)
  }
  return { code: next.searchParams.get('code') ?? '', codeVerifier, redirectUri }
}
