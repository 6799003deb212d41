import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { shownCode } from '#test/authenticator.ts'
import { askGoogle, googlePerson, startGoogle, type GooglePerson } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

const SHOP = 'https://beats.example'
const PAGE = `${SHOP}/google-callback`
const NEW = 'lamps along the canal'
let google: Awaited<ReturnType<typeof startGoogle>>
let world: World
beforeAll(async () => {
  google = await startGoogle((page) => page.startsWith('https://'))
  world = await createWorld({ env: { ...google.env, PUBLIC_URL: SHOP } })
})
afterAll(async () => {
  await world.close()
  await google.stop()
})

type Person = Awaited<ReturnType<World['signUp']>>
type Ticket = { ticket: string; email: string; name: string }

/** What a person brings back from Google. */
async function grantOf(person: GooglePerson, redirectUri = PAGE) {
  const { authorizationEndpoint, clientId } = await world.guest('GET /auth/google')
  return askGoogle(authorizationEndpoint, clientId, person, redirectUri)
}
const back = (body: Awaited<ReturnType<typeof grantOf>> & { referralCode?: string }) =>
  world.guest('POST /auth/google/callback', { body })
const enter = async (person: GooglePerson) => back(await grantOf(person))
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    (error: unknown) => error as { status: number; error: string; details: unknown },
  )

/** The ticket of a person whom no account knows, or whose address an account has. */
async function ticketOf(
  person: GooglePerson,
  code: 'google_new' | 'google_link' = 'google_new',
  referralCode?: string,
) {
  const refusal = await refusalOf(back({ ...(await grantOf(person)), ...(referralCode && { referralCode }) }))
  expect(refusal).toMatchObject({ status: 409, error: code })
  return refusal.details as Ticket
}
const callerOf = (token: string) => world.clientFor(() => token)

let names = 0
/** A person who came through Google and has no password. */
async function newcomer() {
  const person = googlePerson()
  const { ticket } = await ticketOf(person)
  const body = { ticket, displayName: `canal-${++names}x` }
  const { accessToken } = await world.guest('POST /auth/google/register', { body })
  const call = callerOf(accessToken)
  return { ...person, call, id: (await call('GET /me')).id }
}
const signedInAgain = async ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  callerOf((await world.guest('POST /auth/login', { body: { email, password } })).accessToken)

/** A person with a password whose Google account is linked. */
async function linked(over: Partial<GooglePerson> = {}) {
  const account = await world.signUp({ email: googlePerson().email })
  const person = googlePerson({ email: account.email, ...over })
  const { ticket } = await ticketOf(person, 'google_link')
  await (
    await signedInAgain(account)
  )('POST /me/google', { body: { ticket } })
  return { account, person }
}

async function everything() {
  const tables = ['account', 'session', 'identity', 'mail'] as const
  const rows = await Promise.all(tables.map((table) => world.app.db.selectFrom(table).selectAll().execute()))
  return rows.map((list) => list.map((row) => JSON.stringify(row)).toSorted())
}
async function changesNothing(act: () => Promise<unknown>) {
  const before = await everything()
  await act()
  expect(await everything()).toEqual(before)
}

test('a newcomer chooses a name first, and enters with Google from then on', async () => {
  const referrer = await world.signUp()
  const { referralCode } = await world.app.db
    .selectFrom('account')
    .where('id', '=', referrer.id)
    .select('referralCode')
    .executeTakeFirstOrThrow()
  const ann = googlePerson({ name: 'Änne O’Drill 36' })
  let ticket = ''
  await changesNothing(async () => {
    const details = await ticketOf(ann, 'google_new', referralCode)
    expect(details).toMatchObject({ email: ann.email, name: 'Anne_ODrill_36' })
    ticket = details.ticket
    for (const [displayName, fault] of [
      ['slide', 'That name is reserved. Choose another.'],
      [referrer.displayName, 'That name is taken, or reads like one that is.'],
    ] as const)
      await expect(world.guest('POST /auth/google/register', { body: { ticket, displayName } })).rejects.toMatchObject({
        fields: { displayName: fault },
      })
  })

  const body = { ticket, displayName: 'Anne_ODrill_36' }
  const first = await world.guest('POST /auth/google/register', { body })
  const me = await callerOf(first.accessToken)('GET /me')
  expect(me).toMatchObject({ email: ann.email, username: body.displayName, emailVerified: true, oauthUser: true })
  const row = await world.app.db.selectFrom('account').where('id', '=', me.id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ referredBy: referrer.id, passwordHash: null, wantsUpdates: false })
  expect(row.termsAcceptedAt).toBeInstanceOf(Date)

  const { token, refreshToken } = await enter({ ...ann, email: 'another-address@gmail.test' })
  expect(await callerOf(token)('GET /auth/me')).toMatchObject({ id: me.id, oauthUser: true })
  expect(await world.guest('POST /auth/refresh-token', { body: { refreshToken } })).toHaveProperty('accessToken')
  await changesNothing(async () => {
    const again = world.guest('POST /auth/google/register', { body: { ticket, displayName: 'another-name' } })
    expect(await refusalOf(again)).toMatchObject({ status: 409, error: 'google_linked' })
  })
})

