import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makePlans } from './make-plans.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makePlans(world.app)
})
afterAll(() => world.close())

const plans = () =>
  world.app.db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'accountId')
    .select(['handle', 'subscription.plan', 'state'])
    .select((all) =>
      all
        .selectFrom('subscriptionPeriod')
        .whereRef('subscriptionId', '=', 'subscription.id')
        .select((each) => each.fn.countAll<number>().as('periods'))
        .as('periods'),
    )
    .orderBy('subscription.id')
    .execute()

test('sellers of the demo pay for their plans, one renewal has failed, and a second start adds nothing', async () => {
  const made = [
    { handle: 'LogDrumLola', plan: 'growth', state: 'active', periods: 4 },
    { handle: 'ColdHarbour', plan: 'pro', state: 'active', periods: 1 },
    { handle: 'Betonwerk', plan: 'growth', state: 'overdue', periods: 1 },
  ]
  expect(await plans()).toEqual(made)
  await makePlans(world.app)
  expect(await plans()).toEqual(made)
  const codes = await world.app.db.selectFrom('discountCode').select('code').execute()
  expect(codes).toEqual([{ code: 'LOGDRUM15' }])
})
