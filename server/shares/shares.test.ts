import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUSE, SUPPORT } from '#contract/support.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { beatLine } from '#test/checkout.ts'
import { createSharedShop, type SharedShop } from '#test/shares.ts'

let shop: SharedShop
beforeAll(async () => {
  shop = await createSharedShop()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db

test('an item can’t be bought until everybody has accepted their first shares', async () => {
  const beat = await shop.addBeat({ title: 'Night Bus', slug: 'night-bus' })
  const [ada, ben] = await shop.people(2)
  const proposed = await shop.propose(beat, [
    [ada!, 2_500],
    [ben!.displayName.toUpperCase(), 1_000],
  ])
  expect(proposed).toMatchObject({
    active: null,
    proposal: { number: 1, ownPoints: 6_500, people: [{ points: 2_500, state: 'invited' }, { points: 1_000 }] },
    isForSale: false,
  })
  expect(await shop.stateOf(beat)).toBe('waiting')
  await expect(shop.start([beatLine(beat)], { total: 29.95 })).rejects.toMatchObject({
    status: 409,
    error: 'cart_changed',
  })
  expect(await shop.world.guest('GET /beats/by-slug/:slug', { params: { slug: 'night-bus' } })).toMatchObject({
    isWaiting: true,
    available: true,
    licenses: [],
  })
  expect(await shop.noticesOf(ada!)).toMatchObject([
    {
      title: 'drillmaker offers you a share',
      message: expect.stringContaining('25% of “Night Bus”'),
      slug: 'night-bus',
    },
  ])
  const offer = await shop.world.lastMailTo(ada!.email)
  expect(offer).toMatchObject({ kind: 'split', subject: 'drillmaker offers you a share' })
  for (const words of ['You can accept or decline it.', 'Answer the offer']) expect(offer.text).toContain(words)
  expect(await shop.splits(ada!)).toMatchObject({
    invitations: [{ points: 2_500, present: null, isAccepted: false, waitsFor: 2, item: { title: 'Night Bus' } }],
    shares: [],
    own: [],
  })

  await shop.accept(ada!)
  expect(await shop.stateOf(beat)).toBe('waiting')
  expect(await shop.invitation(ada!)).toMatchObject({ isAccepted: true, waitsFor: 1 })
  const own = async () => (await shop.owner.call('GET /me/beats/:id', { params: { id: beat } })).split
  expect(await own()).toEqual({ points: null, proposal: { accepted: 1, people: 2, isDeclined: false } })
  await shop.accept(ben!)
  expect(await shop.stateOf(beat)).toBe('available')
  expect(await own()).toEqual({ points: 6_500, proposal: null })
  expect(await shop.splits(ben!)).toMatchObject({
    invitations: [],
    shares: [{ points: 1_000, isActive: true, earned: 0, owner: { displayName: 'drillmaker' } }],
  })
  expect((await shop.splits(shop.owner)).own).toMatchObject([{ item: { id: beat }, split: { isForSale: true } }])
  expect((await shop.noticesOf(shop.owner)).map(({ message }) => message)).toEqual([
    expect.stringContaining('Everybody has accepted'),
    expect.stringContaining('1 of 2 have accepted'),
  ])
  expect((await shop.noticesOf(ben!)).map(({ title }) => title)).toContain('Your share counts now')
  const { subject, text } = await shop.world.lastMailTo(ben!.email)
  expect(subject).toBe('Your share counts now')
  expect(text).toContain('Open your splits')
  expect(text).not.toContain('You can accept or decline it.')
})

test('a kit waits, too', async () => {
  const kit = await shop.addKit()
  const [ada] = await shop.people(1)
  await shop.propose(kit, [[ada!, 1]])
  expect((await shop.preview([{ type: 'kit', kitId: kit }])).lines[0]!.state).toBe('waiting')
  await shop.owner.call('DELETE /me/items/:id/split/proposal', { params: { id: kit } })
  expect((await shop.preview([{ type: 'kit', kitId: kit }])).lines[0]!.state).toBe('available')
})

test('a declined item can’t be bought until its owner changes or removes the split', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.propose(beat, [
    [ada!, 3_000],
    [ben!, 3_000],
  ])
  const { id } = await shop.invitation(ada!)
  await shop.accept(ben!)
  await shop.answer(ada!, id, 'decline')
  await shop.answer(ada!, id, 'decline') // once more changes nothing
  expect(await shop.splitOf(beat)).toMatchObject({ proposal: { isDeclined: true }, isForSale: false })
  expect(await shop.stateOf(beat)).toBe('waiting')
  await expect(shop.answer(ada!, id, 'accept')).rejects.toMatchObject({ status: 409, error: 'split_changed' })
  await expect(shop.answer(ben!, id, 'accept')).rejects.toMatchObject({ status: 409, error: 'split_changed' })
  expect((await shop.noticesOf(shop.owner))[0]).toMatchObject({ message: expect.stringContaining('can’t be bought') })
  await shop.propose(beat, [[ben!, 3_000]])
  await shop.accept(ben!)
  expect(await shop.stateOf(beat)).toBe('available')
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 2, ownPoints: 7_000 }, proposal: null })
})

