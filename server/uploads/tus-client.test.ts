import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())

test('a tus client uploads in pieces, stops, and goes on with a renewed token', async () => {
  const { port } = world.http.server.address() as AddressInfo
  const person = await world.signUp()
  const whole = randomBytes(300_000)
  let token = person.accessToken
  const stopped = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const upload = new Upload(whole, {
    endpoint: `http://127.0.0.1:${port}/api/uploads`,
    metadata: { purpose: 'audio', filename: 'beat.wav' },
    chunkSize: 70_000,
    retryDelays: [50, 200],
    onBeforeRequest: (request) => {
      request.setHeader('authorization', `Bearer ${token}`)
    },
    onChunkComplete: (_size, sent) => sent >= 140_000 && sent < 300_000 && stopped.resolve(),
    onSuccess: () => done.resolve(),
    onError: (error) => done.reject(error),
  })
  upload.start()
  await stopped.promise
  await upload.abort()
  const { refreshToken } = person
  token = (await world.guest('POST /auth/refresh-token', { body: { refreshToken } })).accessToken
  upload.start()
  await done.promise
  const id = upload.url?.split('/').at(-1) ?? ''
  expect(await person.call('GET /me/uploads/:id', { params: { id } })).toMatchObject({
    isComplete: true,
    name: 'beat.wav',
    sha256: createHash('sha256').update(whole).digest('hex'),
  })
})
