import { expect, test } from 'vitest'
import { lockAccount, reverse } from '#server/ledger/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { readPdf } from '#test/read-pdf.ts'
import { DAY, HOUR, MINUTE, openPayouts, paypalOf } from '#test/payouts.ts'

const shop = await openPayouts()

test('a sale is pending for three days, then it is balance', async () => {
  const seller = await shop.seller()
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 0, pending: 0, clearing: [], clearsAt: null })
  await shop.sell(seller)
  const before = await shop.summaryOf(seller)
  expect(before).toMatchObject({
    balance: 0,
    pending: 29.95,
    pendingSales: 1,
    clearing: [{ title: 'Stairwell Sermon', license: 'MP3 Lease', amount: 29.95 }],
    clearsAt: before.clearing[0]!.at,
    isPaypalLinked: true,
    paypalEmail: paypalOf(seller),
    autoPayout: false,
    canSameDay: true,
    restsUntil: null,
  })
  shop.world.passTime(3 * DAY)
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95, pending: 0, clearing: [] })
})

test('a same-day payout takes the whole balance, keeps the fee, and arrives', async () => {
  const seller = await shop.readySeller()
  const row = await shop.sameDay(seller)
  expect(row).toMatchObject({ gross: 29.95, fee: 1.5, amount: 28.45, kind: 'same_day', status: 'processing' })
  expect(row.note).toBe('PayPal hasn’t confirmed yet. We keep asking.')
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 0 })
  expect((await shop.historyOf(seller))[0]).toEqual(row)
  expect(await shop.balances(seller.id)).toEqual({ earnings: 0, payouts: 28.45 })
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect((await shop.historyOf(seller))[0]).toMatchObject({ id: row.id, status: 'paid', note: null })
  expect(await shop.balances(seller.id)).toEqual({ earnings: 0, payouts: 0 })
  expect(await shop.sentTo(paypalOf(seller))).toMatchObject([{ cents: 2_845, state: 'paid' }])
  expect(await shop.mailsTo(seller, 'payout')).toEqual(['$28.45 is on your PayPal account'])
  const { content } = await seller.call('GET /notifications', { query: {} })
  expect(content.find(({ topic, title }) => topic === 'payout' && title === 'Payout sent')).toMatchObject({
    amount: 28.45,
  })
})

test('50 requests at the same moment pay once', async () => {
  const seller = await shop.readySeller()
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => shop.sameDay(seller)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ message: 'No available balance.' })
  await shop.pass(MINUTE)
  expect(await shop.sentTo(paypalOf(seller))).toHaveLength(1)
})

test('a same-day payout needs a plan, PayPal, a balance, a name, and no rest', async () => {
  const free = await shop.seller({ plan: 'free' })
  await expect(shop.sameDay(free)).rejects.toMatchObject({ status: 403 })
  const seller = shop.patient(await shop.world.signUp())
  await shop.world.app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', seller.id).execute()
  const refusal = async () => (await shop.sameDay(seller).catch((error: Error) => error)) as Error
  expect(await refusal()).toMatchObject({ status: 409, message: 'Link your PayPal first.' })
  await seller.call('PATCH /me/paypal', { body: { paypalEmail: 'late@paypal.test', password: seller.password } })
  expect(await refusal()).toMatchObject({ status: 409, message: 'No available balance.' })
  await shop.sell(seller)
  expect(await refusal()).toMatchObject({ message: 'No available balance.' })
  shop.world.passTime(3 * DAY)
  expect(await refusal()).toMatchObject({ message: 'Give your legal name and country first.' })
  await seller.call('PATCH /me/payouts', { body: { legalName: 'Lola Adeyemi' } })
  expect(await refusal()).toMatchObject({ message: 'Give your legal name and country first.' })
  await seller.call('PATCH /me/payouts', { body: { country: 'NG' } })
  await seller.call('PATCH /me/paypal', { body: { paypalEmail: 'other@paypal.test', password: seller.password } })
  expect((await refusal()).message).toMatch(/^Payouts rest until .+ UTC\.$/)
  expect(await shop.historyOf(seller)).toEqual([])
  shop.world.passTime(3 * DAY)
  expect(await shop.sameDay(seller)).toMatchObject({ status: 'requested', note: 'A person looks at it first.' })
})

