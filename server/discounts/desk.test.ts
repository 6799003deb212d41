import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/checkout.ts'
import { createCheckout, type Checkout } from '#test/checkout.ts'
import type { Person } from '#test/shop.ts'

let shop: Checkout
let admin: Person
beforeAll(async () => {
  shop = await createCheckout()
  admin = await shop.admin()
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', shop.owner.id).execute()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
let made = 0
const addCode = (over: object = {}, seller = shop.owner) =>
  seller.call('POST /me/codes', { body: { code: `DESK${++made}`, percent: 10, ...over } })
const addDeal = () => shop.owner.call('POST /me/deals', { body: { buy: 1, percent: 50 } })
const setState = (id: number, state: 'active' | 'paused' | 'ended') =>
  shop.owner.call('PATCH /me/codes/:id', { params: { id }, body: { state } })
const why = (reason: string) => ({ reason })
const pause = (id: number, reason = 'It promises what it does not give') =>
  admin.call('POST /admin/codes/:id/pause', { params: { id }, body: why(reason) })
const resume = (id: number) => admin.call('POST /admin/codes/:id/resume', { params: { id }, body: why('It was fixed') })
const idsOf = async (query: object) => (await admin.call('GET /admin/codes', { query })).items.map(({ id }) => id)
const kitLine = async (): Promise<CartItem> => ({ type: 'kit', kitId: await shop.addKit() })
const noticesTo = ({ id }: Person) =>
  db().selectFrom('notification').where('accountId', '=', id).where('topic', '=', 'system').selectAll().execute()
const actionsOn = (kind: string, id: number) =>
  db()
    .selectFrom('adminAction')
    .where('subjectKind', '=', kind)
    .where('subjectId', '=', id)
    .select(['action', 'reason', 'adminId'])
    .orderBy('id')
    .execute()

test('the desk finds codes of any seller by code, seller and state', async () => {
  const other = await shop.world.signUp({ displayName: 'Brixton-Keys' })
  await db().updateTable('account').set({ plan: 'pro' }).where('id', '=', other.id).execute()
  const one = await addCode({ code: 'FIND-ONE' })
  const two = await addCode({ code: 'FIND-TWO' }, other)
  const ended = await addCode({ code: 'FIND-OVER' })
  await setState(ended.id, 'ended')
  await pause(one.id)
  expect(await idsOf({ q: 'find-' })).toEqual([ended.id, two.id, one.id])
  expect(await idsOf({ q: 'IND-' })).toEqual([])
  expect(await idsOf({ q: 'brixton' })).toEqual([two.id])
  expect(await idsOf({ seller: other.id })).toEqual([two.id])
  expect(await idsOf({ q: 'find-', state: 'active' })).toEqual([two.id])
  expect(await idsOf({ q: 'find-', state: 'paused' })).toEqual([one.id])
  expect(await idsOf({ q: 'find-', state: 'held' })).toEqual([one.id])
  expect(await idsOf({ q: 'find-', state: 'ended' })).toEqual([ended.id])
  expect(await admin.call('GET /admin/codes', { query: { q: 'find-', page: 1, limit: 2 } })).toMatchObject({
    items: [{ id: one.id, seller: { id: shop.owner.id }, held: { reason: 'It promises what it does not give' } }],
    totalItems: 3,
    totalPages: 2,
    capped: false,
  })
  for (const call of ['GET /admin/codes', 'GET /admin/deals'] as const)
    await expect(shop.owner.call(call, { query: {} })).rejects.toMatchObject({ status: 403 })
})

test('the desk finds deals by the beginning of a seller’s name, by seller and by state', async () => {
  const other = await shop.world.signUp({ displayName: 'Peckham-Strings' })
  await db().updateTable('account').set({ plan: 'pro' }).where('id', '=', other.id).execute()
  const theirs = await other.call('POST /me/deals', { body: { buy: 2, free: 1 } })
  const paused = await other.call('POST /me/deals', { body: { buy: 3, free: 1 } })
  const mine = await addDeal()
  await other.call('PATCH /me/deals/:id', { params: { id: paused.id }, body: { state: 'paused' } })
  await shop.owner.call('PATCH /me/deals/:id', { params: { id: mine.id }, body: { state: 'ended' } })
  const found = async (query: object) => (await admin.call('GET /admin/deals', { query })).items.map(({ id }) => id)
  expect(await found({})).toEqual([mine.id, paused.id, theirs.id])
  expect(await found({ q: ' PECKHAM ' })).toEqual([paused.id, theirs.id])
  expect(await found({ q: 'eckham' })).toEqual([])
  expect(await found({ seller: other.id })).toEqual([paused.id, theirs.id])
  expect(await found({ state: 'active' })).toEqual([theirs.id])
  expect(await found({ state: 'paused' })).toEqual([paused.id])
  expect(await found({ state: 'ended' })).toEqual([mine.id])
  expect(await admin.call('GET /admin/deals', { query: { page: 1, limit: 2 } })).toMatchObject({
    items: [{ id: theirs.id, seller: { name: 'Peckham-Strings', plan: 'pro' }, held: null }],
    totalItems: 3,
    capped: false,
  })
})

test('a code that an admin has paused counts nothing, and its seller reads why and can only end it', async () => {
  const { id, code } = await addCode()
  const items = [await kitLine()]
  expect(await shop.preview(items, shop.fan, code)).toMatchObject({ subtotal: 19, total: 17.1 })
  expect(await pause(id)).toMatchObject({ status: 'paused', held: { by: expect.any(String) } })
  expect(await shop.preview(items, shop.fan, code)).toMatchObject({
    total: 19,
    codes: [{ isUsed: false, why: 'This code is paused.' }],
  })
  const { codes } = await shop.owner.call('GET /me/discounts')
  expect(codes.find((one) => one.id === id)).toMatchObject({
    status: 'paused',
    pausedFor: 'It promises what it does not give',
  })
  await expect(setState(id, 'active')).rejects.toMatchObject({
    status: 409,
    error: 'held',
    message: 'Paused by the house: It promises what it does not give',
  })
  expect((await noticesTo(shop.owner)).at(-1)).toMatchObject({
    title: `We have paused your code ${code}`,
    message: 'It promises what it does not give',
    path: '/account?tab=codes',
  })
  await expect(pause(id)).rejects.toMatchObject({ status: 409, error: 'held' })
  expect(await resume(id)).toMatchObject({ status: 'active', held: null, pausedFor: null })
  await expect(resume(id)).rejects.toMatchObject({ status: 409, error: 'not_held' })
  expect(await shop.preview(items, shop.fan, code)).toMatchObject({ total: 17.1 })
  expect((await noticesTo(shop.owner)).at(-1)).toMatchObject({ title: `Your code ${code} is yours again` })
  expect(await actionsOn('code', id)).toEqual([
    { action: 'pause code', reason: 'It promises what it does not give', adminId: admin.id },
    { action: 'resume code', reason: 'It was fixed', adminId: admin.id },
  ])
})

test('a code that its seller had paused is paused after the admin has resumed it', async () => {
  const { id } = await addCode()
  await setState(id, 'paused')
  await pause(id)
  expect(await resume(id)).toMatchObject({ status: 'paused', held: null })
  expect(await setState(id, 'active')).toMatchObject({ status: 'active' })
  await pause(id)
  expect(await setState(id, 'ended')).toMatchObject({ status: 'ended' })
  const over = await addCode()
  await setState(over.id, 'ended')
  await expect(pause(over.id)).rejects.toMatchObject({ status: 409, error: 'ended' })
  await expect(pause(999_999)).rejects.toMatchObject({ status: 404, message: expect.stringContaining('Code') })
  await expect(pause(over.id, '  ')).rejects.toMatchObject({ status: 400 })
})

test('an admin who pauses a code or a deal reads for which items it is', async () => {
  const kit = await shop.addKit()
  const { id } = await addCode({ itemIds: [kit] })
  expect(await pause(id)).toMatchObject({ items: [{ id: kit }] })
  const deal = await shop.owner.call('POST /me/deals', { body: { buy: 1, percent: 50, itemIds: [kit] } })
  const params = { id: deal.id }
  const paused = await admin.call('POST /admin/deals/:id/pause', { params, body: why('Too good to be true') })
  expect(paused).toMatchObject({ items: [{ id: kit }] })
  await shop.owner.call('PATCH /me/deals/:id', { params, body: { state: 'ended' } })
})

test('a deal that an admin has paused takes nothing off', async () => {
  const { id } = await addDeal()
  const items = [await kitLine()]
  expect(await shop.preview(items, shop.fan)).toMatchObject({ total: 9.5 })
  const params = { id }
  await admin.call('POST /admin/deals/:id/pause', { params, body: why('Too good to be true') })
  expect(await shop.preview(items, shop.fan)).toMatchObject({ total: 19 })
  const { items: found } = await admin.call('GET /admin/deals', { query: { state: 'held', seller: shop.owner.id } })
  expect(found).toMatchObject([{ id, status: 'paused', pausedFor: 'Too good to be true' }])
  await expect(shop.owner.call('PATCH /me/deals/:id', { params, body: { state: 'active' } })).rejects.toMatchObject({
    status: 409,
    error: 'held',
  })
  expect((await noticesTo(shop.owner)).at(-1)).toMatchObject({
    title: 'We have paused your deal “Buy 1 or more, 50% off”',
  })
  expect(await admin.call('POST /admin/deals/:id/resume', { params, body: why('It is fine') })).toMatchObject({
    status: 'active',
    held: null,
    pausedFor: null,
  })
  expect(await shop.preview(items, shop.fan)).toMatchObject({ total: 9.5 })
  const again = admin.call('POST /admin/deals/:id/resume', { params, body: why('It is fine') })
  await expect(again).rejects.toMatchObject({ status: 409, error: 'not_held' })
  const missing = admin.call('POST /admin/deals/:id/pause', { params: { id: 999_999 }, body: why('Gone') })
  await expect(missing).rejects.toMatchObject({ status: 404, message: expect.stringContaining('Deal') })
  expect(await actionsOn('deal', id)).toHaveLength(2)
  await shop.owner.call('PATCH /me/deals/:id', { params, body: { state: 'ended' } })
})

test('an admin does not resume an own code or deal while there is another admin', async () => {
  const seller = await shop.admin()
  await db().updateTable('account').set({ plan: 'growth' }).where('id', '=', seller.id).execute()
  const { id } = await addCode({}, seller)
  await pause(id)
  const deal = await seller.call('POST /me/deals', { body: { buy: 1, percent: 50 } })
  await admin.call('POST /admin/deals/:id/pause', { params: { id: deal.id }, body: why('It is no deal') })
  const own = (what: 'code' | 'deal') => ({ status: 403, message: `This ${what} is yours: another admin resumes it.` })
  const body = why('It is mine')
  await expect(seller.call('POST /admin/codes/:id/resume', { params: { id }, body })).rejects.toMatchObject(own('code'))
  const resumed = seller.call('POST /admin/deals/:id/resume', { params: { id: deal.id }, body })
  await expect(resumed).rejects.toMatchObject(own('deal'))
  expect(await resume(id)).toMatchObject({ status: 'active' })
})

test('ten admins who pause a code while its seller resumes it pause it once, and it stays paused', async () => {
  const { id, code } = await addCode()
  await setState(id, 'paused')
  const before = (await noticesTo(shop.owner)).length
  const [seller, ...desk] = await Promise.allSettled([
    setState(id, 'active'),
    ...Array.from({ length: 10 }, (_, index) => pause(id, `Reason ${index}`)),
  ])
  expect(desk.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of desk)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, error: 'held' })
  if (seller.status === 'rejected') expect(seller.reason).toMatchObject({ status: 409, error: 'held' })
  expect(await actionsOn('code', id)).toHaveLength(1)
  expect(await noticesTo(shop.owner)).toHaveLength(before + 1)
  expect(await shop.preview([await kitLine()], shop.fan, code)).toMatchObject({
    total: 19,
    codes: [{ why: 'This code is paused.' }],
  })
})
