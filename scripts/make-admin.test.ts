import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNode } from '#test/child.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function makeAdmin(...args: string[]) {
  return run(args, { DATABASE_URL: world.app.config.databaseUrl! })
}
async function run(args: string[], env: Record<string, string>) {
  const script = runNode(['scripts/make-admin.ts', ...args], env)
  return { ...(await script.ended()), said: script.said() }
}
const isAdmin = async (id: number) =>
  (await world.app.db.selectFrom('account').where('id', '=', id).select('isAdmin').executeTakeFirstOrThrow()).isAdmin

test('the holder of a confirmed address is shown and becomes an admin', async () => {
  const ann = await world.signUp({ displayName: 'Ann_x' })
  const { token } = await world.lastMailTo(ann.email)
  await world.guest('POST /auth/confirm-email', { body: { token: token! } })
  const { code, said } = await makeAdmin(ann.email.toUpperCase())
  expect(said).toMatch(
    new RegExp(`${ann.email} belongs to Ann_x \\(account ${ann.id}, since \\d{4}-\\d\\d-\\d\\d\\), confirmed`),
  )
  expect([code, await isAdmin(ann.id)]).toEqual([0, true])
})

test('an unconfirmed address may be anybody’s: its holder is shown, and the operator must say that it is right', async () => {
  const bob = await world.signUp({ displayName: 'Bob_x' })
  const refused = await makeAdmin(bob.email)
  expect(refused.said).toMatch(/belongs to Bob_x .*not confirmed[^]*--unconfirmed/)
  expect([refused.code, await isAdmin(bob.id)]).toEqual([1, false])
  expect((await makeAdmin(bob.email, '--unconfirmed')).code).toBe(0)
  expect(await isAdmin(bob.id)).toBe(true)
})

test('a faulty setting is told in a sentence', async () => {
  const { code, said } = await run(['nobody@slide.test'], { DATABASE_URL: 'mysql://h/d' })
  expect([code, said]).toEqual([1, 'DATABASE_URL must be an address beginning with postgres:// or postgresql://\n'])
})

test('an address without an account is told', async () => {
  const { code, said } = await makeAdmin('nobody@slide.test')
  expect([code, said]).toEqual([1, 'There is no account with the email nobody@slide.test.\n'])
})
