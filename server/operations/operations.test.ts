import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

const ready = async () => {
  const reply = await world.http.inject('/api/ready')
  return { status: reply.statusCode, ...reply.json<object>() }
}
const well = { status: 200, ready: true, database: true, storage: true, migrations: true, payments: 'sandbox' }

test('a running server is alive and ready', async () => {
  expect((await world.http.inject('/api/health')).json()).toEqual({ ok: true })
  expect(await ready()).toEqual(well)
})

test('a flood of calls for readiness is one look at the database and the storage', async () => {
  const check = vi.spyOn(world.app.storage, 'check')
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  expect(answers).toEqual(Array.from({ length: 50 }, () => well))
  expect(check.mock.calls.length).toBeLessThan(5)
  check.mockRestore()
})

test("the server is not ready while it can't store files", async () => {
  const check = vi.spyOn(world.app.storage, 'check').mockRejectedValue(new Error('secret place is full'))
  expect(await ready()).toEqual({ ...well, status: 503, ready: false, storage: false })
  check.mockRestore()
  expect(await ready()).toEqual(well)
})

test('the server is not ready without its database or with a missing migration', async () => {
  await world.app.db.deleteFrom('migration').where('name', 'like', '0001%').execute()
  expect(await ready()).toEqual({ ...well, status: 503, ready: false, migrations: false })
  await world.app.db.schema.dropTable('migration').execute()
  expect(await ready()).toEqual({ ...well, status: 503, ready: false, database: false, migrations: false })
})

test('a stopping server is alive but not ready', async () => {
  world.app.stopping.value = true
  expect(await ready()).toEqual({ ...well, status: 503, ready: false })
  expect((await world.http.inject('/api/health')).statusCode).toBe(200)
})
