import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { createWorld, type World } from '#test/world.ts'
import { grantCredits } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const inTx = <Result>(act: (tx: Tx) => Promise<Result>) => world.app.db.transaction().execute(act)
const grantTo = (owner: number, over: Partial<Parameters<typeof grantCredits>[1]> = {}) =>
  inTx((tx) =>
    grantCredits(tx, {
      owner,
      unit: 'promo',
      cents: 1_000,
      kind: 'plan credits',
      reference: `period of ${owner}`,
      reason: 'Growth: a month’s credits',
      at: world.app.clock.now(),
      ...over,
    }),
  )

test('granted credits are given once and shown to their owner in their own unit', async () => {
  const person = await world.signUp()
  expect(await person.call('GET /me')).toMatchObject({ promoCredits: 0, referralCredits: 0 })
  expect(await grantTo(person.id)).toBe(true)
  expect(await grantTo(person.id)).toBe(false)
  await grantTo(person.id, { unit: 'referral', cents: 550, reference: `friend of ${person.id}` })
  expect(await person.call('GET /me')).toMatchObject({ promoCredits: 10, referralCredits: 5.5 })
  expect(await person.call('GET /me/referral')).toMatchObject({ referralCredits: 5.5 })
})

test.each([0, -5, 1.5, Number.NaN])('credits of %s cents are not given', async (cents) => {
  await expect(grantTo(1, { cents })).rejects.toThrow('whole cents above 0')
})
