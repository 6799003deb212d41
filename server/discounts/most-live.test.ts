import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_LIVE } from '#contract/discount-limits.ts'
import { createCodes } from '#test/codes.ts'
import type { Person } from '#test/shop.ts'

const { shop, db, setPlan, addCode } = await createCodes()
let seller: Person
beforeEach(async () => {
  seller = await shop.world.signUp()
  await setPlan(seller, 'pro')
})
afterAll(() => shop.world.close())

const codes = {
  what: 'codes',
  error: 'too_many_codes',
  add: () => addCode({}, seller),
  list: async () => (await seller.call('GET /me/discounts')).codes,
  endAll: () =>
    db()
      .updateTable('discountCode')
      .set({ endsAt: new Date(0) })
      .where('sellerId', '=', seller.id),
  addEnded: () => sql`insert into discount_code (seller_id, code, basis_points, state, created_at)
    select ${seller.id}, 'OLD-' || n, 1000, 'ended', now() from generate_series(1, 200) n`,
}
const deals = {
  what: 'deals',
  error: 'too_many_deals',
  add: () => seller.call('POST /me/deals', { body: { buy: 2, free: 1 } }),
  list: async () => (await seller.call('GET /me/discounts')).deals,
  endAll: () =>
    db()
      .updateTable('deal')
      .set({ endsAt: new Date(0) })
      .where('sellerId', '=', seller.id),
  addEnded: () => sql`insert into deal (seller_id, buy, free, state, created_at)
    select ${seller.id}, 2, 1, 'ended', now() from generate_series(1, 200)`,
}

describe.each([codes, deals])('$what of a seller', ({ error, add, list, endAll, addEnded }) => {
  test('leave room for others when their days are over', async () => {
    for (let each = 0; each < MOST_LIVE; each++) await add()
    await expect(add()).rejects.toMatchObject({ status: 409, error })
    await endAll().execute()
    await add()
  })

  test('stay in the list as long as they count, however many have ended since', async () => {
    const first = await add()
    await addEnded().execute(db())
    const newest = await add()
    const all = await list()
    expect(all).toHaveLength(200)
    expect(all[0]).toEqual(newest)
    expect(all.at(-1)).toEqual(first)
  })
})