test('payouts rest for 72 hours after a change of password, email or PayPal address', async () => {
  const seller = await shop.seller()
  expect(await shop.summaryOf(seller)).toMatchObject({ restsUntil: null })
  const now = () => shop.world.app.clock.now().getTime()
  const restOf = async () => new Date((await shop.summaryOf(seller)).restsUntil ?? 0).getTime() - now()
  for (const column of ['passwordChangedAt', 'emailChangedAt'] as const) {
    await shop.world.app.db
      .updateTable('account')
      .set({ [column]: new Date(now()) })
      .where('id', '=', seller.id)
      .execute()
    expect(Math.round((await restOf()) / HOUR)).toBe(72)
    shop.world.passTime(3 * DAY)
    expect(await shop.summaryOf(seller)).toMatchObject({ restsUntil: null })
  }
})

test('a refund after the request leaves a debt, and the payout is canceled before it is sent', async () => {
  const seller = await shop.seller()
  const { orderId } = await shop.earn(seller)
  const { id } = await shop.sameDay(seller)
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: -29.95 })
  await expect(shop.sameDay(seller)).rejects.toMatchObject({ message: 'No available balance.' })
  await shop.approve(id)
  await shop.pass(MINUTE)
  expect((await shop.historyOf(seller))[0]).toMatchObject({
    status: 'canceled',
    note: 'A refund came first. Back in your balance.',
  })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 0 })
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
})

test('sales with an open problem, a dispute or a promised refund are not paid out', async () => {
  const seller = await shop.seller()
  await shop.known(seller)
  const first = await shop.sell(seller)
  await shop.sell(seller)
  const third = await shop.sell(seller)
  shop.world.passTime(3 * DAY)
  const [purchase] = await shop.purchasesOf(first.buyer)
  const { id: problem } = await shop.report(first.buyer, purchase!.id)
  await shop.dispute(await shop.admin(), third.orderId, 'open')
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 59.9, onHold: 29.95 })
  expect(await shop.sameDay(seller)).toMatchObject({ gross: 29.95, status: 'requested' })
  await expect(shop.sameDay(seller)).rejects.toMatchObject({ message: 'Your balance waits for open problems to end.' })
  await shop.solve(first.buyer, problem)
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95, onHold: 0 })
  // a refund that the provider has not taken yet
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, first.orderId)
  await shop.silence(async () => {
    await shop.refund(admin, first.orderId, [{ id: lines[0]!.id, amount: 29.95 }])
  })
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95, onHold: 29.95 })
})

