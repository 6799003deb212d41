import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SETTING_NAMES, SETTINGS, SWITCHES, type SettingName, type Switch } from '#contract/house-values.ts'
import { payoutTakers } from '#server/payouts/index.ts'
import { takeDue } from '#server/jobs/due.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createPayouts, HOUR, MINUTE, paypalOf, type PayoutShop } from '#test/payouts.ts'
import { secondNode } from '#test/second-node.ts'
import type { Person } from '#test/shop.ts'
import { until } from '#test/until.ts'

let shop: PayoutShop
let admin: Person
let second: Awaited<ReturnType<typeof secondNode>>
beforeAll(async () => {
  shop = await createPayouts()
  admin = shop.patient(await shop.admin())
  second = await secondNode(shop.world.app)
})
afterAll(async () => {
  await second.close()
  await shop.world.close()
})

const REASON = 'We move our files until 9 pm UTC.'
const turn = (what: Switch, reason: string | null) =>
  admin.call('PUT /admin/house/switches/:what', { params: { what }, body: { reason } })
const change = (name: SettingName, value: number | boolean | null) =>
  admin.call('PUT /admin/house/settings/:name', { params: { name }, body: { value } })
afterEach(async () => {
  for (const what of SWITCHES) await turn(what, null)
  for (const name of SETTING_NAMES) await change(name, null)
})
const actions = async (limit: number) =>
  (await admin.call('GET /admin/actions', { query: { limit } })).items.map(({ action, reason }) => [action, reason])
const refused = (what: Switch) => ({ status: 503, error: `${what}_stopped`, message: REASON })
const png = () => new File([randomBytes(1000)], 'a.wav')
const send = (person: Person) =>
  person.call('POST /uploads/:purpose', { params: { purpose: 'audio' }, files: { file: png() } })

test('everybody reads what is stopped and why, and each switch stands alone', async () => {
  await turn('checkout', REASON)
  await turn('payouts', 'The bank rests.')
  const { stopped } = await shop.world.guest('GET /house')
  expect(stopped).toMatchObject([
    { what: 'checkout', reason: REASON },
    { what: 'payouts', reason: 'The bank rests.' },
  ])
  await turn('checkout', null)
  expect((await admin.call('GET /admin/house')).stopped).toMatchObject([{ what: 'payouts' }])
  expect(await actions(3)).toEqual([
    ['resume checkout', ''],
    ['stop payouts', 'The bank rests.'],
    ['stop checkout', REASON],
  ])
  await turn('payouts', 'The bank rests.')
  expect((await actions(1))[0]).toEqual(['resume checkout', '']) // the same again changes nothing
})

