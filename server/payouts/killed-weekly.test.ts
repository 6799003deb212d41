import { expect, test } from 'vitest'
import { createDb, createPool } from '#server/db/connect.ts'
import { takeDue } from '#server/jobs/due.ts'
import { runNode } from '#test/child.ts'
import { MINUTE, openPayouts, paypalOf } from '#test/payouts.ts'
import { payoutTakers } from './index.ts'
import { nextMonday } from './week.ts'

const shop = await openPayouts()
const { app } = shop.world
const sellers = [await shop.weekly(), await shop.weekly()]

const passToMonday = () =>
  shop.world.passTime(nextMonday(app.clock.now()).getTime() + MINUTE - app.clock.now().getTime())
const written = () => Promise.all(sellers.map(async (seller) => (await shop.weeksOf(seller)).length))
const sent = () => Promise.all(sellers.map(async (seller) => (await shop.sentTo(paypalOf(seller))).length))

/** Runs a taker in another process, which is killed at its first point, then at its second one, until a run has no more. */
async function killAtEachPoint(taker: string) {
  for (let points = 1; ; points++) {
    const env = {
      DATABASE_URL: app.config.databaseUrl ?? '',
      NOW: app.clock.now().toISOString(),
      TAKER: taker,
      DIES_AT: String(points),
    }
    const round = runNode(['test/programs/dying-payouts.ts'], env)
    const { code, signal } = await round.ended()
    shop.world.passTime(2 * MINUTE) // another node goes on after a minute
    if (code === 0) return points
    if (signal !== 'SIGKILL') throw new Error(round.said())
  }
}

// each test goes on from the one before
test('a weekly run that is killed at each of its points writes one payout for each seller', async () => {
  for (const seller of sellers) await shop.earn(seller)
  passToMonday()
  expect(await killAtEachPoint('write weekly payouts')).toBeGreaterThan(3)
  expect(await written()).toEqual([1, 1])
})

test('payouts whose sending is killed at each of its points are sent once', async () => {
  expect(await sent()).toEqual([0, 0])
  expect(await killAtEachPoint('send payouts')).toBeGreaterThan(3)
  expect(await sent()).toEqual([1, 1])
  expect(await written()).toEqual([1, 1])
})

test('a week that two nodes run at once pays each seller once', async () => {
  for (const seller of sellers) await shop.earn(seller)
  passToMonday()
  const pool = createPool(app.config.databaseUrl!, { onError: () => {} })
  const other = { ...app, db: createDb(pool) }
  for (let round = 0; round < 2; round++) {
    await Promise.all([app, other, app, other].map((node) => takeDue(node, payoutTakers)))
    shop.world.passTime(MINUTE)
  }
  await pool.end()
  expect(await written()).toEqual([2, 2])
  expect(await sent()).toEqual([2, 2])
})
