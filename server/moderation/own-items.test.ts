import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSubmission, newAdmin } from '#test/desk.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the only admin of a shop approves an own item, and the audit says so', async () => {
  const admin = await newAdmin(world)
  const id = await addSubmission(world, { ownerId: admin.id, title: 'All mine' })
  expect(await admin.call('POST /admin/beats/:id/approve', { params: { id }, body: {} })).toMatchObject({
    status: 'approved',
  })
  expect((await admin.call('GET /admin/actions', { query: {} })).items[0]).toMatchObject({
    action: 'approve item',
    subject: { kind: 'item', id, title: 'All mine' },
    reason: 'Their own item: the shop has no other admin.',
  })
})

test('with two admins neither approves an own item nor puts it back, and may reject it', async () => {
  const [admin, other] = [await newAdmin(world), await newAdmin(world)]
  const id = await addSubmission(world, { ownerId: admin.id, title: 'Mine too' })
  const approve = (who: typeof admin) => who.call('POST /admin/beats/:id/approve', { params: { id }, body: {} })
  const refusal = {
    status: 409,
    error: 'own_item',
    message: 'This is your own beat. Another admin decides about it.',
  }
  await expect(approve(admin)).rejects.toMatchObject(refusal)
  const { items } = await other.call('GET /admin/submissions', { query: { q: 'Mine too' } })
  expect(items).toMatchObject([{ id, status: 'pending' }])
  await admin.call('POST /admin/beats/:id/reject', { params: { id }, body: { reason: 'Not good enough.' } })
  await admin.call('POST /me/items/:id/resubmit', { params: { id } })
  await approve(other)
  await other.call('POST /admin/items/:id/take-down', { params: { id }, body: { reason: 'Reported.' } })
  const putBack = (who: typeof admin) => who.call('POST /admin/items/:id/put-back', { params: { id } })
  await expect(putBack(admin)).rejects.toMatchObject(refusal)
  expect(await putBack(other)).toMatchObject({ state: 'published' })
})

test('with two admins neither clears a match of an own item', async () => {
  const { db } = world.app
  const [admin, other, seller] = [await newAdmin(world), await newAdmin(world), await world.signUp()]
  const ids = [
    await addSubmission(world, { ownerId: admin.id, title: 'A copy' }),
    await addSubmission(world, { ownerId: seller.id, title: 'The first one' }),
  ]
  const { rows } = await sql<{
    id: number
  }>`insert into fingerprint (item_id, file_id, version, duration_ms, keys, landmarks)
    select item_id, id, 1, 60000, '{}', '' from item_file where item_id = any(${ids}::bigint[]) order by item_id
    returning id`.execute(db)
  const [own, theirs] = rows
  const alike = { score: 0.9, ratio: 1, offsetMs: 0, fromMs: 0, sameMs: 50_000 }
  const pairs = [
    { fingerprintId: own!.id, otherId: theirs!.id, ...alike },
    { fingerprintId: theirs!.id, otherId: own!.id, ...alike },
  ]
  await db.insertInto('fingerprintMatch').values(pairs).execute()
  const clear = (who: typeof admin, nth: number) => {
    const { fingerprintId, otherId } = pairs[nth]!
    const body = { own: fingerprintId, other: otherId }
    return who.call('POST /admin/submissions/:id/matches/clear', { params: { id: ids[nth]! }, body })
  }
  for (const nth of [0, 1])
    await expect(clear(admin, nth)).rejects.toMatchObject({
      status: 409,
      error: 'own_item',
      message: 'This is your own beat. Another admin decides about it.',
    })
  expect(await clear(other, 1)).toMatchObject({ match: null })
})
