import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fileNamed } from '#test/archives.ts'
import { broken, wav } from '#test/changed-beats.ts'
import { beatLine, createCheckout, type Checkout } from '#test/checkout.ts'
import { newPicture } from '#test/pictures.ts'
import type { Person } from '#test/shop.ts'
import { createWorld } from '#test/world.ts'

let shop: Checkout
beforeAll(async () => {
  shop = await createCheckout()
})
afterAll(() => shop.world.close())

type License = { type: 'MP3' | 'WAV' | 'EXCLUSIVE'; price: number }
const send = (who: Person, licenses: License[], { audio = wav(), draftId }: { audio?: File; draftId?: number } = {}) =>
  who.call('POST /beats/upload', {
    files: { audio },
    body: { meta: { title: 'Night Bus', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses, draftId } },
  })

test('an item that is sent again offers the licenses of its last form alone', async () => {
  const ann = await shop.world.signUp()
  const { id } = await send(
    ann,
    [
      { type: 'WAV', price: 50 },
      { type: 'EXCLUSIVE', price: 300 },
    ],
    { audio: broken() },
  )
  await shop.world.work()
  const { licenses, price } = await send(ann, [{ type: 'MP3', price: 80 }], { draftId: id })
  expect(licenses.filter(({ enabled }) => enabled)).toMatchObject([{ type: 'MP3', price: 80 }])
  expect(price).toBe(80)
})

test('an upload that has no place is refused before its files are read', async () => {
  const [ann, bob] = [await shop.world.signUp(), await shop.world.signUp()]
  const { id } = await ann.call('POST /me/beats', { body: { title: 'Hers' } })
  const opened = vi.spyOn(shop.world.app.storage, 'open')
  const licenses = [{ type: 'MP3' as const, price: 20 }]
  const fields = { draftId: 'There is no such draft.' }
  await expect(send(bob, licenses, { draftId: id })).rejects.toMatchObject({ status: 400, fields })
  const kit = { name: 'Hits', type: 'Drum Kit' as const, description: 'Hits.', tags: 'drums', price: 20, draftId: id }
  const files = { zip: fileNamed('kit.zip', 'no ZIP'), cover: await newPicture('cover.png') }
  await expect(bob.call('POST /kits/upload', { files, body: { meta: kit } })).rejects.toMatchObject({ fields })
  for (const title of ['One', 'Two', 'Three']) await bob.call('POST /me/beats', { body: { title } })
  await expect(send(bob, licenses)).rejects.toMatchObject({ status: 409, error: 'no_room' })
  expect(opened).not.toHaveBeenCalled()
  opened.mockRestore()
})

test('an account that begins drafts without an end has to wait', async () => {
  const world = await createWorld({ env: { RATE_LIMIT: 'on' } })
  const ann = await world.signUp()
  const endsAt = new Date(world.app.clock.now().getTime() + 900_000)
  const key = `drafts by account ${ann.id}`
  await world.app.db.insertInto('throttle').values({ key, hits: 199, endsAt }).execute()
  await ann.call('POST /me/beats', { body: { title: 'Last' } })
  await expect(ann.call('POST /me/packs', { body: { name: 'More' } })).rejects.toMatchObject({ status: 429 })
  await expect(ann.call('POST /me/beats', { body: { title: 'More' } })).rejects.toMatchObject({ status: 429 })
  await world.close()
})

test('a beat whose exclusive sale was refunded is reviewed again with the files that it has', async () => {
  const beatId = await shop.addBeat()
  const [admin, buyer] = [await shop.admin(), await shop.world.signUp()]
  const { orderId } = await shop.buy([beatLine(beatId, 'EXCLUSIVE')], buyer)
  const { lines } = await shop.orderAtDesk(admin, orderId)
  await shop.refund(admin, orderId, [{ id: lines[0]!.id, amount: lines[0]!.total }])
  const params = { id: beatId }
  expect(await shop.owner.call('GET /me/beats/:id', { params })).toMatchObject({ statusLabel: 'Draft' })
  const sent = await shop.owner.call('POST /me/items/:id/resubmit', { params })
  expect(sent).toMatchObject({ statusLabel: 'In review', reason: '' })
  await admin.call('POST /admin/beats/:id/approve', { params, body: {} })
  await shop.buy([beatLine(beatId, 'EXCLUSIVE')], await shop.world.signUp())

  const { id } = await shop.owner.call('POST /me/beats', { body: { title: 'Without files' } })
  await expect(shop.owner.call('POST /me/items/:id/resubmit', { params: { id } })).rejects.toMatchObject({
    status: 409,
    message: 'Drafts can’t be sent to review again.',
  })
})
