import type { StoreApi, UseBoundStore } from 'zustand'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { findUpload } from '#web/uploads/change-uploads.ts'
import { cancelUpload, showUpload, startUpload, type FileToSend } from '#web/uploads/start-upload.ts'
import { useUploads, type RunningUpload } from '#web/uploads/uploads.ts'

export const DRAFT_FILES = ['audio', 'zip', 'cover', 'stems', 'project'] as const
export type DraftFile = (typeof DRAFT_FILES)[number]
/** A file that was chosen before the page was loaded again. */
export type KeptFile = Pick<RunningUpload, 'name' | 'size' | 'purpose' | 'id'>
type Chosen = { key: number; file: FileToSend | KeptFile }

export type DraftState<Values, Found> = {
  values: Values
  /** The fields that the person has typed into or pressed. */
  touched: ReadonlySet<string>
  files: Partial<Record<DraftFile, Chosen>>
  /** The files that were chosen before the page was loaded again. */
  unrestored: Partial<Record<DraftFile, KeptFile>>
  /** The names of those that the server does not have whole. */
  unfinished: Partial<Record<DraftFile, string>>
  /** The facts that are known about the sound or the archive. */
  found: Found | null
  /** The draft on the server that this upload completes. */
  draftId: number | undefined
  stage: 'open' | 'sending' | 'sent'
}

/** An item in the making. It outlives its dialog; its words and complete files also outlive the page. */
export type Draft<Values, Found> = UseBoundStore<StoreApi<DraftState<Values, Found>>>

type New = { name: DraftFile; purpose: UploadPurpose; file: FileToSend; open: () => void }

/** Begins to send a file for the draft. `open` shows the draft’s form. The returned key names the upload. */
export function chooseFile<V, F>(draft: Draft<V, F>, { name, purpose, file, open }: New) {
  removeFile(draft, name)
  const key = startUpload({ file, purpose, open })
  draft.setState(({ files, unfinished }) => ({
    files: { ...files, [name]: { key, file } },
    unfinished: { ...unfinished, [name]: '' },
  }))
  return key
}

/** Takes up the files that were chosen before the page was loaded again. Those that are half sent are picked anew. */
export function restoreFiles<V, F>(draft: Draft<V, F>, open: () => void) {
  const { unrestored } = draft.getState()
  draft.setState({ unrestored: {} })
  for (const name of DRAFT_FILES) {
    const kept = unrestored[name]
    if (!kept) continue
    const onGone = () => draft.setState(({ unfinished }) => ({ unfinished: { ...unfinished, [name]: kept.name } }))
    if (!kept.id) onGone()
    else {
      const key = showUpload({ ...kept, id: kept.id, open, onGone })
      draft.setState(({ files }) => ({ files: { ...files, [name]: { key, file: kept } } }))
    }
  }
}

export function removeFile<V, F>(draft: Draft<V, F>, name: DraftFile) {
  const { [name]: chosen, ...files } = draft.getState().files
  if (!chosen) return
  cancelUpload(chosen.key)
  draft.setState(name === 'audio' || name === 'zip' ? { files, found: null } : { files })
}

/** The draft’s file and its upload; undefined if there is none, or if it was canceled elsewhere. */
export function useChosenFile<V, F>(draft: Draft<V, F>, name: DraftFile) {
  const chosen = draft(({ files }) => files[name])
  const upload = useUploads(({ uploads }) => uploads.find(({ key }) => key === chosen?.key))
  return chosen && upload && { file: chosen.file, upload }
}

/** Why a chosen file can't be sent. */
export function uploadFault<V, F>(draft: Draft<V, F>, name: DraftFile) {
  const upload = findUpload(draft.getState().files[name]?.key)
  return upload?.state === 'failed' ? upload.fault : undefined
}

/** The files that the draft still has, by name. */
export const chosenFiles = <V, F>(draft: Draft<V, F>) =>
  (Object.entries(draft.getState().files) as [DraftFile, Chosen][]).filter(([, { key }]) => findUpload(key))
