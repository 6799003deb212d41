import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPromotions, DAY, promoted, type Promotions } from '#test/promotions.ts'
import type { Person } from '#test/shop.ts'

let shop: Promotions
let admin: Person
beforeAll(async () => {
  shop = await createPromotions()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

const desk = () => shop.back(admin)
const list = async (query: object = {}) => (await desk())('GET /admin/promotions', { query })
const hold = async (id: number, reason = 'The cover breaks our rules') =>
  (await desk())('POST /admin/promotions/:id/pause', { params: { id }, body: { reason } })
const release = async (id: number) =>
  (await desk())('POST /admin/promotions/:id/resume', { params: { id }, body: { reason: 'It was changed' } })
async function running(title: string, over: Parameters<typeof promoted>[1] = {}) {
  const seller = await shop.world.signUp()
  const beat = await shop.addBeat({ ownerId: seller.id, title })
  return { seller, beat, ...(await shop.promote([promoted(beat, over)], seller)) }
}

test('the desk finds promotions by words, status, tier, seller and lateness', async () => {
  const one = await running('Harmattan')
  const other = await running('Owambe at 4', { tier: 'spotlight', days: 30 })
  const canceled = await running('Peckham Sun', { tier: 'standard' })
  await shop.cancel(canceled.id, canceled.seller)
  const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id)
  expect(await list({ limit: 2 })).toMatchObject({
    totalItems: 3,
    totalPages: 2,
    counts: { active: 2, paused: 0, canceled: 1, ended: 0 },
    items: [{ id: canceled.id, status: 'canceled', orderNumber: expect.stringMatching(/^SL-/) }, { id: other.id }],
  })
  expect(await idsOf({ q: 'owam' })).toEqual([other.id])
  expect(await idsOf({ q: String(one.id) })).toEqual([one.id])
  expect(await idsOf({ q: `owam ${other.id}` })).toEqual([other.id])
  expect(await idsOf({ q: `owam ${one.id}` })).toEqual([])
  expect(await idsOf({ status: 'active' })).toEqual([other.id, one.id])
  expect(await idsOf({ tier: 'standard' })).toEqual([canceled.id])
  expect(await idsOf({ seller: one.seller.id })).toEqual([one.id])
  expect(await idsOf({ page: 1, limit: 2 })).toEqual([one.id])
  await shop.pass(7 * DAY)
  await shop.deliver(one.id, { impressions: 2_101 })
  expect(await idsOf({ isLate: true })).toEqual([other.id])
  expect(await idsOf({ isLate: false, status: 'active' })).toEqual([one.id])
  await shop.deliver(other.id, { impressions: 4_500 })
  const { items } = await list({ status: 'active' })
  expect(items).toMatchObject([{ owedPerDay: 783 }, { owedPerDay: 300 }]) // 18,000 in 23 days, 2,099 in 7
  for (const call of ['GET /admin/promotions', 'GET /admin/promotions/load'] as const)
    await expect((await shop.back(one.seller))(call, { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('the load of the places is what running promotions still need, by the traffic of each', async () => {
  const { db, clock } = shop.world.app
  await db
    .updateTable('promotion')
    .set({ state: 'ended', endedAt: new Date(), endedFor: 'canceled', dueAt: null })
    .where('state', '<>', 'ended')
    .execute()
  await running('Rye Lane', { tier: 'premium', days: 3 })
  const loadNow = async () =>
    Object.fromEntries((await (await desk())('GET /admin/promotions/load')).map(({ place, ...one }) => [place, one]))
  expect(await loadNow()).toEqual({
    landing: { promotions: 1, owedPerDay: 75, perDay: null },
    browse: { promotions: 1, owedPerDay: 75, perDay: null },
    charts: { promotions: 1, owedPerDay: 75, perDay: null },
    style: { promotions: 1, owedPerDay: 75, perDay: null },
    search: { promotions: 0, owedPerDay: 0, perDay: null },
  })
  const hour = new Date(clock.now().getTime() - DAY / 2)
  await db
    .insertInto('slotHour')
    .values([
      { place: 'browse', hour, seen: 200 },
      { place: 'landing', hour, seen: 100 },
      { place: 'search', hour, seen: 900 },
    ])
    .execute()
  expect(await loadNow()).toMatchObject({
    browse: { owedPerDay: 200, perDay: 200 },
    landing: { owedPerDay: 100, perDay: 100 },
    charts: { owedPerDay: 0, perDay: null },
    search: { promotions: 0, owedPerDay: 0, perDay: 900 },
  })
})

test('an admin pauses a promotion with a reason: its time stands still, its seller is told, and it is recorded', async () => {
  const { id, seller, beat, endsAt } = await running('Third Mainland')
  expect(await hold(id)).toMatchObject({
    status: 'paused',
    pausedFor: 'The cover breaks our rules',
    held: { reason: 'The cover breaks our rules', by: expect.any(String) },
  })
  await shop.world.work()
  expect(await shop.isMarked(beat)).toBe(false)
  await expect(hold(id)).rejects.toMatchObject({ status: 409, error: 'held' })
  expect((await shop.titlesOf(seller)).at(-1)).toBe(
    'We have paused your promotion of “Third Mainland”. The cover breaks our rules',
  )
  expect(await shop.mailsTo(seller)).toContain('promotion paused')
  await shop.pass(40 * DAY)
  expect(await shop.newest(seller)).toMatchObject({ status: 'paused', canCancel: true })
  await shop.setItem(beat, 'paused')
  await shop.setItem(beat, 'published')
  expect(await shop.newest(seller)).toMatchObject({ status: 'paused' }) // the item alone lets it not go on
  expect(await release(id)).toMatchObject({ status: 'active', held: null })
  expect((Date.parse((await shop.newest(seller)).endsAt) - Date.parse(endsAt)) / DAY).toBeCloseTo(40, 2)
  await expect(release(id)).rejects.toMatchObject({ status: 409, error: 'not_held' })
  const { items } = await (await desk())('GET /admin/actions', { query: { limit: 2 } })
  expect(items).toMatchObject([
    { action: 'resume promotion', subject: { kind: 'promotion', id }, reason: 'It was changed' },
    { action: 'pause promotion', subject: { kind: 'promotion', id }, reason: 'The cover breaks our rules' },
  ])
  await shop.cancel(id, seller)
  await expect(hold(id)).rejects.toMatchObject({ status: 409, error: 'ended' })
  await expect(hold(999_999)).rejects.toMatchObject({ status: 404 })
  await expect(hold(id, '  ')).rejects.toMatchObject({ status: 400 })
})

test('an admin does not resume an own promotion while there is another admin', async () => {
  const { id, seller } = await running('Own Words')
  await shop.world.app.db.updateTable('account').set({ isAdmin: true }).where('id', '=', seller.id).execute()
  await hold(id)
  const own = (await shop.back(seller))('POST /admin/promotions/:id/resume', {
    params: { id },
    body: { reason: 'It is mine' },
  })
  const message = 'This promotion is yours: another admin resumes it.'
  await expect(own).rejects.toMatchObject({ status: 403, message })
  expect(await release(id)).toMatchObject({ status: 'active', held: null })
})

test('a held promotion whose item is off sale goes on with its item', async () => {
  const { id, seller, beat } = await running('Log Drum Logic')
  await shop.setItem(beat, 'paused')
  await hold(id)
  expect(await release(id)).toMatchObject({ status: 'paused', pausedFor: 'Its item is off sale.' })
  expect((await shop.titlesOf(seller)).at(-1)).toBe(
    'We no longer pause your promotion of “Log Drum Logic”. It goes on as soon as its item can be bought again.',
  )
  await shop.setItem(beat, 'published')
  expect(await shop.newest(seller)).toMatchObject({ status: 'active' })
})

test('a seller whose promotion ends while an admin decides about it hears of the end alone', async () => {
  const { id, seller, beat } = await running('Nyash Riddim')
  const sold = { status: 'sold' } as const
  await shop.world.app.db.updateTable('item').set(sold).where('id', '=', beat).execute() // no round has seen it yet
  expect(await hold(id)).toMatchObject({ status: 'ended' })
  expect((await shop.titlesOf(seller)).at(-1)).toContain('has ended. Its item is not on sale any more.')
  expect(await shop.mailsTo(seller)).not.toContain('promotion paused')
})
