import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { OwnItem } from '#contract/studio-fields.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { act } from '#web/api/use-action.ts'
import { ownRoute } from '#web/items/kinds.ts'
import { cancelUpload, finishUpload, startUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import { OWN_READS } from './own-actions.ts'

export type AddedPart = 'stems' | 'project'
/** A part of an own item that is added after the item was sent. */
export type Place = { item: OwnItem; part: AddedPart }
type Added = { key: number; isSending: boolean }

export const partNames = { stems: 'Stems', project: 'Project files' }

/** The files on their way, by item and part. It lasts as long as the page. */
const useAdded = create<Record<string, Added>>(() => ({}))
const nameOf = ({ item, part }: Place) => `${item.id} ${part}`
const keep = (place: Place, added: Added) => useAdded.setState({ [nameOf(place)]: added })

export function useAddedFile(place: Place) {
  const added = useAdded((all) => all[nameOf(place)])
  const upload = useUploads(({ uploads }) => uploads.find(({ key }) => key === added?.key))
  return added && upload && { upload, isSending: added.isSending }
}

type Given = Place & { file: File; open: () => void; queries: QueryClient }

/** Sends a file, and adds it to the item when it has come. It goes on when its dialog is closed. */
export async function sendAddedFile({ item, part, file, open, queries }: Given) {
  const key = startUpload({ file, purpose: part, open })
  keep({ item, part }, { key, isSending: false })
  const hasCome = await whenComplete(key).then(
    () => true,
    () => false, // it was canceled, or waits for another try
  )
  if (hasCome) await addFile({ item, part }, key, queries)
}

/** Adds a file that has come. A file that does not fit is removed; after another failure it can be added again. */
export async function addFile(place: Place, key: number, queries: QueryClient) {
  const { item, part } = place
  keep(place, { key, isSending: true })
  const outcome = await act(
    {
      send: async () => attach(place, await whenComplete(key)),
      success: `${partNames[part]} added.`,
      failure: `${partNames[part]} could not be added.`,
    },
    undefined,
  )
  keep(place, { key, isSending: false })
  if (outcome.done) finishUpload(key)
  else if (outcome.error instanceof ApiFailure && [400, 404, 409].includes(outcome.error.status)) cancelUpload(key)
  for (const read of [...OWN_READS, ownRoute(item.kind)]) void askAnew(queries, read)
}

function attach({ item, part }: Place, uploadId: string) {
  const input = { params: { id: item.id }, body: { [`${part}UploadId`]: uploadId } }
  return item.kind === 'PACK' ? call('POST /me/packs/:id/files', input) : call('POST /me/beats/:id/files', input)
}