test('present shares count until everybody has accepted the new ones', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 5_000])
  await shop.propose(beat, [
    [ada!, 2_000],
    [ben!, 2_000],
  ])
  expect(await shop.stateOf(beat)).toBe('available')
  expect(await shop.invitation(ada!)).toMatchObject({ present: 5_000, points: 2_000 })
  await shop.accept(ben!)
  await shop.answer(ada!, (await shop.invitation(ada!)).id, 'decline')
  expect(await shop.splitOf(beat)).toMatchObject({
    active: { number: 1 },
    proposal: { isDeclined: true },
    isForSale: true,
  })
  expect((await shop.noticesOf(shop.owner))[0]).toMatchObject({
    message: expect.stringContaining('The present shares go on'),
  })
  await shop.propose(beat, [[ben!, 2_000]])
  await shop.accept(ben!)
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 3, ownPoints: 8_000 }, proposal: null })
  expect(await shop.splits(ada!)).toMatchObject({ shares: [{ isActive: false, points: 5_000 }] })
  expect((await shop.noticesOf(ada!))[0]).toMatchObject({ title: 'Your share has ended' })
})

test('somebody who leaves gives the share to the owner, and the last one ends the split', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  const id = await shop.share(beat, [ada!, 1_000], [ben!, 500])
  await shop.answer(ada!, id, 'leave')
  await shop.answer(ada!, id, 'leave')
  expect(await shop.splitOf(beat)).toMatchObject({ active: { ownPoints: 9_500 } })
  await expect(shop.answer(ada!, id, 'decline')).rejects.toMatchObject({ status: 409 })
  await shop.answer(ben!, id, 'leave')
  expect(await shop.splitOf(beat)).toEqual({ active: null, proposal: null, isForSale: true })
  expect((await shop.noticesOf(shop.owner))[0]).toMatchObject({ title: `${ben!.displayName} gave up a share` })
})

test('the owner ends a split and takes its proposal back', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 1_000])
  await shop.propose(beat, [[ben!, 500]])
  const { id } = await shop.invitation(ben!)
  const end = () => shop.owner.call('DELETE /me/items/:id/split', { params: { id: beat } })
  expect(await end()).toEqual({ active: null, proposal: null, isForSale: true })
  expect(await end()).toEqual({ active: null, proposal: null, isForSale: true })
  await expect(shop.answer(ben!, id, 'accept')).rejects.toMatchObject({ status: 409 })
  expect((await shop.noticesOf(ben!))[0]).toMatchObject({ title: 'An offer was taken back' })
  expect((await shop.noticesOf(ada!))[0]).toMatchObject({ title: 'Your share has ended' })
  await shop.owner.call('DELETE /me/items/:id/split/proposal', { params: { id: beat } }) // nothing waits
})

test('the same proposal changes nothing and asks nobody twice', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.propose(beat, [[ada!, 1_000]])
  await shop.propose(beat, [[ada!, 1_000]])
  expect((await shop.splitOf(beat)).proposal).toMatchObject({ number: 1 })
  expect(await shop.noticesOf(ada!)).toHaveLength(1)
  await shop.propose(beat, [[ada!, 1_001]])
  await shop.propose(beat, [[ben!, 1_001]])
  expect((await shop.splitOf(beat)).proposal).toMatchObject({ number: 3 })
  expect((await shop.noticesOf(ada!)).map(({ title }) => title)).toEqual([
    'An offer was taken back',
    'drillmaker offers you a share',
    'drillmaker offers you a share',
  ])
  await shop.accept(ben!)
  await shop.propose(beat, [[ben!, 1_001]])
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 3 }, proposal: null })
})

