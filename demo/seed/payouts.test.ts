import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/people.ts'
import { handleKey, hashPassword } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { weekOf } from '#server/payouts/week.ts'
import { createWorld, type World } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeOrders } from './make-orders.ts'
import { makePayouts } from './make-payouts.ts'
import { makePlans } from './make-plans.ts'
import { makeSplits } from './make-splits.ts'
import { DAY } from './time.ts'

const PEOPLE = {
  ColdHarbour: 'producer@slide.test',
  LogDrumLola: 'growth@slide.test',
  PitkinSound: 'pitkinsound@slide.test',
  Betonwerk: 'betonwerk@slide.test',
}

async function seeded(world: World) {
  const { db, clock } = world.app
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await seedDemo({ db, put: async () => {}, passwordHash, handleKey, manifest, now: clock.now() })
  await makeSplits(world.app)
  await makeOrders(world.app)
  await makePlans(world.app)
  await makePayouts(world.app)
}

async function signIn({ guest, clientFor }: World, email: string) {
  const { accessToken } = await guest('POST /auth/login', { body: { email, password: DEMO_PASSWORD } })
  return clientFor(() => accessToken!)
}

/** The own payouts as each seller reads them, the newest first. */
async function histories(world: World) {
  const all: Record<string, string[]> = {}
  for (const [handle, email] of Object.entries(PEOPLE)) {
    const call = await signIn(world, email)
    const { items } = await call('GET /me/payouts/history', { query: {} })
    all[handle] = items.map(({ kind, status, gross, note }) => [kind, status, gross, note].join(', '))
  }
  return all
}

const READ = {
  ColdHarbour: [
    'same_day, requested, 523.95, A person looks at it first.',
    'same_day, paid, 15.98, ',
    'same_day, paid, 84.85, ',
    'same_day, failed, 24.95, PayPal refused it. Back in your balance.',
  ],
  LogDrumLola: ['same_day, processing, 59.95, PayPal hasn’t confirmed yet. We keep asking.', 'same_day, paid, 38.92, '],
  PitkinSound: [
    'same_day, requested, 29.9, A person looks at it first.',
    'same_day, returned, 14.95, PayPal sent it back. Back in your balance.',
  ],
  Betonwerk: ['weekly, unclaimed, 39.95, This address has no PayPal account yet. Open one within 30 days.'],
}

let world: World
beforeAll(async () => {
  world = await createWorld()
  await seeded(world)
})
afterAll(() => world.close())

test('sellers of the demo have payouts in every state, and a further start adds none', async () => {
  expect(await histories(world)).toEqual(READ)
  await makePayouts(world.app)
  expect(await histories(world)).toEqual(READ)
  expect(await world.app.db.selectFrom('mail').where('kind', 'like', 'p%').select('kind').execute()).toEqual([])
})

test('at the desk two payouts wait: a large one, and the first to a new address after one that came back', async () => {
  const call = await signIn(world, 'admin@slide.test')
  const { items, needYou } = await call('GET /admin/payouts', { query: { state: 'waiting' } })
  expect(items.map(({ seller, looks, waits }) => [seller.name, looks.join(' '), waits])).toEqual([
    ['ColdHarbour', 'large', true],
    ['PitkinSound', 'first flag', true],
  ])
  expect(needYou).toBe(2)
})

test('balances are those of the rows, and the payout on its way is paid when the provider answers', async () => {
  const sum = async () =>
    (
      await world.app.db
        .selectFrom('ledgerLine')
        .select((all) => all.fn.sum<number>('cents').as('cents'))
        .executeTakeFirstOrThrow()
    ).cents
  expect(Number(await sum())).toBe(0)
  world.passTime(6 * 60 * 60_000)
  await world.takeDue()
  world.passTime(2 * 60_000)
  await world.takeDue()
  world.passTime(2 * 60_000)
  await world.takeDue()
  const lola = await signIn(world, PEOPLE.LogDrumLola)
  expect((await lola('GET /me/payouts/history', { query: {} })).items[0]).toMatchObject({ status: 'paid', note: null })
  expect(Number(await sum())).toBe(0)
})

test('the payouts are the same if the first start is on a Monday', async () => {
  const other = await createWorld()
  other.passTime(((8 - other.app.clock.now().getUTCDay()) % 7) * DAY)
  await other.app.db
    .updateTable('payoutWeek')
    .set({ week: weekOf(other.app.clock.now()) })
    .execute() // set up then
  await seeded(other)
  expect(await histories(other)).toEqual(READ)
  await other.close()
})
