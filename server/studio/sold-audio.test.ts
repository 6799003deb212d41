import { afterAll, expect, test } from 'vitest'
import { setState } from '#server/items/index.ts'
import { fileNamed } from '#test/archives.ts'
import { beatLine } from '#test/checkout.ts'
import { inTransaction, putOnSale } from '#test/factories.ts'
import { createLibrary, wavs } from '#test/library.ts'
import { newWav } from '#test/sounds.ts'

const { shop, beat, beatId, pack, packId, bought } = await createLibrary()
const { owner } = shop
afterAll(() => shop.world.close())
await shop.world.app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', owner.id).execute()

const upload = (audio: Buffer) =>
  owner.call('POST /beats/upload', {
    files: { audio: fileNamed('again.wav', audio) },
    body: {
      meta: { title: 'Again', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses: [{ type: 'EXCLUSIVE', price: 90 }] },
    },
  })

async function replace(id: number, audio: Buffer) {
  const { id: audioUploadId } = await owner.call('POST /uploads/:purpose', {
    params: { purpose: 'audio' },
    files: { file: fileNamed('again.wav', audio) },
  })
  return owner.call('POST /me/beats/:id/files', { params: { id }, body: { audioUploadId } })
}
const tracks = () => owner.call('GET /me/packs/:id/contents', { params: { id: packId } })
const beatsInPack = async () => (await tracks()).map((track) => track.beat?.id)

test('a file that was sold exclusively is not uploaded again, also after its beat was deleted', async () => {
  const other = await upload(newWav())
  await upload(wavs.beat) // as long as nobody owns it alone
  await bought(beat('EXCLUSIVE'))
  await expect(upload(wavs.beat)).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
  await owner.call('POST /me/items/bulk', { body: { action: 'delete', ids: [beatId] } })
  await expect(upload(wavs.beat)).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
  await putOnSale(shop.world.app.db, other.id)
  const replaced = replace(other.id, wavs.beat)
  await expect(replaced).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
})

test('a beat whose file is sold exclusively as another one leaves no review, as a beat or as new audio', async () => {
  const { app } = shop.world
  await app.db.updateTable('account').set({ plan: 'pro' }).where('id', '=', owner.id).execute() // room for all
  const audio = newWav()
  const [sold, changed, waiting] = [await upload(audio), await upload(newWav()), await upload(audio)]
  await shop.world.work()
  for (const { id } of [sold, changed])
    await inTransaction(app.db, (tx) => setState(tx, id, 'published', { now: app.clock.now() }))
  const { id: audioUploadId } = await owner.call('POST /uploads/:purpose', {
    params: { purpose: 'audio' },
    files: { file: fileNamed('again.wav', audio) },
  })
  await owner.call('POST /me/beats/:id/files', { params: { id: changed.id }, body: { audioUploadId } })
  await shop.world.work()
  await bought(beatLine(sold.id, 'EXCLUSIVE'))
  const admin = await shop.admin()
  for (const { id } of [changed, waiting])
    await expect(admin.call('POST /admin/beats/:id/approve', { params: { id }, body: {} })).rejects.toMatchObject({
      status: 409,
      error: 'sold',
      message: 'Another beat of exactly this file was sold exclusively.',
    })
})

test('a track leads to a beat that gets the same bytes in place of others, at once or when they are approved', async () => {
  const [waiting, onSale] = [await upload(newWav()), await upload(newWav())]
  await shop.world.work()
  await putOnSale(shop.world.app.db, onSale.id)
  await replace(waiting.id, wavs.first)
  expect(await beatsInPack()).toEqual([waiting.id, undefined])
  await replace(onSale.id, wavs.second)
  await shop.world.work()
  expect(await beatsInPack()).toEqual([waiting.id, undefined])
  const admin = await shop.admin()
  await admin.call('POST /admin/beats/:id/approve', { params: { id: onSale.id }, body: {} })
  expect(await beatsInPack()).toEqual([waiting.id, onSale.id])
})

test('a track that was taken out before its pack was sold exclusively can be sold as a beat', async () => {
  const [first] = await tracks()
  await owner.call('DELETE /me/packs/:packId/beats/:packBeatId', { params: { packId, packBeatId: first!.id } })
  await owner.call('PATCH /me/packs/:id/licenses', {
    params: { id: packId },
    body: [{ type: 'EXCLUSIVE', enabled: true, price: 500 }],
  })
  await bought(pack('EXCLUSIVE'))
  await upload(wavs.first)
  await expect(upload(wavs.second)).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
})
