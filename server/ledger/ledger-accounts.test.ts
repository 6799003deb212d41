import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { untilBlocked } from '#test/blocked.ts'
import { createWorld, type World } from '#test/world.ts'
import { openAccounts } from './ledger-accounts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an account that two transactions open at once is one', async () => {
  const { id: owner } = await world.signUp()
  const open = (tx: Tx) => openAccounts(tx, [{ kind: 'earnings', owner }])
  const { db } = world.app
  const { ids, opening } = await db.transaction().execute(async (tx) => {
    const ids = await open(tx)
    const opening = Promise.allSettled([db.transaction().execute(open)])
    await untilBlocked(db)
    return { ids, opening }
  })
  expect(await opening).toEqual([{ status: 'fulfilled', value: ids }])
})
