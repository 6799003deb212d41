import { afterAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { createGoogleShop, refusalOf } from '#test/google-shop.ts'
import { googlePerson, type GooglePerson } from '#test/google.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import type { World } from '#test/world.ts'

const NEW = 'lamps along the canal'
type Person = Awaited<ReturnType<World['signUp']>>

const shop = await createGoogleShop()
afterAll(() => shop.close())
const { world, issuer, grantOf, enter, signedInAgain, newcomer, linked, changesNothing } = shop

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

test('with Google’s proof a passkey is added and removed, but Google stays without a password', async () => {
  const ann = await newcomer()
  const device = new PasskeyDevice()
  const lies = { origin: 'https://beats.example' }
  const google = (await ann.call('POST /me/google/ticket', { body: await grantOf(ann) })).ticket
  const { id } = await ann.call('POST /me/passkeys', {
    body: { passkey: device.make(await ann.call('POST /me/passkeys/begin', { body: { google } }), lies) },
  })
  const passkey = device.answer(await world.guest('POST /auth/login/passkey/begin'), lies)
  const { accessToken } = await world.guest('POST /auth/login/passkey', { body: { passkey } })
  expect(await shop.callerOf(accessToken)('GET /me')).toMatchObject({ id: ann.id, oauthUser: true })
  await changesNothing(async () => {
    const lastWay = { status: 409, error: 'last_way_in' }
    expect(await refusalOf(ann.call('POST /me/google/unlink', { body: { google } }))).toMatchObject(lastWay)
  })
  const proof = { passkey: device.answer(await ann.call('POST /me/passkeys/prove'), lies) }
  expect(await refusalOf(ann.call('POST /me/google/unlink', { body: proof })), 'by passkey').toMatchObject({
    error: 'last_way_in',
  })
  await ann.call('POST /me/passkeys/:id/remove', { params: { id }, body: { google } })
  await enter(ann)
})

test('somebody who signs in by a passkey links Google without another proof', async () => {
  const ann = await world.signUp({ email: googlePerson().email })
  const device = new PasskeyDevice()
  const lies = { origin: 'https://beats.example' }
  const making = await ann.call('POST /me/passkeys/begin', { body: { password: ann.password } })
  await ann.call('POST /me/passkeys', { body: { passkey: device.make(making, lies) } })
  const person = googlePerson({ email: ann.email })
  const { ticket } = await shop.ticketOf(person, 'google_link')
  const passkey = device.answer(await world.guest('POST /auth/login/passkey/begin'), lies)
  const { accessToken } = await world.guest('POST /auth/login/passkey', { body: { passkey } })
  await shop.callerOf(accessToken)('POST /me/google', { body: { ticket } })
  await enter(person)
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

test('a deleted account is not entered, and what Google said of it is exported and removed', async () => {
  const ann = await newcomer()
  const { ticket } = await ann.call('POST /me/google/ticket', { body: await grantOf(ann) })
  expect((await exportPerson(world.app, ann.id)).accounts).toMatchObject({
    google: { issuer, subject: ann.subject, email: ann.email },
  })
  await forgetPerson(world.app, ann.id)
  const left = await world.app.db.selectFrom('identity').where('accountId', '=', ann.id).selectAll().execute()
  expect(left).toEqual([])
  await expect(ann.call('POST /me/google', { body: { ticket } })).rejects.toMatchObject({ status: 401 })
  expect(await refusalOf(enter(ann)), 'as for a stranger').toMatchObject({ error: 'google_new' })
})
