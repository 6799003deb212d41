import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProblemReason } from '#contract/problem-values.ts'
import { SUPPORT } from '#contract/support.ts'
import { beatLine } from '#test/checkout.ts'
import { createProblems, type Problems } from '#test/problems.ts'
import type { Person } from '#test/shop.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let shop: Problems
let admin: Person
beforeAll(async () => {
  shop = await createProblems()
  admin = await shop.admin()
})
afterAll(() => shop.world.close())

test('a buyer reports, the seller answers, and the buyer says that it is solved', async () => {
  const { buyer, purchaseId, slug } = await shop.sale()
  const reported = await shop.report(buyer, purchaseId, {
    reason: 'broken',
    text: '  The WAV ends\r\nafter a minute. ',
  })
  expect(reported).toMatchObject({
    role: 'buyer',
    state: 'asked',
    reason: 'broken',
    text: 'The WAV ends\nafter a minute.',
    paid: 29.95,
    refunded: 0,
    refundable: 29.95,
  })
  expect(Date.parse(reported.dueAt!) - Date.parse(reported.createdAt)).toBe(72 * HOUR)
  expect(await shop.newsOf(shop.owner, slug)).toMatchObject([
    {
      title: `${buyer.displayName} has a problem with “Stairwell Sermon”`,
      relatedType: 'PROBLEM',
      problemId: reported.id,
    },
    { title: 'You made a sale' },
  ])
  expect(await shop.mailsAbout(reported.id)).toEqual([shop.owner.email, buyer.email].toSorted())
  expect(await shop.at(shop.owner, reported.id)).toMatchObject({ role: 'seller', orderId: null })
  expect(await shop.owner.call('GET /me/problems', { query: {} })).toMatchObject({
    waiting: 1,
    items: [{ id: reported.id }],
  })

  expect(await shop.answer(reported.id)).toMatchObject({ state: 'answered', answer: 'Here is the file once more.' })
  expect(await shop.owner.call('GET /me/problems', { query: {} })).toMatchObject({ waiting: 0 })
  const [news] = await shop.newsOf(buyer, slug)
  expect(news).toMatchObject({ title: 'drillmaker answered about “Stairwell Sermon”', topic: 'purchase' })
  const solved = await shop.solve(buyer, reported.id)
  expect(solved).toMatchObject({ state: 'solved', dueAt: null, decidedBy: null })
  expect(await shop.newsOf(shop.owner, slug)).toMatchObject([
    { title: 'The problem with “Stairwell Sermon” is solved' },
    {},
    {},
  ])
  expect(await shop.mailsAbout(reported.id)).toHaveLength(6)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
})

test('a seller refunds what is left, and the problem ends with it', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const before = await shop.earnings()
  const { id } = await shop.report(buyer, purchaseId)
  expect(await shop.refundAsSeller(id)).toMatchObject({
    state: 'refunded',
    decidedBy: 'seller',
    decision: 'You are right, sorry.',
    refunded: 29.95,
    refundable: 0,
  })
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'refunded' }])
  expect(await shop.earnings()).toBeCloseTo(before - 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
  await expect(shop.refundAsSeller(id)).rejects.toMatchObject({ status: 409, error: 'ended' })
})

test('without an answer in 72 hours it goes to the operator, and a late answer is told so', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  shop.world.passTime(72 * HOUR - 60_000)
  await shop.world.takeDue()
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'asked' })
  shop.world.passTime(60_000)
  await expect(shop.answer(id)).rejects.toMatchObject({ status: 409, error: 'too_late' }) // before the round
  await shop.world.takeDue()
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'escalated', dueAt: null, answeredAt: null })
  await expect(shop.answer(id)).rejects.toMatchObject({
    status: 409,
    error: 'too_late',
    message: 'The 72 hours for an answer are over. We decide now.',
  })
  await shop.world.takeDue()
  expect(await shop.mailsAbout(id)).toHaveLength(4)
  expect(await shop.refundAsSeller(id)).toMatchObject({ state: 'refunded', decidedBy: 'seller' })
})

