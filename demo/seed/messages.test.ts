import { afterAll, expect, test } from 'vitest'
import { handleKey } from '#server/accounts/index.ts'
import { pretendedManifest as manifest } from '#test/pretended-demo.ts'
import { createWorld } from '#test/world.ts'
import { seedDemo } from '#demo/seed.ts'
import { makeMessages } from './make-messages.ts'
import { MESSAGES } from './messages.ts'

const world = await createWorld()
afterAll(() => world.close())
const { db, clock } = world.app

test('the demo has conversations, one with the support, and a further start adds none', async () => {
  await seedDemo({ db, put: async () => {}, passwordHash: 'hash', handleKey, manifest, now: clock.now() })
  await makeMessages(world.app)
  const written = () =>
    db.selectFrom('message').select(['id', 'itemId', 'writtenBy', 'createdAt']).orderBy('id').execute()
  const messages = await written()
  expect(messages).toHaveLength(MESSAGES.length)
  expect(messages.filter(({ itemId }) => itemId !== null)).toHaveLength(2)
  expect(messages.filter(({ writtenBy }) => writtenBy !== null)).toHaveLength(1)
  expect(messages.every(({ createdAt }) => createdAt < clock.now())).toBe(true)
  const times = messages.map(({ createdAt }) => createdAt.getTime())
  expect(times, 'lists show the last first').toEqual(times.toSorted((one, other) => one - other))
  await makeMessages(world.app)
  expect(await written()).toEqual(messages)
})
