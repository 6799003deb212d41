import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { OwnItem } from '#contract/studio-fields.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { askAnew } from '#web/api/ask-anew.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, sentenceOf } from '#web/api/failure.ts'
import { act } from '#web/api/use-action.ts'
import { ownRoute, sellerRoute } from '#web/items/kinds.ts'
import { cancelUpload, finishUpload, startUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import { OWN_READS } from './own-actions.ts'
import { isReturned } from './returned.ts'

type AddedPart = 'cover' | 'audio' | 'zip' | 'stems' | 'project'
/** A part of an own item that is added or replaced after the item was sent. */
export type Place = { item: OwnItem; part: AddedPart }
/** The upload on its way, and why the last file did not fit. */
type Added = { key: number; isSending: boolean; fault?: string | undefined }

export const partNames = { cover: 'Cover', audio: 'Audio', zip: 'ZIP', stems: 'Stems', project: 'Project files' }
const success = {
  cover: 'Cover sent. It is checked, and then reviewed.',
  audio: 'Audio sent. It is checked, and then reviewed.',
  zip: 'ZIP sent. It is checked, and then reviewed.',
  stems: 'Stems added.',
  project: 'Project files added.',
}

/** Files can be added to what was sent, or replaced, until it is sold or taken down. */
export const takesFiles = (item: OwnItem) =>
  isReturned(item) || !['Draft', 'Processing', 'Sold', 'Taken down'].includes(item.statusLabel)

/** The item itself, or the change of one on sale, is in the steps. */
export const isInSteps = ({ statusLabel, proposal }: OwnItem) =>
  statusLabel === 'Processing' || proposal?.state === 'processing'

export function purposeOf({ item: { kind }, part }: Place): UploadPurpose {
  if (part === 'zip') return kind === 'KIT' ? 'kitZip' : 'packZip'
  return part === 'cover' && kind === 'KIT' ? 'kitCover' : part
}

/** The files on their way, by item and part. It lasts as long as the page. */
const useAdded = create<Record<string, Added>>(() => ({}))
const nameOf = ({ item, part }: Place) => `${item.id} ${part}`
const keep = (place: Place, added: Added) => useAdded.setState({ [nameOf(place)]: added })

export function useAddedFile(place: Place) {
  const added = useAdded((all) => all[nameOf(place)])
  const upload = useUploads(({ uploads }) => uploads.find(({ key }) => key === added?.key))
  return { onItsWay: added && upload && { upload, isSending: added.isSending }, fault: added?.fault }
}

type Given = Place & { file: File; open: () => void; queries: QueryClient }

/** Sends a file, and adds it to the item when it has come. It goes on when its dialog is closed. */
export async function sendAddedFile({ item, part, file, open, queries }: Given) {
  const key = startUpload({ file, purpose: purposeOf({ item, part }), open })
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
  const failure = `${partNames[part]} could not be added.`
  keep(place, { key, isSending: true })
  const outcome = await act(
    {
      send: async () => attach(place, await whenComplete(key)),
      success: success[part],
      // a fault of the file is said at its field
      failure: (error) => (faultOf(place, error) ? failure : sentenceOf(error, failure)),
    },
    undefined,
  )
  keep(place, { key, isSending: false, fault: outcome.done ? undefined : faultOf(place, outcome.error) })
  if (outcome.done) finishUpload(key)
  else if (outcome.error instanceof ApiFailure && [400, 404, 409].includes(outcome.error.status)) cancelUpload(key)
  for (const read of [...OWN_READS, ownRoute(item.kind)]) void askAnew(queries, read)
}

const faultOf = ({ part }: Place, error: unknown) => (error instanceof ApiFailure ? error.fields[part] : undefined)

/** Beats take all parts; packs and kits take those that their dialog shows. */
const attach = ({ item: { id, kind }, part }: Place, uploadId: string) =>
  call(sellerRoute(kind, 'POST files'), {
    params: { id },
    body: { [`${part}UploadId`]: uploadId },
  })
