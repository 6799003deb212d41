import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOOGLE_CLIENT } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

const SHOP = 'https://beats.example'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider that answers as a test tells it. */
const server = createServer((request, response) => {
  const answers: Record<string, unknown> = {
    '/.well-known/openid-configuration': {
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/auth`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/jwks': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'right', use: 'sig', alg: 'RS256' }] },
    '/token': { access_token: 'x', token_type: 'bearer', id_token: idToken },
  }
  asked.push(request.url ?? '')
  const isDown = down.includes(request.url ?? '')
  response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isDown ? { error: 'server_error' } : answers[request.url ?? '']))
})
const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let idToken = ''
let asked: string[] = []
let down: string[] = []

let world: World
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world = await createWorld({ env: { ...GOOGLE_CLIENT, GOOGLE_ISSUER: issuer(), PUBLIC_URL: SHOP } })
})
afterAll(async () => {
  await world.close()
  server.close()
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
function signed(over: object = {}, { key = privateKey, kid = 'right', alg = 'RS256' }: Signing = {}) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer(), aud: 'slide', sub: '1', iat: now, exp: now + 60, email_verified: true }
  const text = `${encode({ alg, kid })}.${encode({ ...claims, email: 'a@gmail.test', ...over })}`
  return `${text}.${alg === 'none' ? '' : createSign('sha256').update(text).sign(key, 'base64url')}`
}
type Signing = { key?: KeyObject; kid?: string; alg?: string }

const body = { code: 'x', codeVerifier: 'x'.repeat(43), redirectUri: `${SHOP}/google-callback` }
const answerTo = (token: string) => {
  idToken = token
  return world.guest('POST /auth/google/callback', { body }).then(
    () => expect.unreachable('a stranger was let in'),
    ({ status, error }: { status: number; error: string }) => `${status} ${error}`,
  )
}

test('a token of another issuer, for another client, too old, unsigned or signed by a stranger is refused', async () => {
  expect(await answerTo(signed()), 'a good token').toBe('409 google_new')
  const now = Math.floor(Date.now() / 1000)
  for (const [token, why] of [
    [signed({ iss: 'https://thief.example' }), 'another issuer'],
    [signed({ aud: 'another-shop' }), 'another client'],
    [signed({ aud: ['slide', 'another-shop'], azp: 'another-shop' }), 'another client among two'],
    [signed({ iat: now - 900, exp: now - 600 }), 'too old'],
    [signed({}, { key: stranger.privateKey }), 'a stranger’s signature'],
    [signed({ sub: undefined }), 'nobody'],
  ] as const)
    expect(await answerTo(token), why).toBe('400 google_refused')
  for (const [token, why] of [
    [signed({}, { alg: 'none' }), 'no signature'],
    [signed({}, { kid: 'unknown' }), 'an unknown key'],
    ['x', 'no token'],
  ] as const)
    expect(await answerTo(token), why).toMatch(/^(400 google_refused|503 google_unavailable)$/)
  for (const email_verified of [false, 'true', undefined])
    expect(await answerTo(signed({ email_verified }))).toBe('400 google_email_unverified')
  expect(await answerTo(signed({ email: undefined }))).toBe('400 google_email_unverified')
})

test('Google’s addresses are asked for once an hour, and its outage is told', async () => {
  const fresh = await createWorld({ env: { ...GOOGLE_CLIENT, GOOGLE_ISSUER: issuer(), PUBLIC_URL: SHOP } })
  const discovery = '/.well-known/openid-configuration'
  const away = { status: 503, error: 'google_unavailable', message: expect.stringContaining('Google can’t be reached') }
  down = [discovery]
  await expect(fresh.guest('GET /auth/google')).rejects.toMatchObject(away)
  await expect(fresh.guest('POST /auth/google/callback', { body })).rejects.toMatchObject(away)
  down = []
  asked = []
  for (const answer of await Promise.all([1, 2, 3].map(() => fresh.guest('GET /auth/google'))))
    expect(answer).toEqual({
      authorizationEndpoint: `${issuer()}/auth`,
      clientId: 'slide',
    })
  expect(asked).toEqual([discovery])
  fresh.passTime(61 * 60_000)
  down = [discovery, '/token']
  expect(await fresh.guest('GET /auth/google'), 'the former addresses').toHaveProperty('clientId')
  await expect(fresh.guest('POST /auth/google/callback', { body })).rejects.toMatchObject(away)
  down = ['/jwks']
  idToken = signed()
  await expect(fresh.guest('POST /auth/google/callback', { body }), 'no keys').rejects.toMatchObject(away)
  down = []
  await expect(fresh.guest('POST /auth/google/callback', { body })).rejects.toMatchObject({ error: 'google_new' })
  await fresh.close()
})
