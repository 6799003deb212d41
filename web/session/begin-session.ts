import type { Registration, Tokens } from '#contract/accounts.ts'
import type { PasskeyAnswer } from '#contract/passkey-answers.ts'
import { call, callAsGuest } from '#web/api/call.ts'
import type { Auth } from './auth-record.ts'
import { endOf, userIdOf } from './claims.ts'
import { accountNow, changeAuth, keepAuth, keepAccount } from './session.ts'

export async function signIn(credentials: { email: string; password: string }) {
  await beginSession(await callAsGuest('POST /auth/login', { body: credentials }))
}

/** The second step of a sign-in that asked for a code. */
export async function signInByCode(step: { token: string; code: string }) {
  await beginSession(await callAsGuest('POST /auth/login/second-step', { body: step }))
}

export async function signInByPasskey(passkey: PasskeyAnswer) {
  await beginSession(await callAsGuest('POST /auth/login/passkey', { body: { passkey } }))
}

export async function register(registration: Registration) {
  await beginSession(await callAsGuest('POST /auth/register', { body: registration }))
}

/** Stores the tokens, then loads the profile. The session begins even if the profile fails. */
export async function beginSession({ accessToken, refreshToken }: Tokens) {
  const blank: Auth = {
    token: accessToken,
    tokenEnds: endOf(accessToken),
    refreshToken,
    role: 'ROLE_USER',
    displayName: '',
    userId: userIdOf(accessToken),
    avatarUrl: null,
    oauthUser: false,
    leavesAt: null,
    bannedAt: null,
  }
  keepAuth(blank)
  try {
    const me = await call('GET /me')
    if (accountNow() !== blank.userId) return // the visitor has signed out, or in to another account, meanwhile
    changeAuth({ displayName: me.displayName, avatarUrl: me.avatarUrl, oauthUser: me.oauthUser })
    keepAccount(me)
  } catch {
    // the next page that needs the profile loads it
  }
}
