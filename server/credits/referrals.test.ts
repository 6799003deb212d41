import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { workOf } from '#server/work.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { mailboxOf } from './suspicion.ts'

let world: World
let admin: Person
type Person = Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signUp()
  await world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', admin.id).execute()
})
afterAll(() => world.close())

const db = () => world.app.db
let people = 0
const codeOf = async ({ id }: { id: number }) =>
  (await db().selectFrom('account').where('id', '=', id).select('referralCode').executeTakeFirstOrThrow()).referralCode

/** Registers a friend by somebody's link, from a network and a browser of their own. */
async function join(referrer: { id: number }, over: { email?: string; address?: string; browser?: string } = {}) {
  const number = ++people
  const { email = `friend${number}@slide.test`, address = `203.0.113.${number}`, browser = `Browser ${number}` } = over
  const reply = await world.http.inject({
    method: 'POST',
    url: '/api/auth/register',
    remoteAddress: address,
    headers: { 'user-agent': browser },
    payload: {
      email,
      displayName: `friend-${number}x`,
      password: 'windows lit at night',
      referralCode: await codeOf(referrer),
    },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const { id } = await db().selectFrom('account').where('email', '=', email).select('id').executeTakeFirstOrThrow()
  return { id, email }
}
async function confirm({ email }: { email: string }) {
  const { token } = await world.lastMailTo(email)
  await world.guest('POST /auth/confirm-email', { body: { token: token! } })
  await world.work()
}
const bring = async (...given: Parameters<typeof join>) => {
  const friend = await join(...given)
  await confirm(friend)
  return friend
}
const setPlan = ({ id }: Person, plan: 'growth' | 'pro') =>
  db().updateTable('account').set({ plan }).where('id', '=', id).execute()
const creditsOf = async (person: Person) => (await person.call('GET /me')).referralCredits
const held = async () => (await admin.call('GET /admin/referrals', { query: {} })).items
const reasonFor = async (id: number) => (await held()).find((one) => one.id === id)?.reason

test('a friend’s confirmed email is credited at the referrer’s plan rate, and the referrer is told', async () => {
  const referrer = await world.signUp()
  const friend = await join(referrer)
  await world.work()
  expect(await creditsOf(referrer)).toBe(0)
  await confirm(friend)
  expect(await creditsOf(referrer)).toBe(5)
  await setPlan(referrer, 'growth')
  await bring(referrer)
  await setPlan(referrer, 'pro')
  await bring(referrer)
  expect(await referrer.call('GET /me/referral')).toMatchObject({
    referralLink: `/register?ref=${await codeOf(referrer)}`,
    referralCredits: 35,
    referralCount: 3,
    perFriend: 20,
    history: [20, 10, 5].map((amount) => ({ amount, state: 'credited' })),
  })
  expect((await referrer.call('GET /notifications/unread', { query: {} })).content[0]).toMatchObject({
    title: 'You earned referral credits',
    amount: 20,
  })
  expect(await world.lastMailTo(referrer.email)).toMatchObject({
    subject: 'A friend brought you $20.00 of credits',
    text: expect.stringMatching(/You got \$20\.00 of credits\.[^]+Promote an item[^]+\/promos/),
  })
})

test('a referral of somebody who has left can be refused only', async () => {
  const referrer = await world.signUp({ email: 'tess@slide.test' })
  const { id } = await bring(referrer, { email: 'tess+1@slide.test' })
  await db().updateTable('account').set({ deletedAt: new Date() }).where('id', '=', referrer.id).execute()
  await expect(admin.call('POST /admin/referrals/:id/release', { params: { id } })).rejects.toMatchObject({
    status: 409,
    error: 'left',
  })
  const entries = db().selectFrom('ledgerEntry').where('kind', '=', 'referral').where('reference', '=', String(id))
  expect(await entries.select('id').execute()).toEqual([])
  expect(await admin.call('POST /admin/referrals/:id/refuse', { params: { id } })).toMatchObject({ state: 'refused' })
})

test('a new account is credited once, however often and at once its confirmation is worked on', async () => {
  const referrer = await world.signUp()
  const friend = await bring(referrer)
  const claim = () => workOf(world.app).tasks['credit-referral']({ accountId: friend.id })
  await Promise.all(Array.from({ length: 50 }, claim))
  expect(await creditsOf(referrer)).toBe(5)
  const fresh = await join(referrer)
  await db().updateTable('account').set({ emailVerifiedAt: new Date() }).where('id', '=', fresh.id).execute()
  const fifty = Array.from({ length: 50 }, () => workOf(world.app).tasks['credit-referral']({ accountId: fresh.id }))
  await Promise.all(fifty)
  expect(await creditsOf(referrer)).toBe(10)
})

test('accounts that nobody brought, or somebody who left, credit nobody', async () => {
  const alone = await world.signUp()
  await workOf(world.app).tasks['credit-referral']({ accountId: alone.id })
  const referrer = await world.signUp()
  const friend = await join(referrer)
  await db().updateTable('account').set({ deletedAt: new Date() }).where('id', '=', referrer.id).execute()
  await confirm(friend)
  const rows = await db().selectFrom('referral').where('referrerId', '=', referrer.id).selectAll().execute()
  expect(rows).toEqual([])
})

/** Begins something when all data of a person is removed, and nobody else sees it yet. */
async function duringDeletion({ id }: Person, act: () => Promise<unknown>) {
  let acted: Promise<PromiseSettledResult<unknown>[]> | undefined
  let forgotten: Promise<void> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('notificationCounter').where('accountId', '=', id).select('accountId').forUpdate().execute()
      forgotten = forgetPerson(world.app, id)
      forgotten.catch(() => {})
      await untilBlocked(db())
      acted = Promise.allSettled([act()])
      await Promise.race([acted, untilBlocked(db(), 2)])
    })
  await forgotten
  return (await acted!)[0]!
}

