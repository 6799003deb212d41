import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { endpointsIn } from './reply.ts'
import { SPECIFIED } from './specified-calls.ts'
import { createWorld, type World } from './world.ts'

const calls = SPECIFIED.trim()
  .split('\n')
  .map((line) => line.split(' ') as [method: 'GET', path: string, caller: string])
/** Names of parameters don't matter. */
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/:\w+/g, ':x')}`
const described = new Map(endpointsIn(contract).map((one) => [shapeOf(one.method, one.path), one]))

let world: World
let user: string
beforeAll(async () => {
  world = await createWorld()
  user = (await world.signUp()).accessToken
})
afterAll(() => world.close())

test('the specification names 179 calls', () => expect(new Set(calls.map(String)).size).toBe(179))

test.each(calls)('%s %s is there, for %s', async (method, path, caller) => {
  const endpoint = described.get(shapeOf(method, path))
  expect(endpoint?.auth).toBe(caller)
  expect(world.http.hasRoute({ method, url: `/api${endpoint!.path}` })).toBe(true)
  const ask = async (token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const reply = await world.http.inject({ method, url: `/api${path.replace(/:\w+/g, '987654321')}`, headers })
    return reply.statusCode
  }
  const asGuest = await ask()
  if (caller === 'anyone') expect(asGuest).not.toBe(401)
  else expect(asGuest).toBe(401)
  if (caller === 'admin') expect(await ask(user)).toBe(403)
})
