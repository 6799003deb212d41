import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/worker.ts'
import type { App, PersonalData } from '#server/services.ts'

declare module '#server/jobs/enqueue.ts' {
  interface Jobs {
    'forget-share-pictures': { ownerId: number }
  }
}

/** No row names a stored picture, so a job looks for those of each item after the deletion. */
export const sharePictureData: PersonalData = {
  tables: {},
  exportOf: async () => ({}),
  forget: (tx, { id }) => enqueue(tx, 'forget-share-pictures', { ownerId: id }),
}

export const sharePictureTasks = ({ db, storage }: App): Pick<Tasks, 'forget-share-pictures'> => ({
  async 'forget-share-pictures'({ ownerId }) {
    const items = await db.selectFrom('item').where('ownerId', '=', ownerId).select('id').execute()
    const ofPerson = ['og/profile', 'streets', 'small-streets'].map((name) => `${name}/${ownerId}/`)
    const folders = [...items.map(({ id }) => `og/${id}/`), ...ofPerson]
    for (const folder of folders) for await (const { key } of storage.list(folder)) await storage.remove(key)
  },
})
