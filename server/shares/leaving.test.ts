import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportPerson, forgetPerson } from '#server/personal-data.ts'
import { workOf } from '#server/work.ts'
import { untilBlocked } from '#test/blocked.ts'
import { beatLine } from '#test/checkout.ts'
import { createSharedShop, type SharedShop } from '#test/shares.ts'

let shop: SharedShop
beforeAll(async () => {
  shop = await createSharedShop()
})
afterAll(() => shop.world.close())

const db = () => shop.world.app.db
const takeBack = (id: number) => shop.owner.call('DELETE /me/items/:id/split/proposal', { params: { id } })

test('a second person declines a declined split, too, and its owner hears of both', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.propose(beat, [
    [ada!, 3_000],
    [ben!, 2_000],
  ])
  const { id } = await shop.invitation(ada!)
  for (const one of [ada!, ben!]) await shop.answer(one, id, 'decline')
  expect(await shop.splitOf(beat)).toMatchObject({
    proposal: { isDeclined: true, people: [{ state: 'declined' }, { state: 'declined' }] },
    isForSale: false,
  })
  expect((await shop.noticesOf(shop.owner)).slice(0, 2).map(({ title }) => title)).toEqual(
    [ben!, ada!].map(({ displayName }) => `${displayName} declined a share`),
  )
})

test('an answer that is given twice is told once', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.propose(beat, [
    [ada!, 3_000],
    [ben!, 2_000],
  ])
  const { id } = await shop.invitation(ada!)
  for (const way of ['accept', 'decline'] as const)
    for (let time = 0; time < 2; time++) await shop.answer(ada!, id, way)
  const titles = (await shop.noticesOf(shop.owner)).map(({ title }) => title)
  for (const did of ['accepted', 'declined'])
    expect(titles.filter((title) => title === `${ada!.displayName} ${did} a share`)).toHaveLength(1)
})

test('a person whose share changes hears of the new one, and not that it has ended', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.share(beat, [ada!, 5_000])
  await shop.share(beat, [ada!, 2_000])
  const titles = (await shop.noticesOf(ada!)).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Your share counts now')).toHaveLength(2)
  expect(titles).not.toContain('Your share has ended')
})

test('the owner ends a split that nobody has accepted yet, and the people hear of it', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  await shop.propose(beat, [[ada!, 1_000]])
  const ended = await shop.owner.call('DELETE /me/items/:id/split', { params: { id: beat } })
  expect(ended).toEqual({ active: null, proposal: null, isForSale: true })
  expect((await shop.noticesOf(ada!)).map(({ title }) => title)).toEqual([
    'An offer was taken back',
    'drillmaker offers you a share',
  ])
})

test('an item stays on sale when the last sharer leaves while a change waits', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  const id = await shop.share(beat, [ada!, 5_000])
  await shop.propose(beat, [[ben!, 2_000]])
  await shop.answer(ada!, id, 'leave')
  expect(await shop.stateOf(beat)).toBe('available')
  expect(await shop.splitOf(beat)).toMatchObject({ active: { ownPoints: 10_000 }, isForSale: true })
  const before = await shop.earned(shop.owner)
  await shop.buy([beatLine(beat)], await shop.world.signUp())
  expect((await shop.earned(shop.owner)) - before).toBeCloseTo(29.95)
  await shop.accept(ben!)
  expect(await shop.splitOf(beat)).toMatchObject({ active: { number: 2, ownPoints: 8_000 }, proposal: null })
})

test('a change that is taken back after the last sharer has left ends the split', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  const id = await shop.share(beat, [ada!, 5_000])
  await shop.propose(beat, [
    [ada!, 1_000],
    [ben!, 2_000],
  ])
  await shop.answer(ada!, (await shop.invitation(ada!)).id, 'decline')
  await shop.answer(ada!, id, 'leave')
  expect(await shop.stateOf(beat)).toBe('available')
  await takeBack(beat)
  expect(await shop.splitOf(beat)).toEqual({ active: null, proposal: null, isForSale: true })
  await shop.propose(beat, [[ben!, 2_000]])
  expect(await shop.stateOf(beat)).toBe('waiting') // these are first shares again
})

