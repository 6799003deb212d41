import { afterAll, expect, test } from 'vitest'
import { beatLine, createCheckout, kitLine } from '#test/checkout.ts'
import { createCodes, type NewCode } from '#test/codes.ts'
import { fileOf } from '#test/factories.ts'

const { shop, db, setPlan, newName, addCode, change, codeOf, answersTo, whyNot } = await createCodes()
const other = await shop.world.signUp({ displayName: 'pitkinsound' })
await setPlan(other, 'pro')
afterAll(() => shop.world.close())

const DAY = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) =>
  new Date(shop.world.app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)

test('a code takes percent off the items of its seller alone, line by line', async () => {
  const [beat, kit] = [await shop.addBeat(), await shop.addKit()]
  const foreign = await shop.add({ ownerId: other.id, kind: 'kit', priceCents: 1_000, files: [fileOf('archive')] })
  const { code } = await addCode({ percent: 15 })
  const items = [beatLine(beat, 'WAV'), kitLine(kit), kitLine(foreign)]
  const { lines, codes, subtotal, total } = await shop.preview(items, shop.fan, ` ${code.toLowerCase()} ,`)
  const reason = `${code}, 15% off`
  expect(lines).toMatchObject([
    { price: 44.95, total: 38.21, adjustments: [{ kind: 'code', reason, amount: 6.74 }] },
    { price: 19, total: 16.15, adjustments: [{ kind: 'code', reason, amount: 2.85 }] },
    { price: 10, total: 10, adjustments: [] },
  ])
  expect(codes).toEqual([{ code, isUsed: true, amount: 9.59, lines: [0, 1], why: null }])
  expect({ subtotal, total }).toEqual({ subtotal: 73.95, total: 64.36 })
})

test('control characters in typed codes part them, as blanks do', async () => {
  const kit = kitLine(await shop.addKit())
  const { code } = await addCode({ percent: 10 })
  expect((await shop.preview([kit], shop.fan, `${code}\0NONE`)).codes).toMatchObject([
    { code, isUsed: true },
    { code: 'NONE', isUsed: false },
  ])
})

test('a seller reads a code as it was made', async () => {
  const kit = await shop.addKit()
  const given = { minimum: 20.5, mostUses: 3, itemIds: [kit], firstPurchase: true }
  const made = await addCode({ percent: 15, ...given })
  const read = { percent: 15, amount: null, items: [{ id: kit }], minimum: 20.5, mostUses: 3, firstPurchase: true }
  expect(made).toMatchObject(read)
  expect(await codeOf(made.id)).toEqual(made)
  expect(await addCode({ amount: 7.5 })).toMatchObject({ percent: null, amount: 7.5, items: null, minimum: null })
})

test('an amount is divided over its items and never makes a price negative', async () => {
  const [beat, kit] = [await shop.addBeat(), await shop.addKit(100)]
  const { code } = await addCode({ amount: 10 })
  const { lines, total } = await shop.preview([beatLine(beat), kitLine(kit)], shop.fan, code)
  expect(lines.map((line) => line.total)).toEqual([20.27, 0.68])
  expect(lines[1]!.adjustments).toEqual([{ kind: 'code', reason: `${code}, $10.00 off`, amount: 0.32 }])
  expect(total).toBe(20.95)
  const { code: large } = await addCode({ amount: 500 })
  const buyer = await shop.world.signUp()
  expect(await shop.preview([beatLine(beat)], buyer, large)).toMatchObject({ total: 0, codes: [{ amount: 29.95 }] })
  const { state } = await shop.start([beatLine(beat)], { buyer, code: large })
  expect(state).toBe('paid') // nothing is left to pay
})

