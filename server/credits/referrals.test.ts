import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOf } from '#server/work.ts'
import { createReferrals, type Referrals } from '#test/referrals.ts'
import type { Person } from '#test/shop.ts'

let referrals: Referrals
beforeAll(async () => {
  referrals = await createReferrals()
})
afterAll(() => referrals.world.close())

const db = () => referrals.world.app.db
const setPlan = ({ id }: Person, plan: 'growth' | 'pro') =>
  db().updateTable('account').set({ plan }).where('id', '=', id).execute()

test('a friend’s confirmed email is credited at the referrer’s plan rate, and the referrer is told', async () => {
  const referrer = await referrals.world.signUp()
  const friend = await referrals.join(referrer)
  await referrals.world.work()
  expect(await referrals.creditsOf(referrer)).toBe(0)
  await referrals.confirm(friend)
  expect(await referrals.creditsOf(referrer)).toBe(5)
  await setPlan(referrer, 'growth')
  await referrals.bring(referrer)
  await setPlan(referrer, 'pro')
  await referrals.bring(referrer)
  expect(await referrer.call('GET /me/referral')).toMatchObject({
    referralLink: `/register?ref=${await referrals.codeOf(referrer)}`,
    referralCredits: 35,
    referralCount: 3,
    perFriend: 20,
    history: [20, 10, 5].map((amount) => ({ amount, state: 'credited' })),
  })
  expect((await referrer.call('GET /notifications/unread', { query: {} })).content[0]).toMatchObject({
    title: 'You earned referral credits',
    amount: 20,
  })
  expect(await referrals.world.lastMailTo(referrer.email)).toMatchObject({
    subject: 'A friend brought you $20.00 of credits',
    text: expect.stringMatching(/You got \$20\.00 of credits\.[^]+Promote an item[^]+\/promos/),
  })
})

test('a new account is credited once, however often and at once its confirmation is worked on', async () => {
  const referrer = await referrals.world.signUp()
  const friend = await referrals.bring(referrer)
  const claim = () => workOf(referrals.world.app).tasks['credit-referral']({ accountId: friend.id })
  await Promise.all(Array.from({ length: 50 }, claim))
  expect(await referrals.creditsOf(referrer)).toBe(5)
  const fresh = await referrals.join(referrer)
  await db().updateTable('account').set({ emailVerifiedAt: new Date() }).where('id', '=', fresh.id).execute()
  const fifty = Array.from({ length: 50 }, () =>
    workOf(referrals.world.app).tasks['credit-referral']({ accountId: fresh.id }),
  )
  await Promise.all(fifty)
  expect(await referrals.creditsOf(referrer)).toBe(10)
})

test('accounts that nobody brought, or somebody who left, credit nobody', async () => {
  const alone = await referrals.world.signUp()
  await workOf(referrals.world.app).tasks['credit-referral']({ accountId: alone.id })
  const referrer = await referrals.world.signUp()
  const friend = await referrals.join(referrer)
  await db().updateTable('account').set({ deletedAt: new Date() }).where('id', '=', referrer.id).execute()
  await referrals.confirm(friend)
  const rows = await db().selectFrom('referral').where('referrerId', '=', referrer.id).selectAll().execute()
  expect(rows).toEqual([])
})

test('a person who is being deleted gets no credits, no notice and no mail for a friend of the same moment', async () => {
  const referrer = await referrals.world.signUp()
  await referrals.bring(referrer)
  await db().deleteFrom('mail').where('recipient', '=', referrer.email).execute()
  const friend = await referrals.join(referrer)
  await db().updateTable('account').set({ emailVerifiedAt: new Date() }).where('id', '=', friend.id).execute()
  const claim = () => workOf(referrals.world.app).tasks['credit-referral']({ accountId: friend.id })
  expect(await referrals.duringDeletion(referrer, claim)).toMatchObject({ status: 'fulfilled' })
  const left = { accountId: referrer.id, referrerId: referrer.id, recipient: referrer.email }
  for (const [table, column] of [
    ['notification', 'accountId'],
    ['mail', 'recipient'],
  ] as const)
    expect(await db().selectFrom(table).where(column, '=', left[column]).select('id').execute(), table).toEqual([])
  expect(await db().selectFrom('referral').where('accountId', '=', friend.id).selectAll().execute()).toEqual([])
})
