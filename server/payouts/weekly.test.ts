import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { takeDue } from '#server/jobs/due.ts'
import { post } from '#server/ledger/index.ts'
import { untilBlocked } from '#test/blocked.ts'
import { inTransaction } from '#test/factories.ts'
import { DAY, HOUR, MINUTE, openPayouts } from '#test/payouts.ts'
import { payoutTakers } from './index.ts'
import { mondayOf, nextMonday, weekOf } from './week.ts'

const shop = await openPayouts()

test.each([
  ['2026-11-24T02:00:00Z', '2026-W48', '2026-11-23'],
  ['2026-11-23T00:00:00Z', '2026-W48', '2026-11-23'],
  ['2026-11-22T23:59:59Z', '2026-W47', '2026-11-16'],
  ['2027-01-03T12:00:00Z', '2026-W53', '2026-12-28'],
  ['2025-12-29T00:00:00Z', '2026-W01', '2025-12-29'],
  ['2028-02-29T12:00:00Z', '2028-W09', '2028-02-28'],
])('%s lies in week %s', (at, week, monday) => {
  expect(weekOf(new Date(at))).toBe(week)
  expect(mondayOf(new Date(at)).toISOString()).toBe(`${monday}T00:00:00.000Z`)
  expect(nextMonday(new Date(at)).getTime() - mondayOf(new Date(at)).getTime()).toBe(7 * DAY)
})

test('every Monday balances are paid out without a fee, once a week', async () => {
  const seller = await shop.weekly({ plan: 'free' })
  await shop.earn(seller)
  await shop.toMonday()
  expect(await shop.weeksOf(seller)).toMatchObject([{ gross: 29.95, fee: 0, amount: 29.95, kind: 'weekly' }])
  await shop.pass(MINUTE)
  await shop.pass(MINUTE)
  expect(await shop.weeksOf(seller)).toMatchObject([{ status: 'paid' }])
  await shop.earn(seller) // Thursday
  await shop.pass(HOUR)
  expect(await shop.weeksOf(seller)).toHaveLength(1)
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
  await shop.toMonday()
  expect(await shop.weeksOf(seller)).toHaveLength(2)
})

test('people without PayPal, name or balance, and those who switched it off, are left out', async () => {
  const unlinked = await shop.weekly()
  const off = await shop.weekly({ weekly: false })
  const nameless = await shop.weekly()
  const poor = await shop.weekly()
  for (const one of [unlinked, off, nameless]) await shop.earn(one)
  await unlinked.call('DELETE /me/paypal')
  await shop.world.app.db.updateTable('account').set({ legalName: null }).where('id', '=', nameless.id).execute()
  await shop.toMonday()
  for (const one of [unlinked, off, nameless, poor]) expect(await shop.weeksOf(one)).toEqual([])
  expect(await shop.summaryOf(nameless)).toMatchObject({ balance: 29.95 })
})

test('a payout of somebody whose password has changed waits until the rest is over', async () => {
  const seller = await shop.weekly()
  await shop.earn(seller)
  const monday = nextMonday(shop.world.app.clock.now())
  const changedAt = new Date(monday.getTime() - 30 * HOUR)
  await shop.world.app.db
    .updateTable('account')
    .set({ passwordChangedAt: changedAt })
    .where('id', '=', seller.id)
    .execute()
  await shop.toMonday()
  await shop.pass(MINUTE)
  expect(await shop.weeksOf(seller)).toMatchObject([
    { status: 'requested', note: 'It is sent when your rest is over.' },
  ])
  await shop.pass(42 * HOUR)
  expect(await shop.weeksOf(seller)).toMatchObject([{ status: 'processing' }])
})

test('payouts that are due while the operator has stopped them go at once afterwards', async () => {
  const seller = await shop.weekly()
  await shop.earn(seller)
  const admin = shop.patient(await shop.admin())
  const turn = (reason: string | null) =>
    admin.call('PUT /admin/house/switches/:what', { params: { what: 'payouts' }, body: { reason } })
  await shop.world.app.db
    .updateTable('account')
    .set({ passwordChangedAt: new Date(nextMonday(shop.world.app.clock.now()).getTime() - HOUR) })
    .where('id', '=', seller.id)
    .execute()
  await shop.toMonday()
  await turn('The bank rests.')
  await shop.pass(4 * DAY)
  expect(await shop.weeksOf(seller)).toMatchObject([{ status: 'requested' }])
  await turn(null)
  await shop.rounds()
  expect(await shop.weeksOf(seller)).toMatchObject([{ status: 'processing' }])
})