test('a person who is being deleted gets no credits, no notice and no mail for a friend of the same moment', async () => {
  const referrer = await world.signUp()
  await bring(referrer)
  await db().deleteFrom('mail').where('recipient', '=', referrer.email).execute()
  const friend = await join(referrer)
  await db().updateTable('account').set({ emailVerifiedAt: new Date() }).where('id', '=', friend.id).execute()
  const claim = () => workOf(world.app).tasks['credit-referral']({ accountId: friend.id })
  expect(await duringDeletion(referrer, claim)).toMatchObject({ status: 'fulfilled' })
  const left = { accountId: referrer.id, referrerId: referrer.id, recipient: referrer.email }
  for (const [table, column] of [
    ['notification', 'accountId'],
    ['mail', 'recipient'],
  ] as const)
    expect(await db().selectFrom(table).where(column, '=', left[column]).select('id').execute(), table).toEqual([])
  expect(await db().selectFrom('referral').where('accountId', '=', friend.id).selectAll().execute()).toEqual([])
})

test('a referral is not released to a person who is being deleted', async () => {
  const referrer = await world.signUp({ email: 'uma@slide.test' })
  await bring(referrer)
  const { id } = await bring(referrer, { email: 'uma+1@slide.test' })
  const release = () => admin.call('POST /admin/referrals/:id/release', { params: { id } })
  expect(await duringDeletion(referrer, release)).toMatchObject({ status: 'rejected', reason: { error: 'left' } })
})