test('one ticket used twice at once makes one account', async () => {
  const { ticket, email } = await ticketOf(googlePerson())
  const outcomes = await Promise.allSettled(
    ['twice-a', 'twice-b'].map((displayName) =>
      world.guest('POST /auth/google/register', { body: { ticket, displayName } }),
    ),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const made = await world.app.db.selectFrom('account').where('email', '=', email).select('id').execute()
  expect(made).toHaveLength(1)
})

test('a replayed code, a wrong verifier and a foreign page are refused', async () => {
  const ann = await newcomer()
  const used = await grantOf(ann)
  await back(used)
  const refused = { status: 400, error: 'google_refused' }
  const fresh = await grantOf(ann)
  const foreign = await grantOf(ann, 'https://thief.example/google-callback')
  await changesNothing(async () => {
    expect(await refusalOf(back(used)), 'a replayed code').toMatchObject(refused)
    expect(await refusalOf(back({ ...fresh, codeVerifier: 'x'.repeat(43) })), 'a wrong verifier').toMatchObject(refused)
    expect(await refusalOf(back(foreign)), 'a code for a foreign page').toMatchObject(refused)
    expect(await refusalOf(back({ ...foreign, redirectUri: PAGE })), 'hidden behind ours').toMatchObject(refused)
    const code = await grantOf(ann)
    expect(await refusalOf(back({ ...code, redirectUri: `${SHOP}/other` })), 'a foreign redirect').toMatchObject(
      refused,
    )
    expect(await refusalOf(back({ ...code, code: 'made-up' })), 'a made-up code').toMatchObject(refused)
  })
})

test('an address that Google has not confirmed opens nothing', async () => {
  const victim = await world.signUp({ email: googlePerson().email })
  await changesNothing(async () => {
    for (const person of [googlePerson({ verified: false }), googlePerson({ verified: false, email: victim.email })])
      expect(await refusalOf(enter(person))).toMatchObject({ status: 400, error: 'google_email_unverified' })
  })
})

test('an account with the same address is linked after its owner has signed in, and not before', async () => {
  const owner = await world.signUp({ email: googlePerson().email })
  const person = googlePerson({ email: owner.email.toUpperCase() })
  world.passTime(2_000)
  const { ticket } = await ticketOf(person, 'google_link')
  world.passTime(2_000)
  await changesNothing(async () => {
    const body = { ticket, displayName: 'a-second-account' }
    expect(await refusalOf(world.guest('POST /auth/google/register', { body }))).toMatchObject({
      error: 'already_taken',
    })
    for (const password of [undefined, 'a wrong one'])
      await expect(owner.call('POST /me/google', { body: { ticket, password } })).rejects.toMatchObject({ status: 400 })
    expect(await refusalOf(enter(person)), 'still not linked').toMatchObject({ error: 'google_link' })
  })

  const call = await signedInAgain(owner)
  await call('POST /me/google', { body: { ticket } })
  expect(await world.lastMailTo(owner.email)).toMatchObject({ kind: 'google' })
  expect((await call('GET /me/google')).linked).toMatchObject({ email: person.email })
  expect(await call('GET /me'), 'Google has confirmed the address').toMatchObject({
    emailVerified: true,
    oauthUser: false,
  })
  const { token } = await enter(person)
  expect((await callerOf(token)('GET /me')).id).toBe(owner.id)
})

test('an older session links with the password, and one Google account enters one account', async () => {
  const ann = await world.signUp()
  const ben = await world.signUp()
  for (const { email } of [ann, ben])
    await world.guest('POST /auth/confirm-email', { body: { token: (await world.lastMailTo(email)).token! } })
  const person = googlePerson()
  const body = await grantOf(person)
  world.passTime(2_000)
  const { ticket, email } = await ann.call('POST /me/google/ticket', { body })
  expect(email).toBe(person.email)
  const link = ({ call, password }: Person) => call('POST /me/google', { body: { ticket, password } })
  const outcomes = await Promise.allSettled([link(ann), link(ben)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, error: 'google_linked' },
  })
  const [owner, other] = outcomes[0]!.status === 'fulfilled' ? [ann, ben] : [ben, ann]
  expect((await other.call('GET /me/google')).linked).toBeNull()

  const unlink = (password: string) => owner.call('POST /me/google/unlink', { body: { password } })
  await expect(unlink('a wrong one')).rejects.toMatchObject({ status: 400 })
  await unlink(owner.password)
  expect(await world.lastMailTo(owner.email)).toMatchObject({ kind: 'google' })
  expect(await refusalOf(enter(person))).toMatchObject({ error: 'google_new' })
  await expect(unlink(owner.password)).rejects.toMatchObject({ status: 409, error: 'google_not_linked' })
})

