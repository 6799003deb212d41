import { fileNamed } from './archives.ts'
import { newPicture } from './pictures.ts'
import { rememberMedia, withAlikeSounds } from './remembered-media.ts'
import { newWav } from './sounds.ts'
import { filesLeft, versionsOf } from './versions.ts'
import type { World } from './world.ts'

type Person = Awaited<ReturnType<World['signUp']>>
type People = { world: World; ann: Person; admin: Person }

export const wav = (seconds?: number) => fileNamed('Night Bus.wav', newWav(seconds))
export const broken = () => fileNamed('broken.wav', `RIFF but nothing else ${Math.random()}`)
export const beatMeta = (title: string) => ({
  title,
  bpm: 140,
  genre: 'UK Drill',
  tags: 'dark',
  licenses: [
    { type: 'MP3' as const, price: 29.95 },
    { type: 'WAV' as const, price: 44.95 },
  ],
})

/** The seller Ann sends beats and changes them, and an admin decides. Each test may have an Ann of its own. */
export function changedBeats(people: () => People) {
  rememberMedia()
  const ann = () => people().ann
  const admin = () => people().admin
  async function sendBeat({ title = 'Night Bus', audio = wav() } = {}) {
    const files = { audio, cover: await newPicture('cover.png') }
    const { id } = await ann().call('POST /beats/upload', { files, body: { meta: beatMeta(title) } })
    await people().world.work()
    return id
  }
  /** Its sound has been processed before: the tests are about its changes. */
  const newBeat = (title?: string) => withAlikeSounds(() => sendBeat({ ...(title && { title }) }))
  const approve = (id: number, version?: string) =>
    admin().call('POST /admin/beats/:id/approve', { params: { id }, body: version === undefined ? {} : { version } })
  async function beatOnSale(title?: string) {
    const id = await newBeat(title)
    await approve(id)
    return id
  }
  async function upload(file: File, purpose: 'audio' | 'cover', who = ann()) {
    const { id } = await who.call('POST /uploads/:purpose', { params: { purpose }, files: { file } })
    return id
  }
  const addFiles = (id: number, body: object) => ann().call('POST /me/beats/:id/files', { params: { id }, body })
  return {
    sendBeat,
    newBeat,
    beatOnSale,
    upload,
    newAudio: async (id: number, file = wav()) => addFiles(id, { audioUploadId: await upload(file, 'audio') }),
    newCover: async (id: number) =>
      addFiles(id, { coverUploadId: await upload(await newPicture('other.png'), 'cover') }),
    withdraw: (id: number) => ann().call('DELETE /me/items/:id/proposal', { params: { id } }),
    approve,
    reject: (id: number, reason: string) =>
      admin().call('POST /admin/beats/:id/reject', { params: { id }, body: { reason } }),
    look: (id: number) => ann().call('GET /me/beats/:id', { params: { id } }),
    shown: (id: number) => people().world.guest('GET /beats/:id', { params: { id } }),
    waiting: async (id: number) =>
      (await admin().call('GET /admin/submissions', { query: { limit: 100 } })).items.find((row) => row.id === id),
    filesOf: (id: number) => versionsOf(people().world, id),
    namesOf: async (id: number) => (await versionsOf(people().world, id)).map(({ name }) => name),
    keptFiles: () => filesLeft(people().world),
    noticesOf: async () => (await ann().call('GET /notifications', { query: {} })).content.map(({ title }) => title),
  }
}
