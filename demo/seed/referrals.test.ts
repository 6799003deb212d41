import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { handleKey, hashPassword } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeReferrals } from './make-referrals.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await seedDemo({ db, put: async () => {}, passwordHash, handleKey, manifest, now: clock.now() })
  await makeReferrals(world.app)
})
afterAll(() => world.close())

async function signIn(email: string) {
  const { accessToken } = await world.guest('POST /auth/login', { body: { email, password: DEMO_PASSWORD } })
  return world.clientFor(() => accessToken!)
}

const panelOf = async (email: string) => {
  const { referralCredits, referralCount, history } = await (await signIn(email))('GET /me/referral')
  return { referralCredits, referralCount, history: history.map(({ state, amount }) => `${state} ${amount}`) }
}
const COLD = { referralCredits: 40, referralCount: 4, history: ['held 20', 'credited 20', 'credited 20'] }

test('friends of the demo’s sellers are credited, wait for an admin, or have not confirmed their email', async () => {
  expect(await panelOf('growth@slide.test')).toEqual({
    referralCredits: 20,
    referralCount: 4,
    history: ['held 10', 'credited 10', 'credited 10'],
  })
  expect(await panelOf('producer@slide.test')).toEqual(COLD)
})

test('the desk reads why two of them wait, and can release one', async () => {
  const call = await signIn('admin@slide.test')
  const { items } = await call('GET /admin/referrals', { query: {} })
  expect(items.map(({ account, referrer, reason }) => [account.name, referrer.name, reason])).toEqual([
    ['TeoAgain', 'LogDrumLola', expect.stringContaining('the same mailbox')],
    ['BrotherSub', 'ColdHarbour', expect.stringContaining('The browser and the network')],
  ])
  await call('POST /admin/referrals/:id/release', { params: { id: items[1]!.id } })
  expect(await panelOf('producer@slide.test')).toMatchObject({ referralCredits: 60 })
})

test('a further start brings nobody again, nobody gets mail, and friends sign in', async () => {
  await makeReferrals(world.app)
  expect(await panelOf('producer@slide.test')).toMatchObject({ referralCount: 4 })
  const mails = await world.app.db.selectFrom('mail').where('kind', 'in', ['welcome', 'confirm-email']).execute()
  expect(mails).toEqual([])
  const call = await signIn('sistersub@slide.test')
  expect(await call('GET /me')).toMatchObject({ emailVerified: true })
})