test('nobody links another address before their own is confirmed', async () => {
  const ann = await world.signUp()
  const { ticket } = await ann.call('POST /me/google/ticket', { body: await grantOf(googlePerson()) })
  await changesNothing(async () => {
    const linking = ann.call('POST /me/google', { body: { ticket, password: ann.password } })
    expect(await refusalOf(linking)).toMatchObject({ status: 409, error: 'unconfirmed_email' })
  })
})

test('two-step sign-in is asked for after Google, and before linking and unlinking', async () => {
  const { account, person } = await linked()
  const { secret } = await account.call('POST /me/two-step/begin', { body: { password: account.password } })
  const code = () => {
    world.passTime(60_000)
    return shownCode(secret, world.app.clock.now())
  }
  await account.call('POST /me/two-step/confirm', { body: { code: code() } })
  const refusal = await refusalOf(enter(person))
  expect(refusal).toMatchObject({ status: 401, error: 'second_step_needed' })
  const { token } = refusal.details as { token: string }
  const body = { token, code: code() }
  const { accessToken } = await world.guest('POST /auth/login/second-step', { body })
  expect((await callerOf(accessToken)('GET /me')).id).toBe(account.id)

  const { call, password } = account
  await expect(call('POST /me/google/unlink', { body: { password } })).rejects.toMatchObject({
    fields: { code: 'Enter the code from your authenticator app.' },
  })
  await call('POST /me/google/unlink', { body: { password, code: code() } })
  const { ticket } = await call('POST /me/google/ticket', { body: await grantOf(person) })
  await expect(call('POST /me/google', { body: { ticket, password } })).rejects.toMatchObject({ status: 400 })
  await call('POST /me/google', { body: { ticket, password, code: code() } })
})

test('without a password, a sign-in at Google moments ago proves the owner', async () => {
  const ann = await newcomer()
  const other = await newcomer()
  const proofOf = async ({ call }: Pick<Person, 'call'>, person: GooglePerson) =>
    (await call('POST /me/google/ticket', { body: await grantOf(person) })).ticket
  const ask = (proof: { google?: string; password?: string }) => ann.call('POST /me/data/export', { body: proof })
  await changesNothing(async () => {
    expect(await refusalOf(ask({}))).toMatchObject({ status: 409, error: 'no_password' })
    const others = await proofOf(ann, other)
    expect(await refusalOf(ask({ google: others }))).toMatchObject({ status: 409, error: 'other_google_account' })
    const old = await proofOf(ann, ann)
    world.passTime(11 * 60_000)
    expect(await refusalOf(ask({ google: old }))).toMatchObject({ status: 400, error: 'google_again' })
    expect(await refusalOf(ask({ google: 'made-up' }))).toMatchObject({ status: 400, error: 'google_again' })
  })
  await ask({ google: await proofOf(ann, ann) })
  await ann.call('POST /me/deletion', { body: { google: await proofOf(ann, ann) } })
  await ann.call('DELETE /me/deletion')

  const { account, person } = await linked()
  const google = await proofOf(account, person)
  await expect(
    account.call('POST /me/data/export', { body: { google } }),
    'people with a password show that',
  ).rejects.toMatchObject({ fields: { password: 'Password is required.' } })
})