test('the first payout waits for a person', async () => {
  const seller = await shop.seller({ weekly: true })
  await shop.earn(seller)
  await shop.toMonday()
  await shop.pass(DAY)
  expect(await shop.weeksOf(seller)).toMatchObject([{ status: 'requested', note: 'A person looks at it first.' }])
})

test('weeks in which nothing ran are not made up for', async () => {
  const seller = await shop.weekly()
  await shop.earn(seller)
  shop.world.passTime(30 * DAY)
  await shop.world.takeDue()
  expect(await shop.weeksOf(seller)).toHaveLength(1)
})

test('a second run of a week pays nobody twice', async () => {
  const seller = await shop.weekly()
  await shop.earn(seller)
  await shop.toMonday()
  await shop.earn(seller) // Thursday
  const { db, clock } = shop.world.app
  await db
    .updateTable('payoutWeek')
    .set({ dueAt: clock.now(), lastAccount: 0 })
    .where('week', '=', weekOf(clock.now()))
    .execute()
  await shop.world.takeDue()
  expect(await shop.weeksOf(seller)).toHaveLength(1)
  expect(await shop.summaryOf(seller)).toMatchObject({ balance: 29.95 })
  await seller.call('DELETE /me/paypal') // other tests count those that are due
})

test('an account that can’t be paid stops no other, and is tried again', async () => {
  const [broken, fine] = [await shop.weekly(), await shop.weekly()]
  for (const one of [broken, fine]) await shop.earn(one)
  const { db, clock } = shop.world.app
  const { rows } = await sql<{ next: number }>`select last_value + 1 as next from payout_id_seq`.execute(db)
  // other lines of this name are in the books: the next payout can't be written
  await inTransaction(db, (tx) =>
    post(tx, {
      kind: 'payout',
      reference: String(rows[0]!.next),
      lines: [
        { account: { kind: 'house' }, cents: 1 },
        { account: { kind: 'fees' }, cents: -1 },
      ],
      at: clock.now(),
    }),
  )
  await expect(shop.toMonday()).rejects.toThrow('write weekly payouts failed')
  const written = async () => [...(await shop.weeksOf(broken)), ...(await shop.weeksOf(fine))].length
  await shop.world.takeDue()
  expect(await written()).toBe(1)
  shop.world.passTime(11 * MINUTE)
  await shop.world.takeDue()
  expect(await written()).toBe(2)
  const run = db.selectFrom('payoutWeek').where('week', '=', weekOf(clock.now())).select('dueAt')
  expect(await run.execute()).toEqual([{ dueAt: null }]) // it is over
})

test('a run reads an account once more when its turn comes, and no other node runs the week meanwhile', async () => {
  const sellers = [await shop.weekly(), await shop.weekly(), await shop.weekly(), await shop.weekly()]
  for (const one of sellers) await shop.earn(one)
  const [off, unlinked, nameless, gone] = sellers.map(({ id }) => id)
  const { app } = shop.world
  shop.world.passTime(nextMonday(app.clock.now()).getTime() + MINUTE - app.clock.now().getTime())
  const [run] = await app.db.transaction().execute(async (tx) => {
    const targetOf = (id: number) => tx.updateTable('payoutTarget').where('accountId', '=', id)
    await targetOf(off!).set({ autoPayout: false }).execute()
    await targetOf(unlinked!).set({ paypalEmail: null }).execute()
    await targetOf(nameless!).set({ country: null }).execute()
    await tx.deleteFrom('payoutTarget').where('accountId', '=', gone!).execute()
    const running = takeDue(app, payoutTakers)
    await untilBlocked(app.db)
    await takeDue(app, payoutTakers)
    return [running]
  })
  await run
  for (const seller of sellers) expect(await shop.weeksOf(seller)).toEqual([])
})
