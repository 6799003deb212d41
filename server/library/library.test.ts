import { afterAll, expect, test } from 'vitest'
import { removeItem, setState } from '#server/items/index.ts'
import { inTransaction } from '#test/factories.ts'
import { createLibrary, project, stems, unzipped } from '#test/library.ts'

const { shop, beatId, packId, beat, pack, kit, bought, fetched, withToken, signed, refund } = await createLibrary()
afterAll(() => shop.world.close())

test('a refunded buyer gets nothing, and the row says so', async () => {
  const { buyer, id } = await bought(beat('WAV'))
  const urls = [
    await signed(buyer, id),
    (await buyer.call('GET /purchases/:id/stream-url', { params: { id }, query: {} })).url,
  ]
  await refund(id)
  for (const path of ['download', 'download?file=zip', 'stream']) {
    const reply = await withToken(buyer, `/purchases/beats/${id}/${path}`)
    expect(reply.statusCode).toBe(410)
    expect(reply.json()).toMatchObject({ error: 'refunded' })
  }
  for (const url of urls) expect((await fetched(url)).statusCode).toBe(403)
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({
    state: 'refunded',
    endedAtIso: expect.any(String),
    zipUrl: null,
    downloads: [],
    upgrades: [],
  })
})

test('an upgrade replaces the lower license, whose files stay; a refund brings it back', async () => {
  const { buyer, id } = await bought(beat('MP3'))
  const { upgrades } = await buyer.call('GET /library/:id', { params: { id } })
  expect(upgrades.map(({ licenseType, price, toPay, adds }) => [licenseType, price, toPay, adds])).toEqual([
    ['WAV', 50, 20, ['wav']],
    ['PREMIUM', 70, 40, ['wav', 'stems']],
    ['EXCLUSIVE', 90, 60, ['wav', 'stems', 'project']],
  ])
  await shop.buy([beat('WAV', id)], buyer)
  const [higher, lower] = await buyer.call('GET /purchases/mine')
  expect(lower).toMatchObject({ purchaseId: id, state: 'replaced', replacedBy: higher!.purchaseId })
  expect(higher).toMatchObject({ state: 'owned', licenseType: 'WAV', pricePaid: 20 })
  expect((await withToken(buyer, `/purchases/beats/${id}/download?file=mp3`)).statusCode).toBe(200)
  expect((await buyer.call('GET /library/:id', { params: { id } })).upgrades).toEqual([])
  await refund(higher!.purchaseId)
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({ state: 'owned', replacedBy: null })
})

test('what was sold stays: the seller changes, removes and deletes it, and leaves', async () => {
  const { buyer, id } = await bought(pack('WAV'))
  const { app } = shop.world
  const before = unzipped((await fetched(await signed(buyer, id))).rawPayload)
  const [track] = await shop.owner.call('GET /me/packs/:id/contents', { params: { id: packId } })
  await shop.owner.call('DELETE /me/packs/:packId/beats/:packBeatId', {
    params: { packId, packBeatId: track!.id },
  })
  const later = await bought(pack('WAV'))
  const less = unzipped((await fetched(await signed(later.buyer, later.id))).rawPayload)
  expect(Object.keys(less).filter((path) => /wav|mp3/.test(path))).toEqual(['01 Second.mp3', '01 Second.wav'])
  const same = async () => expect(unzipped((await fetched(await signed(buyer, id))).rawPayload)).toEqual(before)
  await same()
  await shop.owner.call('PATCH /me/packs/:id', { params: { id: packId }, body: { name: 'Day Lines' } })
  await inTransaction(app.db, (tx) => setState(tx, packId, 'paused', { now: app.clock.now() }))
  await same()
  expect(await buyer.call('GET /library/:id', { params: { id } })).toMatchObject({ title: 'Night Lines', slug: null })
  await inTransaction(app.db, (tx) => removeItem(tx, packId, app.clock.now()))
  await shop.world.takeDue()
  await shop.world.sweepFiles()
  await app.db.updateTable('account').set({ deletedAt: app.clock.now() }).where('id', '=', shop.owner.id).execute()
  await same()
  await app.db.updateTable('account').set({ deletedAt: null }).where('id', '=', shop.owner.id).execute()
})

test('a license keeps the name that it asks to credit when its seller leaves', async () => {
  const { app } = shop.world
  const [lease, hits] = [await bought(beat('WAV')), await bought(kit())]
  const { licenseNumber } = await lease.buyer.call('GET /library/:id', { params: { id: lease.id } })
  const { handle, handleKey, plan } = await app.db
    .selectFrom('account')
    .where('id', '=', shop.owner.id)
    .select(['handle', 'handleKey', 'plan'])
    .executeTakeFirstOrThrow()
  const change = (to: object) => app.db.updateTable('account').set(to).where('id', '=', shop.owner.id).execute()
  const seen = async () => [
    await lease.buyer.call('GET /library/:id', { params: { id: lease.id } }),
    await hits.buyer.call('GET /library/:id', { params: { id: hits.id } }),
    (await lease.buyer.call('GET /licenses/:number', { params: { number: licenseNumber! } })).seller,
    (await shop.fan.call('GET /licenses/:number', { params: { number: licenseNumber! } })).seller,
  ]
  await change({ handle: 'renamed', plan: 'pro' })
  expect(await seen()).toMatchObject([
    { artist: 'renamed', creditName: 'drillmaker', ownerPlan: 'pro' },
    { artist: 'renamed', creditName: null },
    { displayName: 'renamed', plan: 'pro' },
    { displayName: 'renamed', plan: 'pro' },
  ])
  await change({ handle: 'deleted-0123456789ab', handleKey: 'deleted0123456789ab', deletedAt: app.clock.now() })
  expect(await seen()).toMatchObject([
    { artist: 'drillmaker', creditName: 'drillmaker', ownerPlan: 'free' },
    { artist: 'Deleted user', creditName: null, ownerPlan: 'free' },
    { displayName: 'drillmaker', plan: 'free' },
    { displayName: 'Deleted user', plan: 'free' },
  ])
  await change({ handle, handleKey, plan, deletedAt: null })
})