test('the statement and the year tell of payouts', async () => {
  const seller = await shop.seller()
  await shop.known(seller)
  const { orderId } = await shop.earn(seller)
  await shop.sameDay(seller)
  const { items } = await seller.call('GET /me/statement', { query: {} })
  expect(items).toMatchObject([
    { kind: 'payout', net: -29.95, description: expect.stringMatching(/^Payout PO-\d+$/) },
    { kind: 'sale', net: 29.95 },
  ])
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: 10 }])
  const readPaper = async (paper: Blob) => readPdf(new Uint8Array(await paper.arrayBuffer())).text
  const statement = await readPaper(await seller.call('GET /me/statement/paper', { query: {} }))
  for (const words of ['Payout PO-', '−$29.95', '$29.95', '−$10.00', 'Stairwell Sermon'])
    expect(statement).toContain(words)
  const { years } = await seller.call('GET /me/payouts/years')
  const total = { sales: 0, takenBack: 0, paid: 0, fees: 0 }
  let last = ''
  for (const year of years) {
    const table = await seller.call('GET /me/payouts/years/:year/table', { params: { year } })
    const rows = (await table.text()).trim().split('\r\n').slice(1)
    const now = shop.world.app.clock.now()
    const begun = year < now.getUTCFullYear() ? 12 : now.getUTCMonth() + 1
    expect(rows).toHaveLength(begun)
    for (const row of rows) {
      const [, sales, takenBack, paid, fees] = row.split(',').map(Number)
      total.sales += sales!
      total.takenBack += takenBack!
      total.paid += paid!
      total.fees += fees!
    }
    if (!last) last = rows.at(-1)!
    const paper = await seller.call('GET /me/payouts/years/:year/paper', { params: { year } })
    expect(paper.type).toBe('application/pdf')
    const text = await readPaper(paper)
    for (const words of [`${year}`, 'Lola Adeyemi', 'Nigeria', 'January']) expect(text).toContain(words)
  }
  expect(total).toEqual({ sales: 29.95, takenBack: 10, paid: 28.45, fees: 1.5 })
  expect(last).toMatch(/,-10$/)
  await expect(seller.call('GET /me/payouts/years/:year/table', { params: { year: 12 } })).rejects.toMatchObject({
    status: 400,
  })
  const next = shop.world.app.clock.now().getUTCFullYear() + 1
  await expect(seller.call('GET /me/payouts/years/:year/table', { params: { year: next } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a refund at the moment of the request leaves nothing to pay', async () => {
  const seller = await shop.seller()
  const { orderId } = await shop.earn(seller)
  const { db, clock } = shop.world.app
  const asking = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, { kind: 'earnings', owner: seller.id })
    const request = shop.sameDay(seller).catch((error: Error) => error)
    await untilBlocked(db)
    const of = { kind: 'sale', reference: String(orderId) }
    await reverse(tx, { kind: 'refund', reference: `${orderId} at once`, of, cents: 2_995, at: clock.now() })
    return [request]
  })
  expect(await asking[0]).toMatchObject({ status: 409, message: 'No available balance.' })
  expect(await shop.historyOf(seller)).toEqual([])
})

test('guests have no payouts', async () => {
  for (const call of ['GET /me/payouts/summary', 'POST /payouts/same-day', 'DELETE /me/paypal'] as const)
    await expect(shop.world.guest(call)).rejects.toMatchObject({ status: 401 })
})

test('a deletion waits for a payout on its way, and what waits for a person stays in the books', async () => {
  const seller = await shop.readySeller()
  const { db, clock } = shop.world.app
  const deletion = { accountId: seller.id, askedAt: clock.now(), dueAt: clock.now() }
  await shop.silence(async () => {
    await shop.sameDay(seller)
    expect(await seller.call('GET /me/deletion')).toMatchObject({ balance: 28.45, payoutsOnTheirWay: 1 })
    await db.insertInto('accountDeletion').values(deletion).execute()
    await shop.passInSilence(MINUTE)
  })
  const isDeleted = async () =>
    (await db.selectFrom('account').where('id', '=', seller.id).select('deletedAt').executeTakeFirst())?.deletedAt !==
    null
  expect(await isDeleted()).toBe(false)
  await shop.pass(HOUR)
  await shop.pass(HOUR)
  expect(await isDeleted()).toBe(true)
  const rows = await db.selectFrom('payout').where('accountId', '=', seller.id).selectAll().execute()
  expect(rows.map(({ address }) => address)).toEqual([null, null])
  expect(await db.selectFrom('payoutTarget').where('accountId', '=', seller.id).selectAll().execute()).toEqual([])

  const other = await shop.seller()
  await shop.earn(other)
  await shop.sameDay(other) // a person looks first
  await db
    .insertInto('accountDeletion')
    .values({ ...deletion, accountId: other.id })
    .execute()
  await shop.pass(MINUTE)
  expect(await shop.balances(other.id)).toEqual({ earnings: 29.95, payouts: 0 })
  const [left] = await db.selectFrom('payout').where('accountId', '=', other.id).selectAll().execute()
  expect(left).toMatchObject({ state: 'canceled', address: null })
})