test('after an answer the buyer asks the operator, who refunds a part', async () => {
  const { buyer, purchaseId, orderId } = await shop.sale()
  const before = await shop.earnings()
  const { id } = await shop.report(buyer, purchaseId)
  await expect(shop.escalate(buyer, id)).rejects.toMatchObject({ status: 409, error: 'too_early' })
  await expect(shop.decide(admin, id, 10)).rejects.toMatchObject({ status: 409, error: 'too_early' })
  await shop.answer(id)
  expect(await shop.escalate(buyer, id, 'It is the same file.')).toMatchObject({
    state: 'escalated',
    objection: 'It is the same file.',
  })
  await expect(shop.escalate(buyer, id)).rejects.toMatchObject({ status: 409, error: 'escalated' })
  await expect(shop.decide(admin, id, 29.96)).rejects.toMatchObject({
    status: 400,
    fields: { amount: expect.any(String) },
  })
  expect(await shop.decide(admin, id, 10)).toMatchObject({
    role: 'operator',
    state: 'refunded',
    decidedBy: 'operator',
    refunded: 10,
    refundable: 19.95,
    decision: 'We listened to both files.',
  })
  expect(await shop.earnings()).toBeCloseTo(before - 10)
  expect(await shop.purchasesOf(buyer)).toMatchObject([{ state: 'owned' }])
  const { state, happened } = await shop.orderAtDesk(admin, orderId)
  expect(state).toBe('partly refunded')
  expect(happened.map(({ what }) => what)).toEqual([
    'Order stored',
    'Payment begun: sandbox, credit', // at the same moment
    expect.stringContaining('Paid with Visa, ends 4242'),
    'Order completed',
    'Problem reported with “Stairwell Sermon”',
    'Refund of $10.00 asked: We listened to both files.',
    'Problem with “Stairwell Sermon” ended: refunded',
    'Refund of $10.00 sent',
  ])
  const { items } = await admin.call('GET /admin/actions', { query: {} })
  expect(items[0]).toMatchObject({ action: 'decide problem', reason: 'We listened to both files.' })
  for (const person of [buyer, shop.owner])
    expect(await shop.at(person, id)).toMatchObject({ decision: 'We listened to both files.' })
  await expect(shop.report(buyer, purchaseId)).rejects.toMatchObject({ status: 409, error: 'decided' })
})

test('an admin who is a side of a problem decides it only in a shop without another admin', async () => {
  const { db } = shop.world.app
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  await shop.answer(id)
  await shop.escalate(buyer, id)
  const sides = [buyer, shop.owner]
  const admins = (await db.selectFrom('account').where('isAdmin', '=', true).select('id').execute()).map(
    (row) => row.id,
  )
  const letBeAdmins = (ids: number[]) =>
    db
      .updateTable('account')
      .set({ isAdmin: sql<boolean>`id = any(${ids}::bigint[])` })
      .execute()
  const both = sides.map((side) => side.id)
  await letBeAdmins([...admins, ...both])
  for (const side of sides)
    await expect(shop.decide(side, id, 29.95)).rejects.toMatchObject({
      status: 403,
      message: 'You are a side of this problem: another admin decides it.',
    })
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'escalated', refundable: 29.95 })
  await letBeAdmins([SUPPORT, ...both]) // every shop has the support account, and nobody signs in as it
  expect(await shop.decide(shop.owner, id, 0)).toMatchObject({ state: 'declined' })
  await letBeAdmins(admins)
})

test('the operator declines, with a reason that both read', async () => {
  const { buyer, purchaseId, slug } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  shop.world.passTime(72 * HOUR)
  await shop.world.takeDue()
  expect(await shop.decide(admin, id, 0)).toMatchObject({ state: 'declined', refunded: 0, decidedBy: 'operator' })
  expect(await shop.newsOf(shop.owner, slug)).toMatchObject([{ title: 'No refund for “Stairwell Sermon”' }, {}, {}, {}])
  expect((await shop.world.lastMailTo(buyer.email)).text).toContain('We listened to both files.')
  for (const again of [
    () => shop.decide(admin, id, 1),
    () => shop.solve(buyer, id),
    () => shop.refundAsSeller(id),
    () => shop.answer(id),
  ])
    await expect(again()).rejects.toMatchObject({ status: 409, error: 'ended' })
})

test('an answered problem ends after a week without a word of its buyer', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const { id } = await shop.report(buyer, purchaseId)
  await shop.answer(id)
  await expect(shop.answer(id)).rejects.toMatchObject({ status: 409, error: 'answered' })
  shop.world.passTime(7 * DAY)
  await shop.world.takeDue()
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'lapsed', dueAt: null })
  await expect(shop.escalate(buyer, id)).rejects.toMatchObject({ status: 409, error: 'ended' })
})

test('a purchase has one unfinished problem, and three in all', async () => {
  const { buyer, purchaseId } = await shop.sale()
  const both = await Promise.allSettled([shop.report(buyer, purchaseId), shop.report(buyer, purchaseId)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409, error: 'reported' } })
  const { items } = await buyer.call('GET /me/problems', { query: {} })
  await shop.solve(buyer, items[0]!.id)
  for (let again = 0; again < 2; again++) await shop.solve(buyer, (await shop.report(buyer, purchaseId)).id)
  await expect(shop.report(buyer, purchaseId)).rejects.toMatchObject({ status: 409, error: 'too_often' })
})

