import { afterAll, expect, test } from 'vitest'
import { shownCode } from '#test/authenticator.ts'
import { createGoogleShop, refusalOf } from '#test/google-shop.ts'
import { googlePerson } from '#test/google.ts'
import { createWorld, type World } from '#test/world.ts'

const SHOP = 'https://beats.example'
const PAGE = `${SHOP}/google-callback`
type Person = Awaited<ReturnType<World['signUp']>>

const shop = await createGoogleShop()
afterAll(() => shop.close())
const { world, grantOf, back, enter, ticketOf, callerOf, signedInAgain, newcomer, linked, changesNothing } = shop

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

test('without settings there is no sign-in with Google', async () => {
  const plain = await createWorld()
  const grant = { code: 'x', codeVerifier: 'x'.repeat(43), redirectUri: PAGE }
  expect(await refusalOf(plain.guest('GET /auth/google'))).toMatchObject({ status: 404 })
  expect(await refusalOf(plain.guest('POST /auth/google/callback', { body: grant }))).toMatchObject({ status: 404 })
  await plain.close()
})