test('an item stays on sale when its last sharer deletes the account while a change waits', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 5_000])
  await shop.propose(beat, [[ben!, 2_000]])
  await forgetPerson(shop.world.app, ada!.id)
  expect(await shop.stateOf(beat)).toBe('available')
  await takeBack(beat)
  expect(await shop.splitOf(beat)).toEqual({ active: null, proposal: null, isForSale: true })
})

test('a person’s shares are in the export, and end with the account', async () => {
  const [counts, waits, alone] = [
    await shop.addBeat({ title: 'Harmattan' }),
    await shop.addBeat(),
    await shop.addBeat(),
  ]
  const [ada, ben, cleo] = await shop.people(3)
  await shop.share(counts, [ada!, 2_000], [ben!, 1_000])
  await shop.share(alone, [ada!, 2_000])
  await shop.propose(waits, [
    [ada!, 2_000],
    [cleo!, 1_000],
  ])
  const { shares } = await exportPerson(shop.world.app, ada!.id)
  expect(shares!['shares']).toMatchObject([{ title: 'Harmattan', points: 2_000, state: 'accepted' }, {}, {}])
  expect((await exportPerson(shop.world.app, shop.owner.id))['shares']!['sharesOfOwnItems']).not.toEqual([])
  await forgetPerson(shop.world.app, ada!.id)
  expect(await shop.splitOf(counts)).toMatchObject({ active: { ownPoints: 9_000 }, isForSale: true })
  expect(await shop.splitOf(alone)).toEqual({ active: null, proposal: null, isForSale: true })
  expect(await shop.splitOf(waits)).toMatchObject({ proposal: { isDeclined: true }, isForSale: false })
})

/** Begins something when all shares of a person who is being deleted have ended, and nobody else sees it yet. */
async function duringDeletion(id: number, act: () => Promise<unknown>) {
  let calls: Promise<PromiseSettledResult<unknown>[]> | undefined
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('account').where('id', '=', id).select('id').forKeyShare().execute()
      const forgotten = forgetPerson(shop.world.app, id) // it waits for the account in the end
      await untilBlocked(db())
      const acted = act()
      calls = Promise.allSettled([forgotten, acted])
      await Promise.race([acted.catch(() => {}), untilBlocked(db(), 2)])
    })
  const [forgotten, acted] = await calls!
  expect(forgotten).toMatchObject({ status: 'fulfilled' })
  return acted
}

test('nobody is invited while the account is being deleted', async () => {
  const beat = await shop.addBeat()
  const [ada] = await shop.people(1)
  const outcome = await duringDeletion(ada!.id, () => shop.propose(beat, [[ada!, 1_000]]))
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 400 } })
  expect(await shop.stateOf(beat)).toBe('available')
})

test('a change that is taken back while the last sharer is being deleted ends the split', async () => {
  const beat = await shop.addBeat()
  const [ada, ben] = await shop.people(2)
  await shop.share(beat, [ada!, 5_000])
  await shop.propose(beat, [[ben!, 2_000]])
  expect(await duringDeletion(ada!.id, () => takeBack(beat))).toMatchObject({ status: 'fulfilled' })
  expect(await shop.splitOf(beat)).toEqual({ active: null, proposal: null, isForSale: true })
})

