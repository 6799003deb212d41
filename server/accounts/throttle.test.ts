import { expect, test } from 'vitest'
import { createWorld } from '#test/world.ts'

test('after ten wrong passwords even the right one is refused for a quarter of an hour', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password } = await world.signUp()
  const login = (password: string) => world.guest('POST /auth/login', { body: { email, password } })
  for (let attempt = 0; attempt < 10; attempt++) await expect(login('wrong')).rejects.toMatchObject({ status: 401 })
  await expect(login(password)).rejects.toMatchObject({ status: 429, error: 'rate_limited' })
  expect(
    (await world.http.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).headers[
      'retry-after'
    ],
  ).toMatch(/^\d+$/)
  world.passTime(15 * 60_000)
  await login(password)
  await world.close()
})

test('wrong passwords of a stranger do not lock the owner out, and a right one resets the count', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email, password } = await world.signUp()
  const login = async (remoteAddress: string, tried: string) =>
    (
      await world.http.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress,
        payload: { email, password: tried },
      })
    ).statusCode
  for (let attempt = 0; attempt < 12; attempt++) await login('203.0.113.9', 'wrong')
  expect(await login('203.0.113.9', password)).toBe(429)
  expect(await login('198.51.100.7', password)).toBe(200)
  for (let round = 0; round < 3; round++) {
    for (let slip = 0; slip < 5; slip++) expect(await login('198.51.100.7', 'slip')).toBe(401)
    expect(await login('198.51.100.7', password)).toBe(200)
  }
  await world.close()
})

test('all IPv6 addresses of a network count as one caller', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const { email } = await world.signUp()
  const login = async (remoteAddress: string) =>
    (
      await world.http.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress,
        payload: { email, password: 'wrong' },
      })
    ).statusCode
  for (let host = 1; host <= 10; host++) expect(await login(`2001:db8:1:2::${host}`)).toBe(401)
  expect(await login('2001:db8:1:2:aaaa::1')).toBe(429)
  expect(await login('2001:db8:1:3::1')).toBe(401)
  await world.close()
})

test('one address can register twenty accounts an hour', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  for (let made = 0; made < 20; made++) await world.signUp()
  await expect(world.signUp()).rejects.toMatchObject({ status: 429 })
  await world.close()
})
