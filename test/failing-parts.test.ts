import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Call, Route } from '#contract/caller.ts'
import { mountApp } from '#server/app.ts'
import { developmentWeb } from '#server/pages/web-development.ts'
import { addItem } from './factories.ts'
import { createWorld, type World } from './world.ts'

let world: World
let http: FastifyInstance
let failing: Route[]
const logged = vi.fn()

beforeEach(async () => {
  world = await createWorld()
  failing = []
  logged.mockClear()
  const quiet = () => {}
  const log = {
    level: 'error',
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    fatal: quiet,
    silent: quiet,
    error: logged,
  }
  http = await mountApp(world.app, {
    log: Object.assign(log, { child: () => log }) as unknown as FastifyBaseLogger,
    web: async (server) => {
      const web = await developmentWeb(server)
      const { render, reads } = await web.renderer()
      const without = (call: Call) =>
        ((route, ...input) =>
          failing.includes(route) ? Promise.reject(new Error(`no ${route}`)) : call(route, ...input)) as Call
      return {
        ...web,
        keep: 60_000,
        renderer: async () => ({ reads, render: (url, call) => render(url, without(call)) }),
      }
    },
  })
})
afterEach(async () => {
  await http.close()
  await world.close()
})

test('failing lists of the landing page are empty and logged; the page works and is not cached', async () => {
  const ownerId = (await world.signUp()).id
  await addItem(world.app.db, { ownerId, title: 'Night Bus', kind: 'beat', charts: { isFeatured: true } })
  await addItem(world.app.db, { ownerId, title: 'Cold Kit', kind: 'kit', charts: { isFeatured: true } })
  const landing = async () => {
    const { statusCode, body } = await http.inject('/')
    expect(statusCode).toBe(200)
    return body
  }
  for (const routes of [
    ['GET /kits/featured'],
    ['GET /beats/popular', 'GET /styles'],
    ['GET /beats/:id/wave'],
  ] as Route[][]) {
    logged.mockClear()
    failing = routes
    const body = await landing()
    expect(body).toContain('MARKETPLACE')
    expect(body.includes('Cold Kit')).toBe(!routes.includes('GET /kits/featured'))
    expect(body, 'nobody knows whether they are empty').not.toMatch(/Feature the first kit|No popular yet/)
    expect(body).toContain('Night Bus')
    expect(logged.mock.calls.map(([said]) => (said as { err: Error }).err.message)).toEqual(
      routes.map((route) => `no ${route}`),
    )
  }
  failing = []
  logged.mockClear()
  expect(await landing()).toContain('Cold Kit')
  failing = ['GET /kits/featured']
  expect(await landing(), 'whole, it is kept').toContain('Cold Kit')
  expect(logged).not.toHaveBeenCalled()
})

test('an item page works without its waveform or a failing side list, and is not cached', async () => {
  const ownerId = (await world.signUp()).id
  await addItem(world.app.db, { ownerId, title: 'Night Bus', slug: 'night-bus' })
  await addItem(world.app.db, { ownerId, title: 'Cold Keys' })
  const page = async () => {
    const { statusCode, body } = await http.inject('/track/night-bus')
    return [
      statusCode,
      body.includes('Add to cart') || body.includes('No licenses available'),
      body.includes('Cold Keys'),
    ]
  }
  failing = ['GET /items/:id/similar', 'GET /items']
  expect(await page()).toEqual([200, true, false])
  expect(logged).toHaveBeenCalledTimes(2)
  failing = ['GET /beats/:id/wave']
  expect(await page()).toEqual([200, true, true])
  expect(logged).toHaveBeenCalledTimes(3)
  failing = []
  expect(await page()).toEqual([200, true, true])
})
