import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { addItem } from './factories.ts'
import { createWorld, type World } from './world.ts'

let world: World
let http: FastifyInstance
beforeAll(async () => {
  world = await createWorld()
  http = await mountApp(world.app, { web: developmentWeb })
})
afterAll(async () => {
  await http.close()
  await world.close()
})

test('a page shows at once what has changed about an item', async () => {
  const { id: ownerId } = await world.signUp()
  const id = await addItem(world.app.db, { ownerId, kind: 'beat' })
  const before = (await http.inject('/browse')).body
  await world.app.db.updateTable('item').set({ title: 'Changed since then' }).where('id', '=', id).execute()
  const after = (await http.inject('/browse')).body
  expect([before, after].map((page) => page.includes('Changed since then'))).toEqual([false, true])
})
