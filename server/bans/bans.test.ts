import { afterAll, expect, test } from 'vitest'
import { createBans, REASON } from '#test/bans.ts'
import { beatLine } from '#test/checkout.ts'
import { addItem } from '#test/factories.ts'
import { DAY } from '#test/payouts.ts'

const { shop, admin, at, ban, lift, appeal, answer, statusOf, actionsOn } = await createBans()
afterAll(() => shop.world.close())

const refused = { status: 403, error: 'banned', message: expect.stringContaining(REASON) as string }

test('a banned person’s sessions answer with the reason, and leave what the person has a right to', async () => {
  const { guest } = shop.world
  const person = await shop.world.signUp()
  const { orderId } = await shop.buy([beatLine(await shop.addBeat())], person)
  expect(await ban(person)).toMatchObject({
    bannedAt: expect.any(String),
    bans: [{ category: 'abuse', reason: REASON }],
  })
  for (const route of ['GET /chat/threads', 'GET /me/statement', 'GET /me/discounts'] as const)
    await expect(person.call(route, { query: {} })).rejects.toMatchObject(refused)
  await expect(shop.start([beatLine(await shop.addBeat())], { buyer: person })).rejects.toMatchObject(refused)
  await expect(person.call('POST /follow/:id', at(admin))).rejects.toMatchObject(refused)

  // an old session is renewed, and a new one begins, with the same answer
  const { accessToken } = await guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } })
  const { email, password } = person
  const again = await guest('POST /auth/login', { body: { email, password } })
  for (const token of [accessToken, again.accessToken]) {
    const call = shop.world.clientFor(() => token)
    await expect(call('GET /chat/threads', { query: {} })).rejects.toMatchObject(refused)
    expect((await call('GET /me')).bannedAt).not.toBeNull()
    expect(await call('GET /me/ban')).toMatchObject({ ban: { category: 'abuse', reason: REASON, appeal: null } })
  }

  const [bought] = (await person.call('GET /library', { query: {} })).items
  const purchase = await person.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(purchase).toBeTruthy()
  expect(
    (await person.call('GET /purchases/:id/download-url', { ...at({ id: bought!.purchaseId }), query: {} })).url,
  ).toBeTruthy()
  expect(await person.call('POST /me/data/export', { body: { password } })).toMatchObject({
    export: { state: 'making' },
  })
  expect((await person.call('POST /me/deletion', { body: { password } })).dueAt).not.toBeNull()
  expect((await person.call('DELETE /me/deletion')).dueAt).toBeNull()
  expect((await shop.world.lastMailTo(email)).subject).toBe('Your Slide account stays')
  expect(await shop.mailsTo(person, 'banned')).toEqual(['Your Slide account is banned'])
})

test('what a banned person shows is hidden, and the end of the ban brings exactly that back', async () => {
  const { world } = shop
  const { guest } = world
  const { db } = world.app
  const person = await world.signUp({ displayName: 'Hidden_one' })
  const fan = await world.signUp()
  await db.updateTable('account').set({ isProducer: true }).where('id', '=', person.id).execute()
  const [onSale, paused, sold] = [
    await addItem(db, { ownerId: person.id, title: 'Quiet Vestibule' }),
    await addItem(db, { ownerId: person.id, status: 'paused' }),
    await addItem(db, { ownerId: person.id, status: 'sold' }),
  ]
  const others = await shop.addBeat()
  const { id: comment } = await person.call('POST /beats/:id/comments', {
    params: { id: others },
    body: { text: 'fire' },
  })
  await person.call('POST /follow/:id', at(fan))
  await fan.call('POST /follow/:id', at(person))
  await world.work()

  let looks = 0
  const seen = async () => ({
    beat: await isThere(guest('GET /beats/:id', at({ id: onSale }))),
    sold: await isThere(guest('GET /beats/:id', at({ id: sold }))),
    profile: await isThere(guest('GET /users/:id', at(person))),
    artist: await isThere(guest('GET /users/artist/:id', at(person))),
    street: (await world.http.inject({ url: `/og/profile/${person.id}.jpg` })).statusCode === 200,
    comment: (await guest('GET /beats/:id/comments', { params: { id: others }, query: {} })).items.some(
      ({ id }) => id === comment,
    ),
    search: (await guest('GET /search', { query: { q: 'Quiet Vestibule' } })).items.length > 0,
    charts: (await guest('GET /beats/trending', { query: { limit: 100 } })).items.some(({ id }) => id === onSale),
    producers: (await guest('GET /users/producers', { query: { q: 'Hidden_one' } })).items.length > 0,
    followers: (await guest('GET /users/:id/followers', { params: { id: fan.id }, query: {} })).items.length > 0,
    // the sitemap is kept for each host
    sitemap: (
      await world.http.inject({ url: '/sitemap-profiles-1.xml', headers: { host: `look-${++looks}.example` } })
    ).body.includes(`/profile/${person.id}<`),
  })
  const before = await seen()
  await ban(person)
  await world.work()
  const hidden = await seen()
  expect(before).toEqual(Object.fromEntries(Object.keys(before).map((what) => [what, true])))
  expect(hidden).toEqual(Object.fromEntries(Object.keys(before).map((what) => [what, false])))
  await expect(fan.call('POST /follow/:id', at(person))).rejects.toMatchObject({ status: 404 })
  expect([await statusOf(onSale), await statusOf(paused), await statusOf(sold)]).toEqual(['paused', 'paused', 'sold'])
  expect((await shop.preview([beatLine(onSale)], fan)).lines).toMatchObject([{ state: 'gone' }])

  await lift(person)
  await world.work()
  expect(await seen()).toEqual(before)
  expect([await statusOf(onSale), await statusOf(paused), await statusOf(sold)]).toEqual([
    'published',
    'paused',
    'sold',
  ])
  await person.call('GET /chat/threads', { query: {} })
  expect(await shop.mailsTo(person, 'ban-lifted')).toEqual(['Your Slide account is open again'])
  expect(await actionsOn(person)).toEqual(['ban', 'lift ban'])
})

