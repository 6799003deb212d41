import { fieldsOf, finiteFrom, readStored, textFrom, writeStored } from '#web/stored.ts'
import { callAsGuest } from '#web/api/call.ts'
import { paths, safeNext } from '#web/paths.ts'

const LEFT = 'slide.google'
const PROOF = 'slide.google.proof'
/** A little less than a ticket lasts. */
const PROOF_LASTS = 9 * 60_000

/** The reasons to ask Google: to sign in, to link it to the account, or to prove once more whose account it is. */
const PURPOSES = ['sign-in', 'link', 'prove'] as const
type Purpose = (typeof PURPOSES)[number]

/** Whether the shop has Google. The document says so, so that CSS shows or hides the buttons before the first paint. */
export const hasGoogle = () => 'google' in document.documentElement.dataset

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Opens Google's page, which leads back to `/google-callback`, and from there to `next`. */
export async function leaveForGoogle({ purpose, next }: { purpose: Purpose; next: string }) {
  const { authorizationEndpoint, clientId } = await callAsGuest('GET /auth/google')
  const [codeVerifier, state] = [randomText(), randomText()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const address = new URL(authorizationEndpoint)
  const query = {
    client_id: clientId,
    redirect_uri: ownPage(),
    response_type: 'code',
    scope: 'openid email profile',
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  writeStored(LEFT, { codeVerifier, state, purpose, next }, 'tab')
  location.assign(address)
}

const ownPage = () => location.origin + paths.googleCallback()

/**
 * What Google gave, once, and why it was asked. Null if this tab has asked for nothing, or for something else: somebody
 * could lead a visitor here with a code of their own.
 */
export function backFromGoogle(search: string) {
  const left = fieldsOf(readStored(LEFT, 'tab'))
  writeStored(LEFT, null, 'tab')
  const query = new URLSearchParams(search)
  const [code, codeVerifier] = [query.get('code'), textFrom(left.codeVerifier)]
  if (!codeVerifier || !left.state || query.get('state') !== left.state) return null
  return {
    /** Null if the visitor has said no at Google. */
    grant: code ? { code, codeVerifier, redirectUri: ownPage() } : null,
    purpose: PURPOSES.find((purpose) => purpose === left.purpose) ?? 'sign-in',
    next: safeNext(textFrom(left.next)) ?? paths.profile('me'),
  }
}

/** Keeps the proof for the page that asked for it. */
export const keepGoogleProof = (ticket: string) =>
  writeStored(PROOF, { ticket, until: Date.now() + PROOF_LASTS }, 'tab')

/** The proof that this visitor has just signed in at Google, or null. */
export function googleProof() {
  const { ticket, until } = fieldsOf(readStored(PROOF, 'tab'))
  return (finiteFrom(until) ?? 0) > Date.now() ? textFrom(ticket) : null
}
