import { afterEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { oneAfterTheOther } from '#test/blocked.ts'
import { secondNode } from '#test/second-node.ts'
import { answerTo, beginTus, BYTES, tusServer } from '#test/tus.ts'
import { createUploads } from './uploads.ts'

const server = tusServer()
const whole = Buffer.from('Two nodes receive this sound at the same time.')
const SENT = 10

let other: Awaited<ReturnType<typeof secondNode>>
afterEach(() => other.close())

/** The rest of an upload comes to one node while the other one takes the upload over from the same first bytes. */
async function sendTwice(offset: number) {
  const { app } = server.world
  other = await secondNode({ ...app, uploads: await createUploads(app.config) })
  await other.http.listen({ host: '127.0.0.1', port: 0 })
  const path = await server.create(whole.length)
  await server.patch(path, 0, whole.subarray(0, SENT))
  const headers = { ...BYTES, 'upload-offset': offset }
  const again = { method: 'PATCH', path, headers, token: server.ann.accessToken }
  const statuses: (number | undefined)[] = []
  const sending = async (answer: Promise<{ status: number | undefined }>) => statuses.push((await answer).status)
  await oneAfterTheOther(
    app.db,
    (tx) => sql`select from upload where id = ${server.idOf(path)} for update`.execute(tx),
    () => sending(server.patch(path, SENT, whole.subarray(SENT))),
    () => sending(answerTo(beginTus(other.http, again).end(whole.subarray(offset)))),
  )
  expect(statuses).toHaveLength(2)
  expect(statuses.filter((status) => status !== 204 && status !== 409)).toEqual([])
  return path
}

const soundsIn = async () => (await server.world.storedFiles()).filter((key) => key.startsWith('uploads/'))

test('an upload whose rest comes to two nodes at once is complete, and stored once', async () => {
  const before = await soundsIn()
  const path = await sendTwice(SENT)
  expect(await server.offsetOf(path)).toBeLessThanOrEqual(whole.length)
  await finish(path)
  expect(await soundsIn()).toHaveLength(before.length + 1)
})

test('an upload that another node takes over at its end is never complete with a part of its bytes', async () => {
  await finish(await sendTwice(0))
})

async function finish(path: string) {
  const offset = await server.offsetOf(path)
  if (offset < whole.length) expect((await server.patch(path, offset, whole.subarray(offset))).status).toBe(204)
  await server.expectComplete(path, whole)
}