async function isThere(asked: Promise<unknown>) {
  return asked.then(
    () => true,
    (error: { status: number }) => {
      if (error.status !== 404) throw error as unknown as Error
      return false
    },
  )
}

test('a ban while a session is renewed ends in a session that sees the ban', async () => {
  const { world } = shop
  for (let nth = 0; nth < 5; nth++) {
    const person = await world.signUp()
    const [tokens] = await Promise.all([
      world.guest('POST /auth/refresh-token', { body: { refreshToken: person.refreshToken } }),
      ban(person),
    ])
    const call = world.clientFor(() => tokens.accessToken)
    await expect(call('GET /chat/threads', { query: {} })).rejects.toMatchObject(refused)
  }
})

test('a ban closes the reports about the person', async () => {
  const [person, other] = [await shop.world.signUp(), await shop.world.signUp()]
  await other.call('POST /users/:id/report', { ...at(person), body: { reason: 'rude' } })
  const open = async () =>
    (await admin.call('GET /admin/reports', { query: { limit: 100 } })).items.some((one) => one.person.id === person.id)
  expect(await open()).toBe(true)
  await ban(person)
  expect(await open()).toBe(false)
})

test('two admins ban the same person at once: one ban, and the other hears of it', async () => {
  const other = await shop.admin()
  const person = await shop.world.signUp()
  const outcomes = await Promise.allSettled([ban(person), ban(person, {}, other)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(ban(person)).rejects.toMatchObject({ status: 409, error: 'already_banned' })
  const lifts = await Promise.allSettled([lift(person), lift(person, other)])
  expect(lifts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await actionsOn(person)).toEqual(['ban', 'lift ban'])
  await shop.world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', other.id).execute()
})

test('nobody bans themselves, another admin or the shop’s own accounts', async () => {
  const other = await shop.admin()
  const person = await shop.world.signUp()
  await expect(ban(admin)).rejects.toMatchObject({ status: 409, error: 'own_account' })
  await expect(ban(other)).rejects.toMatchObject({ status: 409, error: 'is_admin' })
  for (const id of [1, 2, 999_999]) await expect(ban({ id })).rejects.toMatchObject({ status: 404 })
  await expect(ban(other, {}, person)).rejects.toMatchObject({ status: 403, error: 'forbidden' })
  await expect(lift(person)).rejects.toMatchObject({ status: 409, error: 'not_banned' })
  for (const until of ['2020-01-01', '2099-01-01'])
    await expect(ban(person, { until })).rejects.toMatchObject({ status: 400, fields: { until: expect.anything() } })
  await expect(
    admin.call('POST /admin/people/:id/ban', { ...at(person), body: { category: 'abuse', reason: ' \u200b ' } }),
  ).rejects.toMatchObject({ status: 400, fields: { reason: 'Say why.' } })
  await shop.world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', other.id).execute()
})

test('a ban with an end ends by the clock, and its person hears of it', async () => {
  const { world } = shop
  const person = shop.patient(await world.signUp())
  const beat = await shop.addBeat({ ownerId: person.id })
  const day = new Date(world.app.clock.now().getTime() + 2 * DAY).toISOString().slice(0, 10)
  const { bans } = await ban(person, { until: day })
  expect(bans[0]).toMatchObject({ endsAt: new Date(Date.parse(day) + DAY).toISOString(), liftedAt: null })
  await shop.pass(DAY)
  expect((await person.call('GET /me')).bannedAt).not.toBeNull()
  await shop.pass(2 * DAY)
  expect((await person.call('GET /me')).bannedAt).toBeNull()
  expect(await statusOf(beat)).toBe('published')
  const { bans: after } = await admin.call('GET /admin/people/:id', at(person))
  expect(after[0]).toMatchObject({ liftedAt: expect.any(String), liftedBy: null })
  expect(await shop.mailsTo(person, 'ban-lifted')).toHaveLength(1)
})

test('a person appeals once for each ban, and an admin upholds or lifts it with words', async () => {
  const person = await shop.world.signUp()
  await expect(appeal(person)).rejects.toMatchObject({ status: 409, error: 'not_banned' })
  await ban(person)
  await expect(answer(person, 'upheld')).rejects.toMatchObject({ status: 409, error: 'no_appeal' })
  for (const text of ['  ', 'x'.repeat(2_001)])
    await expect(appeal(person, text)).rejects.toMatchObject({ status: 400, fields: { text: expect.anything() } })
  const before = (await admin.call('GET /admin/people', { query: {} })).appeals
  const both = await Promise.allSettled([appeal(person), appeal(person, 'Look at the times.')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const waiting = await admin.call('GET /admin/people', { query: { filter: 'appeals' } })
  expect(waiting.appeals).toBe(before + 1)
  expect(waiting.items.at(-1)).toMatchObject({ id: person.id, appealedAt: expect.any(String) })

  const other = await shop.admin()
  const answers = await Promise.allSettled([answer(person, 'upheld'), answer(person, 'upheld', other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await shop.mailsTo(person, 'ban-upheld')).toHaveLength(1)
  expect(await person.call('GET /me/ban')).toMatchObject({ ban: { appeal: { answer: 'We looked again.' } } })
  await expect(appeal(person)).rejects.toMatchObject({ status: 409, error: 'appealed' })
  expect((await admin.call('GET /admin/people', { query: {} })).appeals).toBe(before)
  await lift(person)

  await ban(person) // another ban, another appeal
  await appeal(person)
  expect(await answer(person, 'lifted')).toMatchObject({
    bannedAt: null,
    bans: [{ liftedFor: 'We looked again.' }, {}],
  })
  expect((await person.call('GET /me/ban')).ban).toBeNull()
  expect(await actionsOn(person)).toEqual(['ban', 'uphold ban', 'lift ban', 'ban', 'lift ban'])
  await shop.world.app.db.updateTable('account').set({ isAdmin: false }).where('id', '=', other.id).execute()
})

test('a ban and a deletion that is asked for keep their own items hidden, in any order', async () => {
  const { world } = shop
  for (const first of ['lift', 'stay'] as const) {
    const person = await world.signUp()
    const beat = await shop.addBeat({ ownerId: person.id })
    const { password } = person
    await ban(person)
    await person.call('POST /me/deletion', { body: { password } })
    if (first === 'lift') await lift(person)
    else await person.call('DELETE /me/deletion')
    expect(await statusOf(beat)).toBe('paused')
    if (first === 'lift') await person.call('DELETE /me/deletion')
    else await lift(person)
    expect(await statusOf(beat)).toBe('published')
  }
})

test('an item that was taken down during a ban, and put back after it, is on sale again', async () => {
  const person = await shop.world.signUp()
  const beat = await shop.addBeat({ ownerId: person.id })
  await ban(person)
  await admin.call('POST /admin/items/:id/take-down', { params: { id: beat }, body: { reason: 'Not cleared' } })
  await admin.call('POST /admin/items/:id/put-back', { params: { id: beat } })
  expect(await statusOf(beat)).toBe('paused')
  await lift(person)
  expect(await statusOf(beat)).toBe('published')
})

test('after the deletion of a banned account only when and what the ban was about is kept', async () => {
  const { world } = shop
  const person = await world.signUp()
  await ban(person)
  await appeal(person)
  await person.call('POST /me/deletion', { body: { password: person.password } })
  await world.app.db
    .updateTable('accountDeletion')
    .set({ dueAt: world.app.clock.now() })
    .where('accountId', '=', person.id)
    .execute()
  await world.takeDue()
  await expect(admin.call('GET /admin/people/:id', at(person))).rejects.toMatchObject({ status: 404 })
  const kept = await world.app.db.selectFrom('ban').where('accountId', '=', person.id).selectAll().execute()
  expect(kept).toMatchObject([{ category: 'abuse', reason: '', appeal: null, answer: null }])
  await expect(lift(person)).rejects.toMatchObject({ status: 409 })
})
