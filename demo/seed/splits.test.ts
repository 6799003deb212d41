import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld, type World } from '#test/world.ts'
import { makeOrders } from './make-orders.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeSplits } from './make-splits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const { db, clock } = world.app
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makeSplits(world.app)
  await makeOrders(world.app)
})
afterAll(() => world.close())

const versions = () =>
  world.app.db
    .selectFrom('shareVersion')
    .innerJoin('item', 'item.id', 'itemId')
    .select(['title', 'state', 'number'])
    .orderBy('shareVersion.id')
    .execute()

test('the demo has a sale that is credited by shares, and an offer that waits', async () => {
  expect(await versions()).toEqual([
    { title: 'Peckham Highlife', state: 'active', number: 1 },
    { title: 'Harbour Freight', state: 'proposed', number: 1 },
  ])
  const credited = await world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount as owned', 'owned.id', 'accountId')
    .innerJoin('account', 'account.id', 'ownerId')
    .where('memo', 'like', 'Peckham Highlife, %')
    .select(['handle', 'memo'])
    .orderBy('line')
    .execute()
  expect(credited).toEqual([
    { handle: 'LogDrumLola', memo: 'Peckham Highlife, 70% share' },
    { handle: 'ColdHarbour', memo: 'Peckham Highlife, 30% share' },
  ])
})

test('a further start offers nothing again, and nobody gets mail', async () => {
  const before = await versions()
  await makeSplits(world.app)
  expect(await versions()).toEqual(before)
  expect(await world.app.db.selectFrom('mail').select('id').execute()).toEqual([])
})