test('a mailed link gives a password to somebody who came through Google', async () => {
  const ann = await newcomer()
  await expect(ann.call('POST /me/google/unlink', { body: { password: NEW } })).rejects.toMatchObject({
    error: 'no_password',
  })
  await world.guest('POST /auth/forgot-password', { body: { email: ann.email } })
  await world.work()
  const { token } = await world.lastMailTo(ann.email)
  await world.guest('POST /auth/reset-password', { body: { token: token!, password: NEW } })
  const call = await signedInAgain({ email: ann.email, password: NEW })
  expect(await call('GET /me')).toMatchObject({ oauthUser: false })
  expect((await call('GET /me/google')).linked, 'the address is the same').not.toBeNull()
  await call('POST /me/google/unlink', { body: { password: NEW } })
  expect(await refusalOf(enter(ann))).toMatchObject({ error: 'google_link' })
})

test('a mailed link for a new password removes a Google account with another address', async () => {
  const { account } = await linked()
  const { call, email, password } = account
  await call('POST /me/google/unlink', { body: { password } })
  const thief = googlePerson()
  const { ticket } = await call('POST /me/google/ticket', { body: await grantOf(thief) })
  await call('POST /me/google', { body: { ticket, password } })
  await world.guest('POST /auth/forgot-password', { body: { email } })
  await world.work()
  await world.guest('POST /auth/reset-password', {
    body: { token: (await world.lastMailTo(email)).token!, password: NEW },
  })
  expect(await refusalOf(enter(thief))).toMatchObject({ error: 'google_new' })
})

test('an undone change of the email removes a Google account that came with it', async () => {
  const { account, person } = await linked()
  const { call, email, password } = account
  await call('POST /me/google/unlink', { body: { password } })
  const thief = googlePerson()
  await call('PATCH /me/email', { body: { email: thief.email, password } })
  await world.work()
  await world.guest('POST /auth/confirm-new-email', { body: { token: (await world.lastMailTo(thief.email)).token! } })
  const { ticket } = await call('POST /me/google/ticket', { body: await grantOf(thief) })
  const { token } = await world.lastMailTo(email)
  await call('POST /me/google', { body: { ticket, password } })
  await world.guest('POST /auth/undo-email', { body: { token: token!, password: NEW } })
  expect(await refusalOf(enter(thief))).toMatchObject({ error: 'google_new' })
  expect(await refusalOf(enter(person))).toMatchObject({ error: 'google_link' })
})

test('a browser that the account has not used is told by mail, a known one is not', async () => {
  const { person, account } = await linked()
  const come = async (cookie?: string) =>
    world.http.inject({
      method: 'POST',
      url: '/api/auth/google/callback',
      payload: await grantOf(person),
      headers: { host: 'beats.example', ...(cookie && { cookie }) },
    })
  const mails = async () =>
    (await world.app.db.selectFrom('mail').where('recipient', '=', account.email).select('kind').execute()).filter(
      ({ kind }) => kind === 'new-sign-in',
    ).length
  const before = await mails()
  const reply = await come()
  expect(await mails()).toBe(before + 1)
  await come(String(reply.headers['set-cookie']).split(';')[0])
  expect(await mails()).toBe(before + 1)
})

test('a deleted account is not entered, and what Google said of it is exported and removed', async () => {
  const ann = await newcomer()
  const { ticket } = await ann.call('POST /me/google/ticket', { body: await grantOf(ann) })
  expect((await exportPerson(world.app, ann.id)).accounts).toMatchObject({
    google: { issuer: google.issuer, subject: ann.subject, email: ann.email },
  })
  await forgetPerson(world.app, ann.id)
  const left = await world.app.db.selectFrom('identity').where('accountId', '=', ann.id).selectAll().execute()
  expect(left).toEqual([])
  await expect(ann.call('POST /me/google', { body: { ticket } })).rejects.toMatchObject({ status: 401 })
  expect(await refusalOf(enter(ann)), 'as for a stranger').toMatchObject({ error: 'google_new' })
})

test('without settings there is no sign-in with Google', async () => {
  const plain = await createWorld()
  const grant = { code: 'x', codeVerifier: 'x'.repeat(43), redirectUri: PAGE }
  expect(await refusalOf(plain.guest('GET /auth/google'))).toMatchObject({ status: 404 })
  expect(await refusalOf(plain.guest('POST /auth/google/callback', { body: grant }))).toMatchObject({ status: 404 })
  await plain.close()
})
