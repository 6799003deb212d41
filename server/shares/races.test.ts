import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetPerson } from '#server/personal-data.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createSharedShop, type SharedShop } from '#test/shares.ts'

let shop: SharedShop
beforeAll(async () => {
  shop = await createSharedShop()
})
afterAll(() => shop.world.close())

const NOTHING = new Error('Nothing is offered.')
const refused = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter((one) => one.status === 'rejected')

test('fifty acceptances at once make one version count once', async () => {
  const beat = await shop.addBeat()
  const people = await shop.people(5)
  await shop.propose(
    beat,
    people.map((one) => [one, 1_000] as const),
  )
  const { id } = await shop.invitation(people[0]!)
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, (_, nth) => shop.answer(people[nth % 5]!, id, 'accept')),
  )
  expect(refused(all)).toEqual([])
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 1, ownPoints: 5_000 }, proposal: null })
  const told = (await people[0]!.call('GET /notifications', { query: {} })).content
  expect(told.filter(({ title }) => title === 'Your share counts now')).toHaveLength(1)
})

test('one of fifty proposals at once waits in the end', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  const all = await Promise.allSettled(Array.from({ length: 50 }, (_, nth) => shop.propose(beat, [[ada!, nth + 1]])))
  expect(refused(all)).toEqual([])
  const versions = await shop.world.app.db
    .selectFrom('shareVersion')
    .where('itemId', '=', beat)
    .select(['state', 'number'])
    .orderBy('number')
    .execute()
  expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 1))
  expect(versions.filter(({ state }) => state !== 'canceled')).toEqual([{ state: 'proposed', number: 50 }])
  expect((await shop.splits(ada!)).invitations).toHaveLength(1)
})

test('sales, answers, changes and a deletion at once: each sale is credited by one version, whole', async () => {
  const beat = await shop.addBeat()
  const [ada, ben, gone] = await shop.people(3)
  const id = await shop.share(beat, [ada!, 3_000], [ben!, 2_000], [gone!, 1_000])
  const buyers = await shop.people(12)
  const started = await Promise.all(buyers.map((buyer) => shop.start([beatLine(beat)], { buyer })))
  await Promise.all(started.map((one) => shop.payByCard(one)))
  const before = await shop.ledger()
  const results = await Promise.allSettled([
    ...started.map((one, nth) => shop.confirm(one, buyers[nth]!)),
    ...Array.from({ length: 10 }, () => shop.answer(ada!, id, 'leave')),
    ...Array.from({ length: 10 }, (_, nth) => shop.propose(beat, [[ben!, 500 + nth]])),
    ...Array.from({ length: 10 }, async () => {
      const offer = (await shop.splits(ben!)).invitations[0]
      if (!offer) throw NOTHING // it was taken back, or has not come yet
      return shop.answer(ben!, offer.id, 'accept')
    }),
    ...Array.from({ length: 3 }, () => shop.owner.call('DELETE /me/items/:id/split', { params: { id: beat } })),
    forgetPerson(shop.world.app, gone!.id),
  ])
  const odd = refused(results).filter(
    ({ reason }) => ![404, 409].includes((reason as { status: number }).status) && reason !== NOTHING,
  )
  expect(odd).toEqual([])
  const after = await shop.ledger()
  const grown = [shop.owner, ada!, ben!, gone!].reduce(
    (sum, { id: who }) => sum + (after[`earnings ${who}`] ?? 0) - (before[`earnings ${who}`] ?? 0),
    0,
  )
  expect(grown).toBeCloseTo(12 * 29.95)
  expect(await shop.sumOfAll()).toBeCloseTo(0)
  const sales = await shop.world.app.db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount as owned', 'owned.id', 'accountId')
    .innerJoin('ledgerEntry as entry', 'entry.id', 'entryId')
    .where('entry.kind', '=', 'sale')
    .where('owned.kind', '=', 'earnings')
    .groupBy('subject')
    .select(({ fn }) => ['subject', fn.sum<number>('cents').as('cents')])
    .execute()
  expect(sales.map(({ cents }) => Number(cents))).toEqual(Array.from({ length: 12 }, () => 2_995))
})

test('the last acceptance of a change and the deletion of somebody who is in both versions don’t block each other', async () => {
  const { db } = shop.world.app
  const beat = await shop.addBeat()
  const [gone, ben] = await shop.people(2)
  await shop.share(beat, [gone!, 3_000])
  await shop.propose(beat, [
    [gone!, 2_000],
    [ben!, 1_000],
  ])
  await shop.accept(gone!)
  const { id } = await shop.invitation(ben!)
  const begun: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    const own = tx.selectFrom('share').where('versionId', '=', id).where('accountId', '=', ben!.id)
    await own.select('accountId').forUpdate().execute()
    for (const [nth, call] of [
      () => shop.answer(ben!, id, 'accept'),
      () => forgetPerson(shop.world.app, gone!.id),
    ].entries()) {
      const running = call()
      running.catch(() => {})
      begun.push(running)
      await untilBlocked(db, nth + 1)
    }
  })
  expect(refused(await Promise.allSettled(begun))).toEqual([])
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 2, ownPoints: 9_000 }, proposal: null })
})