test('shares that are no whole are refused and change nothing', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  const { displayName: handle } = ada!
  const put = (body: unknown) =>
    shop.owner.call('PUT /me/items/:id/split', { params: { id: beat }, body: body as never })
  const bodies = [
    { ownPoints: 7_000, people: [{ handle, points: 2_999 }] },
    { ownPoints: 7_000, people: [{ handle, points: 3_001 }] },
    { ownPoints: 10_001, people: [{ handle, points: -1 }] },
    { ownPoints: 10_000, people: [{ handle, points: 0 }] },
    { ownPoints: 0, people: [{ handle, points: 10_000 }] },
    { ownPoints: 6_999.5, people: [{ handle, points: 3_000.5 }] },
    { ownPoints: '7000', people: [{ handle, points: 3_000 }] },
    { ownPoints: 10_000, people: [] },
    { ownPoints: 9_000, people: Array.from({ length: 10 }, (_, nth) => ({ handle: `person-${nth}`, points: 100 })) },
    { ownPoints: 7_000, people: [{ handle: ' ', points: 3_000 }] },
    { people: [{ handle, points: 10_000 }] },
  ]
  for (const body of bodies) await expect(put(body)).rejects.toMatchObject({ status: 400 })
  expect(await shop.splitOf(beat)).toEqual({ active: null, proposal: null, isForSale: true })
})

test('only people can be invited, each once, and nobody who has blocked the owner', async () => {
  const beat = await shop.addBeat()
  const [ada, banned, gone, blocking] = await shop.people(4)
  await db().updateTable('account').set({ bannedAt: new Date() }).where('id', '=', banned!.id).execute()
  await forgetPerson(shop.world.app, gone!.id)
  await db()
    .insertInto('block')
    .values({ accountId: blocking!.id, blockedId: shop.owner.id, createdAt: new Date() })
    .execute()
  const accounts = await db().selectFrom('account').where('id', 'in', [HOUSE, SUPPORT]).select('handle').execute()
  const refused = [
    'nobody-by-this-name',
    banned!.displayName,
    gone!.displayName,
    blocking!.displayName,
    shop.owner.displayName,
    ...accounts.map(({ handle }) => handle),
  ]
  for (const name of refused)
    await expect(
      shop.propose(beat, [
        [ada!, 1_000],
        [name, 1_000],
      ]),
    ).rejects.toMatchObject({
      status: 400,
      fields: { 'people.1.handle': expect.any(String) },
    })
  await expect(
    shop.propose(beat, [
      [ada!, 1_000],
      [ada!, 1_000],
    ]),
  ).rejects.toMatchObject({
    fields: { 'people.1.handle': 'Name each person once.' },
  })
  expect(await shop.noticesOf(ada!)).toEqual([])
})

test('nobody decides about items or shares of others', async () => {
  const beat = await shop.addBeat()
  const [ada, eve] = await shop.people(2)
  await expect(shop.propose(beat, [[ada!, 1_000]], eve)).rejects.toMatchObject({ status: 404 })
  await expect(shop.splitOf(beat, eve)).rejects.toMatchObject({ status: 404 })
  await shop.propose(beat, [[ada!, 1_000]])
  const { id } = await shop.invitation(ada!)
  for (const way of ['accept', 'decline', 'leave'] as const)
    for (const by of [eve!, shop.owner]) await expect(shop.answer(by, id, way)).rejects.toMatchObject({ status: 404 })
  await expect(shop.answer(eve!, 999_999, 'accept')).rejects.toMatchObject({ status: 404 })
  for (const path of ['DELETE /me/items/:id/split', 'DELETE /me/items/:id/split/proposal'] as const)
    await expect(eve!.call(path, { params: { id: beat } })).rejects.toMatchObject({ status: 404 })
  await expect(shop.answer(ada!, id, 'leave')).rejects.toMatchObject({ status: 409 })
  await expect(shop.world.guest('GET /me/splits')).rejects.toMatchObject({ status: 401 })
  expect((await shop.splitOf(beat)).proposal).toMatchObject({ people: [{ state: 'invited' }] })
  await db().updateTable('account').set({ bannedAt: new Date() }).where('id', '=', ada!.id).execute()
  await expect(shop.answer(ada!, id, 'accept')).rejects.toMatchObject({ status: 403 })
})

test('a deleted item has no invitations', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.propose(beat, [[ada!, 1_000]])
  const { id } = await shop.invitation(ada!)
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: beat } })
  expect((await shop.splits(ada!)).invitations).toEqual([])
  await expect(shop.answer(ada!, id, 'accept')).rejects.toMatchObject({ status: 404 })
})

test('the database refuses shares that do not sum to the whole', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  const write = db()
    .transaction()
    .execute(async (tx) => {
      const { id: versionId } = await tx
        .insertInto('shareVersion')
        .values({ itemId: beat, number: 1, state: 'proposed', ownerPoints: 5_000, proposedAt: new Date() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('share').values({ versionId, accountId: ada!.id, points: 4_999, state: 'invited' }).execute()
    })
  await expect(write).rejects.toThrow('do not sum to 10,000')
})