test('what was paid is what its seller gets; receipt, order page and desk explain it', async () => {
  const beat = await shop.addBeat({ title: 'Night Bus' })
  const buyer = await shop.world.signUp()
  const { id, code } = await addCode({ percent: 20 })
  const before = await shop.earnings()
  const { orderId } = await shop.buy([beatLine(beat)], buyer, code)
  expect((await shop.earnings()) - before).toBeCloseTo(23.96)
  expect(await codeOf(id)).toMatchObject({ uses: 1, given: 5.99, status: 'active' })
  const reason = `${code}, 20% off`
  expect(await buyer.call('GET /purchases/order/:orderId', { params: { orderId } })).toMatchObject({
    subtotal: 29.95,
    adjustments: [{ reason, amount: 5.99 }],
    total: 23.96,
  })
  expect(await shop.orderAtDesk(await shop.admin(), orderId)).toMatchObject({
    lines: [{ price: 29.95, adjustments: [{ reason, amount: 5.99 }], total: 23.96 }],
  })
  const receipt = await shop.world.lastMailTo(buyer.email)
  expect(receipt.text).toContain(`Night Bus, MP3 Lease: $29.95 − $5.99 (${reason}) = $23.96`)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
})

test('the best code of each seller counts, and the other one is told why it does not', async () => {
  const [beat, kit] = [await shop.addBeat(), await shop.addKit(1_000)]
  const foreign = await shop.add({ ownerId: other.id, kind: 'kit', priceCents: 1_000, files: [fileOf('archive')] })
  const [tenth, three, theirs] = [
    await addCode(),
    await addCode({ amount: 3.5 }),
    await addCode({ percent: 50 }, other),
  ]
  const items = [beatLine(beat), kitLine(kit), kitLine(foreign)]
  const codes = await answersTo(items, `${three.code} ${tenth.code},${theirs.code}`)
  expect(codes).toMatchObject([
    { code: three.code, isUsed: false, amount: 0, lines: [], why: 'Another code takes more off.' },
    { code: tenth.code, isUsed: true, amount: 4, lines: [0, 1] },
    { code: theirs.code, isUsed: true, amount: 5, lines: [2] },
  ])
})

test('a code says in a sentence why it takes nothing off', async () => {
  const [beat, kit] = [await shop.addBeat(), await shop.addKit(1_000)]
  const items = [beatLine(beat)]
  expect(await whyNot(items, 'NO-SUCH-CODE')).toBe('There is no such code.')
  const paused = await addCode()
  await change(paused.id, 'paused')
  expect(await whyNot(items, paused.code)).toBe('This code is paused.')
  await change(paused.id, 'active')
  expect(await whyNot(items, paused.code)).toBeNull()
  await change(paused.id, 'ended')
  expect(await whyNot(items, paused.code)).toBe('This code has ended.')
  const later = await addCode({ startsOn: dayFromNow(3), endsOn: dayFromNow(3) })
  const begins = new Date(dayFromNow(3)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await whyNot(items, later.code)).toBe(`This code begins on ${begins}.`)
  const picky = await addCode({ itemIds: [kit, kit] })
  expect(await whyNot(items, picky.code)).toBe('This code is for nothing in your cart.')
  expect(await whyNot([...items, kitLine(kit)], picky.code)).toBeNull()
  const dear = await addCode({ minimum: 40 })
  expect(await whyNot(items, dear.code)).toBe('This code needs $40.00 of items by drillmaker.')
  expect(await whyNot([beatLine(beat, 'WAV')], dear.code)).toBeNull()
  expect(await whyNot([...items, kitLine(kit)], dear.code)).toBe('This code needs $40.00 of items by drillmaker.')
  const enough = await addCode({ minimum: 10 })
  expect(await whyNot([kitLine(kit)], enough.code)).toBeNull()
  const few = await addCode({ minimum: 10.01, itemIds: [kit] })
  expect(await whyNot([...items, kitLine(kit)], few.code)).toBe('This code needs $10.01 of its items.')
  expect(await whyNot(items, dear.code, shop.owner)).toBe('This is your own code.')
})