test('a stop needs words, and only admins turn switches', async () => {
  for (const reason of ['', '  ', 'x'.repeat(301)])
    await expect(turn('uploads', reason)).rejects.toMatchObject({ status: 400 })
  const call = (await shop.world.signUp()).call
  const params = { what: 'uploads' } as const
  await expect(call('PUT /admin/house/switches/:what', { params, body: { reason: REASON } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(call('GET /admin/house')).rejects.toMatchObject({ status: 403 })
  expect((await shop.world.guest('GET /house')).stopped).toEqual([])
})

test('stopped uploads refuse new files on every node; a file on its way arrives', async () => {
  const seller = await shop.world.signUp()
  const tus = (
    node: PayoutShop['world']['http'],
    method: 'POST' | 'PATCH',
    url: string,
    headers: object,
    body?: Buffer,
  ) =>
    node.inject({
      method,
      url,
      headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${seller.accessToken}`, ...headers },
      ...(body && { payload: body }),
    })
  const facts = `purpose ${btoa('audio')},filename ${btoa('a.wav')}`
  const announce = (node = shop.world.http) =>
    tus(node, 'POST', '/api/uploads', { 'upload-length': '10', 'upload-metadata': facts })
  const { location } = (await announce()).headers
  const { id } = await send(seller)
  await turn('uploads', REASON)
  await expect(send(seller)).rejects.toMatchObject(refused('uploads'))
  expect((await announce()).json()).toMatchObject({ error: 'uploads_stopped', message: REASON })
  await until(async () => (await announce(second.http)).statusCode === 503, 'the second node refuses')
  const half = await tus(
    shop.world.http,
    'PATCH',
    String(location),
    { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    randomBytes(10),
  )
  expect(half.statusCode).toBe(204)
  expect(
    await seller.call('GET /me/uploads/:id', { params: { id: String(location).split('/').at(-1)! } }),
  ).toMatchObject({
    isComplete: true,
  })
  expect(await seller.call('GET /me/uploads/:id', { params: { id } })).toMatchObject({ isComplete: true })
  await turn('uploads', null)
  await until(async () => (await announce(second.http)).statusCode === 201, 'the second node takes files again')
  await send(seller)
})

test('a stopped checkout begins no order; one whose payment was begun is completed', async () => {
  const [one, other] = [await shop.addBeat(), await shop.addBeat()]
  const [buyer, late] = [await shop.world.signUp(), await shop.world.signUp()]
  const total = (await shop.preview([beatLine(one)], buyer)).total
  const started = await shop.start([beatLine(one)], { buyer, total })
  await turn('checkout', REASON)
  await expect(shop.start([beatLine(one)], { buyer: late, total })).rejects.toMatchObject(refused('checkout'))
  // another cart would end the open order: it stays
  await expect(shop.start([beatLine(other)], { buyer, total })).rejects.toMatchObject(refused('checkout'))
  expect(await shop.start([beatLine(one)], { buyer, total })).toMatchObject({ orderId: started.orderId, state: 'open' })
  await shop.payByCard(started)
  expect(await shop.confirm(started, buyer)).toMatchObject({ state: 'paid' })
  expect(await shop.purchasesOf(buyer)).toHaveLength(1)
  expect(await shop.purchasesOf(late)).toEqual([])
  const preview = await shop.preview([beatLine(other)], late) // the cart can be looked at
  await turn('checkout', null)
  await shop.start([beatLine(other)], { buyer: late, total: preview.total })
})

test('stopped payouts: none begins, what was sent is followed, and the others go when it goes on', async () => {
  const [sent, waits, asks] = [await shop.seller(), await shop.seller({ weekly: true }), await shop.seller()]
  for (const seller of [sent, waits, asks]) {
    await shop.known(seller)
    await shop.earn(seller)
  }
  await shop.sameDay(sent)
  const stateOf = async (seller: Person) => (await shop.historyOf(seller)).find(({ gross }) => gross > 1)?.status
  expect(await stateOf(sent)).toBe('processing')
  await turn('payouts', REASON)
  await expect(shop.sameDay(asks)).rejects.toMatchObject(refused('payouts'))
  expect(await shop.summaryOf(asks)).toMatchObject({ balance: 29.95 })
  await shop.toMonday()
  for (let round = 0; round < 3; round++) await shop.pass(MINUTE)
  expect([await stateOf(sent), await stateOf(waits)]).toEqual(['paid', 'requested'])
  expect(await shop.sentTo(paypalOf(waits))).toEqual([])
  await turn('payouts', null)
  for (let round = 0; round < 3; round++) await shop.pass(MINUTE)
  expect(await stateOf(waits)).toBe('paid')
  expect(await shop.sentTo(paypalOf(waits))).toHaveLength(1)
})

test('no payout begins after the switch was turned, also on a node that has not heard of it', async () => {
  const seller = await shop.readySeller({ weekly: true })
  await turn('payouts', REASON)
  await shop.toMonday()
  const deaf = {
    ...second.app,
    house: { ...second.app.house, now: () => ({ ...second.app.house.now(), stopped: [] }) },
  }
  shop.world.passTime(HOUR)
  await takeDue(deaf, payoutTakers)
  expect(await shop.sentTo(paypalOf(seller))).toEqual([])
})

test('two admins who turn a switch at once take turns, and both are recorded', async () => {
  const { db } = shop.world.app
  const both = await db.transaction().execute(async (tx) => {
    await sql`select from setting where name = 'uploads' for update`.execute(tx)
    const turning = Promise.allSettled([turn('uploads', 'One reason.'), turn('uploads', 'Another reason.')])
    await untilBlocked(db, 2)
    return { turning }
  })
  expect((await both.turning).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const [last, first] = await actions(2)
  expect(new Set([first![1], last![1]])).toEqual(new Set(['Another reason.', 'One reason.']))
  expect((await shop.world.guest('GET /house')).stopped).toMatchObject([{ reason: last![1] }])
})

test.each(SETTING_NAMES)('the setting %s keeps its bounds, and its default comes back', async (name) => {
  const facts = SETTINGS[name]
  const valueOf = async () => (await admin.call('GET /admin/house')).settings.find((setting) => setting.name === name)!
  expect(await valueOf()).toMatchObject({ value: facts.default, changedAt: null })
  const wrong = facts.type === 'number' ? [facts.least - 1, facts.most + 1, facts.least + 0.5, true] : [1, 0]
  for (const value of wrong) await expect(change(name, value)).rejects.toMatchObject({ status: 400 })
  const right = facts.type === 'number' ? [facts.least, facts.most] : [!facts.default]
  for (const value of right) {
    await change(name, value)
    expect(await valueOf()).toMatchObject({ value, changedAt: expect.any(String) as string })
    await until(() => Promise.resolve(second.app.house.now().settings[name] === value), 'the second node knows')
  }
  await change(name, null)
  expect(await valueOf()).toMatchObject({ value: facts.default, changedAt: null })
  expect((await actions(1))[0]![0]).toBe('change setting')
})

test('the amount, the first payout and flags make a person look as the settings say', async () => {
  const looks = async () => {
    const seller = await shop.seller()
    await shop.earn(seller)
    const { id } = await shop.sameDay(seller)
    return (await shop.world.app.db.selectFrom('payout').where('id', '=', id).select('looks').executeTakeFirstOrThrow())
      .looks
  }
  expect(await looks()).toEqual(['first'])
  await change('lookAbove', 29)
  expect(await looks()).toEqual(['large', 'first'])
  await change('lookFirst', false)
  expect(await looks()).toEqual(['large'])
  expect((await actions(2)).map(([, reason]) => reason)).toEqual([
    'Look at the first payout to an address: yes → no',
    'Look at payouts above: 500 → 29',
  ])
})

test('the number of uploads of one account follows its setting', async () => {
  await change('uploadsAtOnce', 5)
  const seller = await shop.world.signUp()
  for (let nth = 0; nth < 5; nth++) await send(seller)
  await expect(send(seller)).rejects.toMatchObject({ status: 429 })
  await change('uploadsAtOnce', 6)
  await send(seller)
})

test('a value that another program writes is heard, too', async () => {
  await sql`update setting set value = '"By hand."' where name = 'uploads'`.execute(shop.world.app.db)
  await until(() => Promise.resolve(second.app.house.now().stopped.length === 1), 'heard')
})
