import { afterAll, expect, test } from 'vitest'
import { fileNamed } from '#test/archives.ts'
import { createLibrary, wavs } from '#test/library.ts'
import { newWav } from '#test/sounds.ts'

const { shop, beat, beatId, bought } = await createLibrary()
const { owner } = shop
afterAll(() => shop.world.close())

const upload = (audio: Buffer) =>
  owner.call('POST /beats/upload', {
    files: { audio: fileNamed('again.wav', audio) },
    body: {
      meta: { title: 'Again', bpm: 140, genre: 'UK Drill', tags: 'dark', licenses: [{ type: 'EXCLUSIVE', price: 90 }] },
    },
  })

test('a file that was sold exclusively is not uploaded again, also after its beat was deleted', async () => {
  const other = await upload(newWav())
  await upload(wavs.beat) // as long as nobody owns it alone
  await bought(beat('EXCLUSIVE'))
  await expect(upload(wavs.beat)).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
  await owner.call('POST /me/items/bulk', { body: { action: 'delete', ids: [beatId] } })
  await expect(upload(wavs.beat)).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
  const { id: audioUploadId } = await owner.call('POST /uploads/:purpose', {
    params: { purpose: 'audio' },
    files: { file: fileNamed('again.wav', wavs.beat) },
  })
  const replaced = owner.call('POST /me/beats/:id/files', { params: { id: other.id }, body: { audioUploadId } })
  await expect(replaced).rejects.toMatchObject({ status: 409, error: 'sold_audio' })
})