test('a code counts on its first and its last day', async () => {
  const items = [beatLine(await shop.addBeat())]
  const { id, code } = await addCode({ startsOn: dayFromNow(2), endsOn: dayFromNow(2) })
  expect(await codeOf(id)).toMatchObject({ status: 'later', startsOn: dayFromNow(2), endsOn: dayFromNow(2) })
  const setTimes = (startsIn: number, endsIn: number) => {
    const at = (ms: number) => new Date(shop.world.app.clock.now().getTime() + ms)
    return db()
      .updateTable('discountCode')
      .set({ startsAt: at(startsIn), endsAt: at(endsIn) })
      .where('id', '=', id)
      .execute()
  }
  await setTimes(0, DAY)
  expect(await whyNot(items, code)).toBeNull()
  await setTimes(-DAY, -1)
  expect(await whyNot(items, code)).toBe('This code has ended.')
  expect(await codeOf(id)).toMatchObject({ status: 'ended' })
})

test('a code for the first purchase counts until something was bought, and again when it was refunded', async () => {
  const [first, second] = [await shop.addBeat(), await shop.addBeat()]
  const { code } = await addCode({ firstPurchase: true })
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(first)], buyer, code)
  expect(await whyNot([beatLine(second)], code, buyer)).toBe('This code is for the first purchase from drillmaker.')
  const admin = await shop.admin()
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: lines[0]!.total }])
  await shop.world.takeDue()
  expect(await whyNot([beatLine(second)], code, buyer)).toBeNull()
})

test('without a plan that brings codes none can be made, and those that are there rest', async () => {
  const items = [beatLine(await shop.addBeat())]
  const { id, code } = await addCode()
  await setPlan(shop.owner, 'free')
  await expect(addCode()).rejects.toMatchObject({ status: 403, error: 'needs_plan' })
  expect(await whyNot(items, code)).toBe('This code is paused.')
  expect(await shop.owner.call('GET /me/discounts')).toMatchObject({ hasCodes: false })
  expect(await change(id, 'ended')).toMatchObject({ status: 'ended' })
  await setPlan(shop.owner, 'growth')
  expect(await shop.owner.call('GET /me/discounts')).toMatchObject({ hasCodes: true })
})

test('a code that ended meanwhile is not charged past: 409 with the right prices', async () => {
  const beat = await shop.addBeat()
  const { id, code } = await addCode({ percent: 50 })
  const { total } = await shop.preview([beatLine(beat)], shop.fan, code)
  await change(id, 'paused')
  await expect(shop.start([beatLine(beat)], { code, total })).rejects.toMatchObject({
    status: 409,
    error: 'cart_changed',
    details: { total: 29.95, codes: [{ code, isUsed: false, why: 'This code is paused.' }] },
  })
})

test('a change of the codes is another order', async () => {
  const beat = await shop.addBeat()
  const { code } = await addCode()
  const buyer = await shop.world.signUp()
  const plain = await shop.start([beatLine(beat)], { buyer })
  const cheaper = await shop.start([beatLine(beat)], { buyer, code })
  expect(cheaper.orderId).not.toBe(plain.orderId)
  expect((await shop.orderOf(plain.orderId)).state).toBe('canceled')
  expect((await shop.start([beatLine(beat)], { buyer, code })).orderId).toBe(cheaper.orderId)
})

