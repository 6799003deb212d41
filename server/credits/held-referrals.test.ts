import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOf } from '#server/work.ts'
import { createReferrals, type Referrals } from '#test/referrals.ts'
import type { Person } from '#test/shop.ts'
import { mailboxOf } from './suspicion.ts'

let referrals: Referrals
beforeAll(async () => {
  referrals = await createReferrals()
})
afterAll(() => referrals.world.close())

const db = () => referrals.world.app.db

test.each([
  ['Ann+friend@Slide.test', 'ann@slide.test'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['Ann@googlemail.com', 'ann@gmail.com'],
  ['a.nn@slide.test', 'a.nn@slide.test'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('an alias of the referrer’s or of another friend’s mailbox waits for an admin', async () => {
  const referrer = await referrals.world.signUp({ email: 'lola@slide.test' })
  const { id } = await referrals.bring(referrer, { email: 'lola+two@slide.test' })
  expect(await referrals.reasonFor(id)).toBe(`The address leads to the same mailbox as that of account ${referrer.id}.`)
  const friend = await referrals.bring(referrer, { email: 'bo.b@gmail.com' })
  const twin = await referrals.bring(referrer, { email: 'bob+1@gmail.com' })
  expect(await referrals.reasonFor(twin.id)).toBe(
    `The address leads to the same mailbox as that of account ${friend.id}.`,
  )
  expect(await referrals.creditsOf(referrer)).toBe(5)
  expect(await referrer.call('GET /me/referral')).toMatchObject({
    history: [{ state: 'held' }, { state: 'credited' }, { state: 'held' }],
  })
})

test('a mailbox that a friend or the referrer had before waits for an admin, too', async () => {
  const move = async (email: string, next: string) => {
    const { accessToken } = await referrals.world.guest('POST /auth/login', {
      body: { email, password: 'windows lit at night' },
    })
    const call = referrals.world.clientFor(() => accessToken)
    await call('PATCH /me/email', { body: { email: next, password: 'windows lit at night' } })
    await referrals.world.work()
    const { token } = await referrals.world.lastMailTo(next)
    await referrals.world.guest('POST /auth/confirm-new-email', { body: { token: token! } })
  }
  const referrer = await referrals.world.signUp({ email: 'mia@slide.test' })
  await move('mia@slide.test', 'mia@elsewhere.test')
  const own = await referrals.bring(referrer, { email: 'mia+1@slide.test' })
  expect(await referrals.reasonFor(own.id)).toBe(
    `The address leads to the same mailbox as that of account ${referrer.id}.`,
  )
  const friend = await referrals.bring(referrer, { email: 'tom+1@slide.test' })
  await move('tom+1@slide.test', 'tom@elsewhere.test')
  const twin = await referrals.bring(referrer, { email: 'tom+2@slide.test' })
  expect(await referrals.reasonFor(twin.id)).toBe(
    `The address leads to the same mailbox as that of account ${friend.id}.`,
  )
  expect(await referrals.creditsOf(referrer)).toBe(5)
})

test('an own browser, or one of another friend or of the referrer’s referrer, waits for an admin', async () => {
  const top = await referrals.world.signUp()
  const referrer = await referrals.join(top, { address: '198.51.100.1', browser: 'Own' })
  const own = await referrals.bring(referrer, { address: '198.51.100.1', browser: 'Own' })
  expect(await referrals.reasonFor(own.id)).toBe(`The browser and the network are those of account ${referrer.id}.`)
  const friend = await referrals.bring(referrer, { address: '198.51.100.2', browser: 'Ring' })
  const ring = await referrals.bring(referrer, { address: '198.51.100.2', browser: 'Ring' })
  expect(await referrals.reasonFor(friend.id)).toBeUndefined()
  expect(await referrals.reasonFor(ring.id)).toBe(`The browser and the network are those of account ${friend.id}.`)
  const circle = await referrals.bring(friend, { address: '198.51.100.1', browser: 'Own' })
  expect(await referrals.reasonFor(circle.id)).toBe(`The browser and the network are those of account ${referrer.id}.`)
  const neighbor = await referrals.bring(referrer, { address: '198.51.100.2', browser: 'Another one' })
  expect(await referrals.reasonFor(neighbor.id)).toBeUndefined()
})

test('a friend of a banned person, or one who was banned before the confirmation, waits for an admin', async () => {
  const [referrer, badReferrer] = [await referrals.world.signUp(), await referrals.world.signUp()]
  const ban = (id: number) =>
    db().updateTable('account').set({ bannedAt: referrals.world.app.clock.now() }).where('id', '=', id).execute()
  const friend = await referrals.join(referrer)
  await ban(friend.id)
  await referrals.confirm(friend)
  expect(await referrals.reasonFor(friend.id)).toBe(`Account ${friend.id} is banned.`)
  expect(await referrals.creditsOf(referrer)).toBe(0)
  const other = await referrals.join(badReferrer)
  await ban(badReferrer.id)
  await referrals.confirm(other)
  expect(await referrals.reasonFor(other.id)).toBe(`Account ${badReferrer.id} is banned.`)
})

test('more than twenty friends in a day wait for an admin', async () => {
  const referrer = await referrals.world.signUp()
  for (let friend = 0; friend < 20; friend++) await referrals.bring(referrer)
  const { id } = await referrals.bring(referrer)
  expect(await referrals.reasonFor(id)).toBe('More than 20 friends in a day.')
  expect(await referrals.creditsOf(referrer)).toBe(100)
})

test('friends who confirm at the same time are counted, too', async () => {
  const referrer = await referrals.world.signUp()
  const friends = []
  for (let friend = 0; friend < 30; friend++) friends.push(await referrals.join(referrer))
  await db()
    .updateTable('account')
    .set({ emailVerifiedAt: referrals.world.app.clock.now() })
    .where('referredBy', '=', referrer.id)
    .execute()
  await Promise.all(friends.map(({ id }) => workOf(referrals.world.app).tasks['credit-referral']({ accountId: id })))
  expect(await referrals.creditsOf(referrer)).toBe(100)
  const waiting = (await referrals.held()).filter(({ referrer: { id } }) => id === referrer.id)
  expect(waiting.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, () => 'More than 20 friends in a day.'),
  )
})

test('an admin releases a held referral or refuses it, once', async () => {
  const referrer = await referrals.world.signUp({ email: 'sam@slide.test' })
  const first = await referrals.bring(referrer, { email: 'sam+1@slide.test' })
  const second = await referrals.bring(referrer, { email: 'sam+2@slide.test' })
  const released = Array.from({ length: 50 }, () =>
    referrals.admin.call('POST /admin/referrals/:id/release', { params: { id: first.id } }),
  )
  const outcomes = await Promise.allSettled(released)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await referrals.creditsOf(referrer)).toBe(5)
  const refused = await referrals.admin.call('POST /admin/referrals/:id/refuse', { params: { id: second.id } })
  expect(refused).toMatchObject({
    state: 'refused',
    amount: 5,
    account: { id: second.id },
    referrer: { id: referrer.id },
  })
  await expect(
    referrals.admin.call('POST /admin/referrals/:id/release', { params: { id: second.id } }),
  ).rejects.toMatchObject({
    status: 409,
    error: 'decided',
  })
  await expect(
    referrals.admin.call('POST /admin/referrals/:id/refuse', { params: { id: 999_999 } }),
  ).rejects.toMatchObject({
    status: 404,
  })
  expect(await referrals.creditsOf(referrer)).toBe(5)
  expect((await referrals.held()).some(({ referrer: { id } }) => id === referrer.id)).toBe(false)
  const all = await referrals.admin.call('GET /admin/referrals', { query: { state: 'all' } })
  expect(all.items.slice(0, 2)).toMatchObject([{ state: 'refused' }, { state: 'credited' }])
  const { items } = await referrals.admin.call('GET /admin/actions', { query: {} })
  expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['refuse referral', 'release referral'])
  await expect(referrer.call('GET /admin/referrals', { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('an admin does not release the own referral while there is another admin', async () => {
  const other = await referrals.world.signUp()
  const { id } = await referrals.bring(other, { email: other.email.replace('@', '+1@') })
  await db().updateTable('account').set({ isAdmin: true }).where('id', '=', other.id).execute()
  const release = (by: Person) => by.call('POST /admin/referrals/:id/release', { params: { id } })
  await expect(release(other)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  expect(await release(referrals.admin)).toMatchObject({ state: 'credited' })
})

test('a referral of somebody who has left can be refused only', async () => {
  const referrer = await referrals.world.signUp({ email: 'tess@slide.test' })
  const { id } = await referrals.bring(referrer, { email: 'tess+1@slide.test' })
  await db().updateTable('account').set({ deletedAt: new Date() }).where('id', '=', referrer.id).execute()
  await expect(referrals.admin.call('POST /admin/referrals/:id/release', { params: { id } })).rejects.toMatchObject({
    status: 409,
    error: 'left',
  })
  const entries = db().selectFrom('ledgerEntry').where('kind', '=', 'referral').where('reference', '=', String(id))
  expect(await entries.select('id').execute()).toEqual([])
  expect(await referrals.admin.call('POST /admin/referrals/:id/refuse', { params: { id } })).toMatchObject({
    state: 'refused',
  })
})

test('a referral is not released to a person who is being deleted', async () => {
  const referrer = await referrals.world.signUp({ email: 'uma@slide.test' })
  await referrals.bring(referrer)
  const { id } = await referrals.bring(referrer, { email: 'uma+1@slide.test' })
  const release = () => referrals.admin.call('POST /admin/referrals/:id/release', { params: { id } })
  expect(await referrals.duringDeletion(referrer, release)).toMatchObject({
    status: 'rejected',
    reason: { error: 'left' },
  })
})
