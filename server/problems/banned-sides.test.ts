import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProblems, type Problems } from '#test/problems.ts'
import type { Person } from '#test/shop.ts'

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const WRONG = { reason: 'broken', text: 'The WAV ends after a minute.' } as const
const ban = ({ id }: Pick<Person, 'id'>) =>
  admin.call('POST /admin/people/:id/ban', { params: { id }, body: { category: 'abuse', reason: 'Insults.' } })

test('the library of a banned buyer offers no new problem', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const offered = async () => (await buyer.call('GET /library/:id', { params: { id: purchaseId } })).reportUntilIso
  expect(await offered()).not.toBeNull()
  await ban(buyer)
  expect(await offered()).toBeNull()
})

test('a problem goes on between a seller and a buyer who were banned after it was reported', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId, WRONG)
  await ban(buyer)
  await ban(shop.owner)
  const [params, text] = [{ id }, 'It plays to its end here.']
  expect(await shop.owner.call('POST /problems/:id/answer', { params, body: { text } })).toMatchObject({
    state: 'answered',
  })
  expect((await buyer.call('GET /me/problems', { query: {} })).items).toMatchObject([{ id, answer: text }])
  expect(await buyer.call('POST /problems/:id/escalate', { params, body: { text: 'Not here.' } })).toMatchObject({
    state: 'escalated',
  })
  expect(await shop.owner.call('POST /problems/:id/refund', { params, body: { reason: 'So be it.' } })).toMatchObject({
    state: 'refunded',
  })
  await expect(shop.report(buyer, purchaseId, WRONG)).rejects.toMatchObject({ status: 403, error: 'banned' })
})