test('problems are reported within 60 days, and only with licenses that are still held', async () => {
  const [late, refunded, replaced] = [await shop.sale(), await shop.sale(), await shop.sale()]
  const { lines } = await shop.orderAtDesk(admin, refunded.orderId)
  await shop.refund(admin, refunded.orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  await expect(shop.report(refunded.buyer, refunded.purchaseId)).rejects.toMatchObject({
    status: 409,
    error: 'refunded',
  })
  await shop.buy([beatLine(replaced.beatId, 'WAV', replaced.purchaseId)], replaced.buyer)
  await expect(shop.report(replaced.buyer, replaced.purchaseId)).rejects.toMatchObject({
    status: 409,
    error: 'replaced',
  })
  shop.world.passTime(60 * DAY)
  await expect(shop.report(late.buyer, late.purchaseId)).rejects.toMatchObject({ status: 409, error: 'too_late' })
})

test('bad words, reasons and amounts change nothing', async () => {
  const { buyer, purchaseId } = await shop.sale()
  for (const body of [
    { reason: 'broken', text: 'too short' },
    { reason: 'broken', text: 'x'.repeat(2_001) },
    { reason: 'broken', text: '\u2800'.repeat(20) },
    { reason: 'because', text: 'This is long enough.' },
  ] as { reason: ProblemReason; text: string }[])
    await expect(shop.report(buyer, purchaseId, body)).rejects.toMatchObject({ status: 400 })
  const { id } = await shop.report(buyer, purchaseId)
  await expect(shop.answer(id, 'No.')).rejects.toMatchObject({
    status: 400,
    fields: { text: 'Use at least 10 characters.' },
  })
  await expect(shop.refundAsSeller(id, ' ')).rejects.toMatchObject({ status: 400 })
  for (const amount of [-1, Number.NaN, 1e9])
    await expect(shop.decide(admin, id, amount)).rejects.toMatchObject({ status: 400 })
  expect(await shop.at(buyer, id)).toMatchObject({ state: 'asked', answer: null })
})

test('each side does its own steps, and nobody else sees a problem', async () => {
  const { buyer, purchaseId, orderId } = await shop.sale()
  const stranger = await shop.world.signUp()
  const other = await shop.sale()
  await expect(shop.report(stranger, purchaseId)).rejects.toMatchObject({ status: 404 })
  await expect(shop.report(shop.owner, purchaseId)).rejects.toMatchObject({ status: 404 })
  const { id } = await shop.report(buyer, purchaseId)
  const text = 'This is long enough.'
  for (const person of [stranger, other.buyer, admin]) {
    await expect(shop.at(person, id)).rejects.toMatchObject({ status: 404 })
    await expect(shop.answer(id, text, person)).rejects.toMatchObject({ status: 404 })
    await expect(shop.refundAsSeller(id, text, person)).rejects.toMatchObject({ status: 404 })
    await expect(shop.solve(person, id)).rejects.toMatchObject({ status: 404 })
    await expect(shop.escalate(person, id)).rejects.toMatchObject({ status: 404 })
    expect((await person.call('GET /me/problems', { query: {} })).items.map((one) => one.id)).not.toContain(id)
  }
  await expect(shop.answer(id, text, buyer)).rejects.toMatchObject({ status: 403 })
  await expect(shop.refundAsSeller(id, text, buyer)).rejects.toMatchObject({ status: 403 })
  await expect(shop.solve(shop.owner, id)).rejects.toMatchObject({ status: 403 })
  await expect(shop.escalate(shop.owner, id)).rejects.toMatchObject({ status: 403 })
  for (const person of [stranger, buyer, shop.owner]) {
    await expect(shop.decide(person, id, 1)).rejects.toMatchObject({ status: 403 })
    const ofOrder = person.call('GET /admin/orders/:id/problems', { params: { id: orderId } })
    await expect(ofOrder).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.world.guest('GET /problems/:id', { params: { id } })).rejects.toMatchObject({ status: 401 })
  expect(await admin.call('GET /admin/orders/:id/problems', { params: { id: orderId } })).toMatchObject([
    { id, role: 'operator', orderId },
  ])
})

test('a free kit has problems, too, without money', async () => {
  const kit = await shop.addKit(0)
  const buyer = await shop.world.signUp()
  await shop.buy([{ type: 'kit', kitId: kit }], buyer)
  const [purchase] = await shop.purchasesOf(buyer)
  const { id } = await shop.report(buyer, purchase!.id)
  expect(await shop.at(shop.owner, id)).toMatchObject({ paid: 0, refundable: 0, item: { licenseName: 'Kit' } })
  await expect(shop.refundAsSeller(id)).rejects.toMatchObject({ status: 409 })
  await shop.answer(id)
  await shop.escalate(buyer, id)
  expect(await shop.decide(admin, id, 0)).toMatchObject({ state: 'declined' })
})