test.each([
  ['Ann+friend@Slide.test', 'ann@slide.test'],
  ['a.n.n+x@gmail.com', 'ann@gmail.com'],
  ['Ann@googlemail.com', 'ann@gmail.com'],
  ['a.nn@slide.test', 'a.nn@slide.test'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('an alias of the referrer’s or of another friend’s mailbox waits for an admin', async () => {
  const referrer = await world.signUp({ email: 'lola@slide.test' })
  const { id } = await bring(referrer, { email: 'lola+two@slide.test' })
  expect(await reasonFor(id)).toBe(`The address leads to the same mailbox as that of account ${referrer.id}.`)
  const friend = await bring(referrer, { email: 'bo.b@gmail.com' })
  const twin = await bring(referrer, { email: 'bob+1@gmail.com' })
  expect(await reasonFor(twin.id)).toBe(`The address leads to the same mailbox as that of account ${friend.id}.`)
  expect(await creditsOf(referrer)).toBe(5)
  expect(await referrer.call('GET /me/referral')).toMatchObject({
    history: [{ state: 'held' }, { state: 'credited' }, { state: 'held' }],
  })
})

test('a mailbox that a friend or the referrer had before waits for an admin, too', async () => {
  const move = async (email: string, next: string) => {
    const { accessToken } = await world.guest('POST /auth/login', { body: { email, password: 'windows lit at night' } })
    const call = world.clientFor(() => accessToken)
    await call('PATCH /me/email', { body: { email: next, password: 'windows lit at night' } })
    await world.work()
    const { token } = await world.lastMailTo(next)
    await world.guest('POST /auth/confirm-new-email', { body: { token: token! } })
  }
  const referrer = await world.signUp({ email: 'mia@slide.test' })
  await move('mia@slide.test', 'mia@elsewhere.test')
  const own = await bring(referrer, { email: 'mia+1@slide.test' })
  expect(await reasonFor(own.id)).toBe(`The address leads to the same mailbox as that of account ${referrer.id}.`)
  const friend = await bring(referrer, { email: 'tom+1@slide.test' })
  await move('tom+1@slide.test', 'tom@elsewhere.test')
  const twin = await bring(referrer, { email: 'tom+2@slide.test' })
  expect(await reasonFor(twin.id)).toBe(`The address leads to the same mailbox as that of account ${friend.id}.`)
  expect(await creditsOf(referrer)).toBe(5)
})

test('an own browser, or one of another friend or of the referrer’s referrer, waits for an admin', async () => {
  const top = await world.signUp()
  const referrer = await join(top, { address: '198.51.100.1', browser: 'Own' })
  const own = await bring(referrer, { address: '198.51.100.1', browser: 'Own' })
  expect(await reasonFor(own.id)).toBe(`The browser and the network are those of account ${referrer.id}.`)
  const friend = await bring(referrer, { address: '198.51.100.2', browser: 'Ring' })
  const ring = await bring(referrer, { address: '198.51.100.2', browser: 'Ring' })
  expect(await reasonFor(friend.id)).toBeUndefined()
  expect(await reasonFor(ring.id)).toBe(`The browser and the network are those of account ${friend.id}.`)
  const circle = await bring(friend, { address: '198.51.100.1', browser: 'Own' })
  expect(await reasonFor(circle.id)).toBe(`The browser and the network are those of account ${referrer.id}.`)
  const neighbor = await bring(referrer, { address: '198.51.100.2', browser: 'Another one' })
  expect(await reasonFor(neighbor.id)).toBeUndefined()
})

test('a friend of a banned person, or one who was banned before the confirmation, waits for an admin', async () => {
  const [referrer, badReferrer] = [await world.signUp(), await world.signUp()]
  const ban = (id: number) =>
    db().updateTable('account').set({ bannedAt: world.app.clock.now() }).where('id', '=', id).execute()
  const friend = await join(referrer)
  await ban(friend.id)
  await confirm(friend)
  expect(await reasonFor(friend.id)).toBe(`Account ${friend.id} is banned.`)
  expect(await creditsOf(referrer)).toBe(0)
  const other = await join(badReferrer)
  await ban(badReferrer.id)
  await confirm(other)
  expect(await reasonFor(other.id)).toBe(`Account ${badReferrer.id} is banned.`)
})

test('more than twenty friends in a day wait for an admin', async () => {
  const referrer = await world.signUp()
  for (let friend = 0; friend < 20; friend++) await bring(referrer)
  const { id } = await bring(referrer)
  expect(await reasonFor(id)).toBe('More than 20 friends in a day.')
  expect(await creditsOf(referrer)).toBe(100)
})

test('friends who confirm at the same time are counted, too', async () => {
  const referrer = await world.signUp()
  const friends = []
  for (let friend = 0; friend < 30; friend++) friends.push(await join(referrer))
  await db()
    .updateTable('account')
    .set({ emailVerifiedAt: world.app.clock.now() })
    .where('referredBy', '=', referrer.id)
    .execute()
  await Promise.all(friends.map(({ id }) => workOf(world.app).tasks['credit-referral']({ accountId: id })))
  expect(await creditsOf(referrer)).toBe(100)
  const waiting = (await held()).filter(({ referrer: { id } }) => id === referrer.id)
  expect(waiting.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 10 }, () => 'More than 20 friends in a day.'),
  )
})

test('an admin releases a held referral or refuses it, once', async () => {
  const referrer = await world.signUp({ email: 'sam@slide.test' })
  const first = await bring(referrer, { email: 'sam+1@slide.test' })
  const second = await bring(referrer, { email: 'sam+2@slide.test' })
  const released = Array.from({ length: 50 }, () =>
    admin.call('POST /admin/referrals/:id/release', { params: { id: first.id } }),
  )
  const outcomes = await Promise.allSettled(released)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await creditsOf(referrer)).toBe(5)
  const refused = await admin.call('POST /admin/referrals/:id/refuse', { params: { id: second.id } })
  expect(refused).toMatchObject({
    state: 'refused',
    amount: 5,
    account: { id: second.id },
    referrer: { id: referrer.id },
  })
  await expect(admin.call('POST /admin/referrals/:id/release', { params: { id: second.id } })).rejects.toMatchObject({
    status: 409,
    error: 'decided',
  })
  await expect(admin.call('POST /admin/referrals/:id/refuse', { params: { id: 999_999 } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await creditsOf(referrer)).toBe(5)
  expect((await held()).some(({ referrer: { id } }) => id === referrer.id)).toBe(false)
  const all = await admin.call('GET /admin/referrals', { query: { state: 'all' } })
  expect(all.items.slice(0, 2)).toMatchObject([{ state: 'refused' }, { state: 'credited' }])
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['refuse referral', 'release referral'])
  await expect(referrer.call('GET /admin/referrals', { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('an admin does not release the own referral while there is another admin', async () => {
  const other = await world.signUp()
  const { id } = await bring(other, { email: other.email.replace('@', '+1@') })
  await db().updateTable('account').set({ isAdmin: true }).where('id', '=', other.id).execute()
  const release = (by: Person) => by.call('POST /admin/referrals/:id/release', { params: { id } })
  await expect(release(other)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  expect(await release(admin)).toMatchObject({ state: 'credited' })
})