test('the owner hears that a person who shared or was offered a share has deleted the account', async () => {
  const [counts, waits, changes] = [await shop.addBeat(), await shop.addBeat(), await shop.addBeat()]
  const [ada, ben] = await shop.people(2)
  await shop.share(counts, [ada!, 2_000], [ben!, 1_000])
  await shop.propose(waits, [[ada!, 3_000]])
  await shop.share(changes, [ben!, 1_000])
  await shop.propose(changes, [[ada!, 4_000]])
  await shop.world.work() // news of earlier tests
  const before = (await shop.noticesOf(shop.owner)).length
  await forgetPerson(shop.world.app, ada!.id)
  await shop.world.work()
  const news = (await shop.noticesOf(shop.owner)).slice(0, -before).map(({ title, message }) => `${title}: ${message}`)
  expect(news.toSorted()).toEqual([
    expect.stringMatching(/^A share has ended: Somebody who had 20% of .+ Later sales credit it to you\.$/),
    expect.stringMatching(/^An offered share has ended: .+ you offered 30% of .+ It can’t be bought until you change/),
    expect.stringMatching(/^An offered share has ended: .+ you offered 40% of .+ The present shares go on\.$/),
  ])
  expect(await shop.noticesOf(ben!)).not.toContainEqual(expect.objectContaining({ title: 'A share has ended' }))
  const { kind, subject, text } = await shop.world.lastMailTo(shop.owner.email)
  expect(kind).toBe('split')
  expect(subject).toMatch(/share has ended$/)
  expect(text).not.toContain(ada!.displayName)
  const faces = db().selectFrom('notificationPerson').where('accountId', '=', ada!.id).selectAll()
  expect(await faces.execute()).toEqual([])
})

test('the owner hears nothing of an offer that was taken back, or whose item was deleted, before the news of a deletion', async () => {
  const [beat, deleted] = [await shop.addBeat(), await shop.addBeat()]
  const [ada] = await shop.people(1)
  for (const id of [beat, deleted]) await shop.propose(id, [[ada!, 3_000]])
  await shop.world.work() // news of earlier tests
  await forgetPerson(shop.world.app, ada!.id)
  await takeBack(beat)
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: deleted } })
  const before = await shop.noticesOf(shop.owner)
  await shop.world.work()
  expect(await shop.noticesOf(shop.owner)).toEqual(before)
  const { rows } = await sql`select task_identifier from graphile_worker.jobs where last_error is not null`.execute(
    db(),
  )
  expect(rows).toEqual([]) // no job has failed
})

test('the owner hears of a deletion once, also when its job runs again after a crash', async () => {
  const [counts, waits] = [await shop.addBeat(), await shop.addBeat()]
  const [ada] = await shop.people(1)
  const active = await shop.share(counts, [ada!, 2_000])
  await shop.propose(waits, [[ada!, 3_000]])
  const { id: offered } = (await shop.splitOf(waits)).proposal!
  await forgetPerson(shop.world.app, ada!.id)
  await shop.world.work()
  const before = await shop.noticesOf(shop.owner)
  expect(
    before
      .slice(0, 2)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['A share has ended', 'An offered share has ended'])
  for (const versionId of [active, offered])
    await workOf(shop.world.app).tasks['tell-of-deleted-sharer']({ versionId, accountId: ada!.id })
  expect(await shop.noticesOf(shop.owner)).toEqual(before)
})

test('somebody who wants to leave reads in how many items of others a share would end', async () => {
  const [ada] = await shop.people(1)
  const shares = async () => (await ada!.call('GET /me/deletion')).shares
  const [first, second] = [await shop.addBeat(), await shop.addBeat()]
  await shop.share(first, [ada!, 1_000])
  const id = await shop.share(second, [ada!, 1_000])
  await shop.propose(await shop.addBeat(), [[ada!, 1_000]])
  expect(await shares()).toBe(2)
  await shop.answer(ada!, id, 'leave')
  expect(await shares()).toBe(1)
  await shop.owner.call('DELETE /me/beats/:id', { params: { id: first } })
  expect(await shares()).toBe(0)
})

test('mails to others about splits don’t keep the name of a deleted account', async () => {
  const [ada] = await shop.people(1)
  await shop.share(await shop.addBeat(), [ada!, 5_000])
  const named = () =>
    db().selectFrom('mail').where('recipient', '=', shop.owner.email).where('text', 'like', `%${ada!.displayName}%`)
  expect(await named().select('kind').execute()).toEqual([{ kind: 'split' }])
  await forgetPerson(shop.world.app, ada!.id)
  shop.world.passTime(2 * 24 * 60 * 60_000)
  await shop.world.takeDue()
  expect(await named().select('kind').execute()).toEqual([])
})
