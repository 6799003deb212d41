import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownCode } from '#test/authenticator.ts'
import { runNode } from '#test/child.ts'
import { PasskeyDevice } from '#test/passkey-device.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function release(...args: string[]) {
  const script = runNode(['scripts/release-account.ts', ...args], { DATABASE_URL: world.app.config.databaseUrl! })
  return { ...(await script.ended()), said: script.said() }
}

test('somebody who has lost the device is released: no step, no passkey, no session, a mail and a row of the audit', async () => {
  const ann = await world.signUp({ displayName: 'Ann_x' })
  const device = new PasskeyDevice()
  const making = await ann.call('POST /me/passkeys/begin', { body: { password: ann.password } })
  await ann.call('POST /me/passkeys', { body: { passkey: device.make(making) } })
  const { secret } = await ann.call('POST /me/two-step/begin', { body: { password: ann.password } })
  await ann.call('POST /me/two-step/confirm', { body: { code: shownCode(secret, world.app.clock.now()) } })

  const refused = await release(ann.email)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('--unconfirmed')])
  await ann.call('GET /me')
  const { code, said } = await release(ann.email.toUpperCase(), '--unconfirmed')
  expect(said).toContain('Two-step sign-in was on and is off now. Passkeys removed: 1.')
  expect(code).toBe(0)
  await expect(ann.call('GET /me')).rejects.toMatchObject({ status: 401 })
  await expect(
    world.guest('POST /auth/login/passkey', {
      body: { passkey: device.answer(await world.guest('POST /auth/login/passkey/begin')) },
    }),
  ).rejects.toMatchObject({ status: 401 })
  await world.guest('POST /auth/login', { body: ann })
  expect((await world.lastMailTo(ann.email)).subject).toBe('Your Slide account signs in with the password alone')
  const recorded = await world.app.db.selectFrom('adminAction').select(['action', 'adminId', 'subjectId']).execute()
  expect(recorded).toEqual([{ action: 'release account', adminId: null, subjectId: ann.id }])
})
