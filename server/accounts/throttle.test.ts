import { expect, test } from 'vitest'
import { createWorld } from '#test/world.ts'

test('after ten wrong passwords an account rests for a quarter of an hour, also for the right one', async () => {
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

test('one address can make twenty accounts an hour', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  for (let made = 0; made < 20; made++) await world.signUp()
  await expect(world.signUp()).rejects.toMatchObject({ status: 429 })
  await world.close()
})
