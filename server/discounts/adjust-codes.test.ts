import { afterAll, beforeAll, expect, test } from 'vitest'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { inTransaction } from '#test/factories.ts'
import { addCode as addCodeAt, codeAdjuster } from './index.ts'
import { statusOf } from './status.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', shop.owner.id).execute()
})
afterAll(() => shop.world.close())

const DAY = 24 * 60 * 60 * 1000
const db = () => shop.world.app.db
let made = 0
const addCode = (over: object) =>
  shop.owner.call('POST /me/codes', { body: { code: `EXACT${++made}`, percent: 10, ...over } })

test('a code begins and ends to the moment', async () => {
  const { id, code } = await addCode({ startsOn: '2031-02-01', endsOn: '2031-02-01' })
  const row = await db().selectFrom('discountCode').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const [first, over] = [row.startsAt!.getTime(), row.endsAt!.getTime()]
  expect(over - first).toBe(DAY)
  const at = async (time: number) => {
    const now = new Date(time)
    const { typed } = await codeAdjuster.adjust(db(), { lines: [], buyer: null, now, typed: [code] })
    return [statusOf(row, false, now), typed![0]!.why]
  }
  const counts = ['active', 'This code is for nothing in your cart.']
  expect(await at(first - 1)).toEqual(['later', expect.stringMatching(/^This code begins on/)])
  expect(await at(first)).toEqual(counts)
  expect(await at(over - 1)).toEqual(counts)
  expect(await at(over)).toEqual(['ended', 'This code has ended.'])
})

test('a code may be made until the moment at which its last day is over', async () => {
  const { app } = shop.world
  const makeAt = (time: string) =>
    addCodeAt({ ...app, clock: { now: () => new Date(time) } }, shop.owner.id, {
      code: `EXACT${++made}`,
      percent: 10,
      endsOn: '2031-02-01',
      firstPurchase: false,
    })
  expect(await makeAt('2031-02-01T23:59:59.999Z')).toMatchObject({ status: 'active', endsOn: '2031-02-01' })
  await expect(makeAt('2031-02-02T00:00:00Z')).rejects.toMatchObject({ fields: { endsOn: 'This day is over.' } })
})

test('an order uses up codes, and no deal that has the number of a code', async () => {
  const beat = await shop.addBeat()
  const { id, code } = await addCode({ mostUses: 2 })
  for (let used = 0; used < 2; used++) await shop.buy([beatLine(beat)], await shop.world.signUp(), code)
  await db().updateTable('discountCode').set({ mostUses: 1 }).where('id', '=', id).execute()
  const reserve = (kind: 'code' | 'deal') =>
    inTransaction(db(), (tx) =>
      codeAdjuster.reserve!(tx, { id: 1, buyerId: shop.fan.id, now: new Date() }, [
        { lineId: 1, adjustments: [{ kind, reason: 'Off', source: id, cents: 100 }] },
      ]),
    )
  expect([await reserve('code'), await reserve('deal')]).toEqual([false, true])
})
