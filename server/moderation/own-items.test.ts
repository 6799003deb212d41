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
