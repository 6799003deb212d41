import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountApp } from '#server/app.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { addItem, addWave } from './factories.ts'
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

const locationsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)

test('every address of the sitemap is a page that crawlers may show', async () => {
  const { id: ownerId } = await world.signUp()
  await world.app.db.updateTable('account').set({ isProducer: true }).where('id', '=', ownerId).execute()
  for (const kind of ['beat', 'pack', 'kit'] as const)
    await addWave(world.app.db, await addItem(world.app.db, { ownerId, kind }), Buffer.alloc(600))
  const paths: string[] = []
  for (const part of locationsIn((await http.inject('/sitemap.xml')).body))
    paths.push(...locationsIn((await http.inject(part)).body))
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const { statusCode, body } = await http.inject(path)
    expect([path, statusCode, body.includes('content="noindex"')]).toEqual([path, 200, false])
  }
})
