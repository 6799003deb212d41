import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/connect.ts'
import { forgetPerson } from '#server/personal-data.ts'
import { takeUpload } from '#server/uploads/take.ts'
import { fileNamed } from '#test/archives.ts'
import { oneAfterTheOther } from '#test/blocked.ts'
import { newSeller } from '#test/desk.ts'
import { addItem, fileOf, inTransaction } from '#test/factories.ts'
import { newWav } from '#test/sounds.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let ann: Awaited<ReturnType<World['signUp']>>
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ann = await newSeller(world, 'pro')
})

const db = () => world.app.db
const deletion = () => forgetPerson(world.app, ann.id)
const send = (file: File) => ann.call('POST /uploads/:purpose', { params: { purpose: 'audio' }, files: { file } })

/** Makes a call while the deletion of the account waits for its last lock. */
async function late(call: () => Promise<unknown>) {
  await db().insertInto('notificationCounter').values({ accountId: ann.id, last: 0 }).execute()
  const inbox = (tx: Tx) =>
    tx.selectFrom('notificationCounter').where('accountId', '=', ann.id).select('accountId').forUpdate().execute()
  const [deleted, answered] = await oneAfterTheOther(db(), inbox, deletion, call)
  expect(deleted).toMatchObject({ status: 'fulfilled' })
  return answered
}

test('new audio of a beat and the deletion of its seller don’t block each other', async () => {
  const id = await addItem(db(), { ownerId: ann.id, files: [fileOf('master')] })
  const { id: audioUploadId, sha256 } = await send(fileNamed('New.wav', newWav()))
  const results = await oneAfterTheOther(
    db(),
    (tx) => sql`select pg_advisory_xact_lock(hashtext('audio'), hashtext(${sha256}))`.execute(tx),
    () => ann.call('POST /me/beats/:id/files', { params: { id }, body: { audioUploadId } }),
    deletion,
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

test('a new name and the deletion of its account don’t block each other, also with an item that was removed', async () => {
  const removed = await addItem(db(), { ownerId: ann.id, files: [fileOf('master')] })
  await addItem(db(), { ownerId: ann.id, files: [fileOf('master')] })
  await ann.call('DELETE /me/beats/:id', { params: { id: removed } })
  const results = await oneAfterTheOther(
    db(),
    (tx) => sql`select pg_advisory_xact_lock(hashtext('discounts'), ${ann.id}::int)`.execute(tx),
    deletion,
    () => ann.call('PATCH /me/profile', { body: { username: `new_${ann.id}` } }),
  )
  expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { status: 404 } }])
})

test('a draft, a code and a deal that come while their seller is being deleted are refused', async () => {
  const words = { title: 'Too Late', genre: 'UK Drill', tags: [], description: '' }
  for (const call of [
    () => ann.call('POST /me/beats', { body: words }),
    () => ann.call('POST /me/codes', { body: { code: `LATE${ann.id}`, percent: 5 } }),
    () => ann.call('POST /me/deals', { body: { buy: 1, free: 1 } }),
  ]) {
    ann = await newSeller(world, 'pro')
    expect(await late(call)).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  }
})

test('a file that was sent is taken no more after the deletion of its sender, and goes', async () => {
  const { id } = await send(fileNamed('New.wav', newWav()))
  const before = await world.storedFiles()
  await deletion()
  const take = inTransaction(db(), (tx) => takeUpload(tx, id, ann.id, 'audio'))
  await expect(take).rejects.toMatchObject({ status: 404 })
  await world.takeDue()
  expect(await world.storedFiles()).toHaveLength(before.length - 1)
})