test('codes are made with sensible values only, and by their own seller', async () => {
  const foreign = await shop.add({ ownerId: other.id })
  const { code, id } = await addCode()
  await expect(addCode({ code: code.toLowerCase() })).rejects.toMatchObject({ status: 409, error: 'code_taken' })
  await expect(addCode({ code }, other)).rejects.toMatchObject({ fields: { code: expect.stringContaining('taken') } })
  await expect(change(id, 'ended', other)).rejects.toMatchObject({ status: 404 })
  const refused = async (over: Partial<NewCode>, field: string) =>
    await expect(addCode(over)).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
  await refused({ code: 'AB' }, 'code')
  await refused({ code: 'NO BLANK' }, 'code')
  await refused({ percent: 0 }, 'percent')
  await refused({ percent: 101 }, 'percent')
  await refused({ percent: 12.5 }, 'percent')
  await refused({ amount: 0 }, 'amount')
  await refused({ amount: 1.005 }, 'amount')
  await refused({ mostUses: 0 }, 'mostUses')
  await refused({ minimum: -1 }, 'minimum')
  await refused({ itemIds: [foreign] }, 'itemIds')
  await refused({ itemIds: [] }, 'itemIds')
  await refused({ endsOn: dayFromNow(-1) }, 'endsOn')
  await refused({ startsOn: dayFromNow(5), endsOn: dayFromNow(4) }, 'endsOn')
  const body = { code: newName() }
  for (const both of [{}, { percent: 5, amount: 5 }])
    await expect(shop.owner.call('POST /me/codes', { body: { ...body, ...both } })).rejects.toMatchObject({
      fields: { percent: 'Give either percent or an amount.' },
    })
  await change(id, 'ended')
  expect(await change(id, 'ended')).toMatchObject({ status: 'ended' })
  await expect(change(id, 'active')).rejects.toMatchObject({ status: 409, error: 'ended' })
  const many = { body: { items: [], code: 'AAA BBB CCC DDD EEE FFF' } }
  await expect(shop.fan.call('POST /checkout/preview', many)).rejects.toMatchObject({ status: 400 })
})

test('a deleted item leaves the list of chosen ones', async () => {
  const [stays, goes] = [await shop.addKit(), await shop.addKit()]
  const { id } = await addCode({ itemIds: [stays, goes] })
  await db().updateTable('item').set({ deletedAt: new Date() }).where('id', '=', goes).execute()
  expect((await codeOf(id)).items).toMatchObject([{ id: stays }])
})

test('a seller has fifty codes at most that have not ended', async () => {
  const seller = await shop.world.signUp()
  await setPlan(seller, 'pro')
  const codes = []
  for (let each = 0; each < 50; each++) codes.push(await addCode({}, seller))
  await expect(addCode({}, seller)).rejects.toMatchObject({ status: 409, error: 'too_many_codes' })
  await change(codes[0]!.id, 'ended', seller)
  await addCode({}, seller)
})

test('guessed codes are counted by address, known ones and previews without codes are not', async () => {
  const strict = await createCheckout({ env: { RATE_LIMIT: 'on' } })
  await strict.world.app.db.updateTable('account').set({ plan: 'growth' }).where('id', '=', strict.owner.id).execute()
  const items = [beatLine(await strict.addBeat())]
  const [used, later] = [await addCode({}, strict.owner), await addCode({ startsOn: dayFromNow(3) }, strict.owner)]
  for (let time = 0; time < 31; time++) await strict.preview(items, strict.fan, `${used.code},${later.code}`)
  for (let guess = 0; guess < 29; guess++) await strict.preview(items, strict.fan, `GUESS${guess}`)
  await expect(strict.start(items, { code: 'GUESS-30', total: 1 })).rejects.toMatchObject({ error: 'cart_changed' })
  const refused = { status: 429, error: 'rate_limited' }
  await expect(strict.preview(items, strict.fan, 'GUESS-31')).rejects.toMatchObject(refused)
  await expect(strict.start(items, { code: 'GUESS-31', total: 29.95 })).rejects.toMatchObject(refused)
  expect(await strict.preview(items)).toMatchObject({ total: 29.95 })
  strict.world.passTime(11 * 60_000)
  expect(await strict.preview(items, strict.fan, 'GUESS-32')).toMatchObject({ total: 29.95 })
  await strict.world.close()
})

test('a seller exports codes and deals, and a deletion removes them', async () => {
  const { discountData } = await import('./index.ts')
  const seller = await shop.world.signUp()
  await setPlan(seller, 'pro')
  const { code } = await addCode({}, seller)
  const person = { id: seller.id } as Parameters<typeof discountData.exportOf>[1]
  expect(await discountData.exportOf(db(), person)).toMatchObject({ discountCodes: [{ code }], deals: [] })
  await db()
    .transaction()
    .execute((tx) => discountData.forget(tx, person, new Date()))
  expect(await discountData.exportOf(db(), person)).toEqual({ discountCodes: [], deals: [] })
})