test('an order tells its buyer what it bought, and nobody else', async () => {
  const buyer = await shop.world.signUp()
  const { orderId } = await shop.buy([beat('WAV'), kit()], buyer)
  const order = await buyer.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(order).toMatchObject({
    orderId,
    state: 'paid',
    subtotal: 69.95,
    adjustments: [],
    tax: 0,
    total: 69.95,
    refunded: 0,
    paidWith: expect.stringContaining('4242'),
    refused: [],
    purchases: [
      { type: 'beat', title: 'Night: Bus', licenseName: 'WAV Lease', pricePaid: 50, artist: 'drillmaker' },
      { type: 'kit', title: 'Cold Hits', licenseUrl: null, licenseNumber: null, pricePaid: 19.95 },
    ],
  })
  expect(order.purchases[0]).toMatchObject({ licenseUrl: `/api/purchases/${order.purchases[0]!.purchaseId}/license` })
  expect(order.purchases.map(({ downloads }) => downloads.map(({ file }) => file))).toEqual([
    ['zip', 'mp3', 'wav'],
    ['zip'],
  ])
  const lower = order.purchases[0]!.purchaseId
  const upgrade = await shop.buy([beat('PREMIUM', lower)], buyer)
  expect(await buyer.call('GET /purchases/order/:orderId', { params: { orderId: upgrade.orderId } })).toMatchObject({
    subtotal: 70,
    adjustments: [{ reason: 'Paid for WAV Lease', amount: 50 }],
    total: 20,
  })
  await expect(shop.fan.call('GET /purchases/order/:orderId', { params: { orderId } })).rejects.toMatchObject({
    status: 404,
  })
})

test('an order tells what was refused, and that its money goes back', async () => {
  const id = await shop.addBeat({ title: 'Taken' })
  const [early, late] = [await shop.world.signUp(), await shop.world.signUp()]
  const started = await shop.start([{ type: 'beat', beatId: id, licenseType: 'MP3' }], { buyer: late })
  await shop.buy([{ type: 'beat', beatId: id, licenseType: 'EXCLUSIVE' }], early)
  await shop.payByCard(started)
  await shop.confirm(started, late)
  const { orderId } = started
  const order = () => late.call('GET /purchases/order/:orderId', { params: { orderId } })
  expect(await order()).toMatchObject({
    state: 'paid',
    total: 29.95,
    refunded: 0,
    refunding: 29.95,
    purchases: [],
    refused: [{ type: 'beat', title: 'Taken', price: 29.95, reason: expect.stringContaining('exclusively') }],
  })
  expect(await late.call('GET /purchases/mine')).toEqual([])
  await shop.world.takeDue()
  expect(await order()).toMatchObject({ refunded: 29.95, refunding: 0 })
})

test('a library is filtered, sorted and paged by the server', async () => {
  const buyer = await shop.world.signUp()
  await shop.buy([kit()], buyer)
  await shop.buy([beat('MP3')], buyer)
  const list = (query: object = {}) => buyer.call('GET /library', { query })
  const all = await list()
  expect(all).toMatchObject({ totalItems: 2, counts: { all: 2, beat: 1, pack: 0, kit: 1, services: 0 } })
  expect(all.items.map(({ type }) => type)).toEqual(['beat', 'kit'])
  const titles = async (query: object) => (await list(query)).items.map(({ title }) => title)
  expect(await titles({ tab: 'kit' })).toEqual(['Cold Hits'])
  expect(await titles({ tab: 'services' })).toEqual([])
  expect(await titles({ sort: 'title' })).toEqual(['Cold Hits', 'Night: Bus'])
  expect(await titles({ sort: 'newest' })).toEqual(['Night: Bus', 'Cold Hits'])
  expect(await titles({ sort: 'price' })).toEqual(['Night: Bus', 'Cold Hits'])
  expect(await titles({ q: 'night' })).toEqual(['Night: Bus'])
  expect(await titles({ q: 'drum kit' })).toEqual(['Cold Hits'])
  expect(await titles({ q: 'beat' })).toEqual(['Night: Bus'])
  expect(await titles({ q: `P-${all.items[1]!.purchaseId}` })).toEqual(['Cold Hits'])
  expect(await titles({ q: '%' })).toEqual([])
  expect((await list({ q: 'night' })).counts).toMatchObject({ all: 1, beat: 1, kit: 0 })
  expect(await titles({ item: beatId })).toEqual(['Night: Bus'])
  expect(await list({ item: packId })).toMatchObject({ items: [], counts: { all: 0 } })
  expect(await list({ limit: 1, page: 1 })).toMatchObject({ totalPages: 2, items: [{ type: 'kit' }] })
  expect(await list({ page: 9 })).toMatchObject({ items: [] })
})

test('an exclusive purchase holds everything, also after its seller has deleted the beat', async () => {
  const { buyer, id } = await bought(beat('EXCLUSIVE'))
  const { downloads, slug } = await buyer.call('GET /library/:id', { params: { id } })
  expect(downloads.map(({ file }) => file)).toEqual(['zip', 'mp3', 'wav', 'stems', 'project'])
  expect(slug).not.toBeNull()
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: beatId } })
  for (const [file, content] of [['stems', stems] as const, ['project', project] as const]) {
    const reply = await withToken(buyer, `/purchases/beats/${id}/download?file=${file}`)
    expect(reply.rawPayload.equals(content)).toBe(true)
  }
})
