import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import type { UploadPurpose } from '#contract/upload-purposes.ts'
import { useSession } from '#web/session/session.ts'
import { findUpload } from '#web/uploads/change-uploads.ts'
import { cancelUpload, startUpload, type FileToSend } from '#web/uploads/start-upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'

export type DraftFile = 'audio' | 'zip' | 'cover' | 'stems' | 'project'
type Chosen = { key: number; file: FileToSend }

type DraftState<Values, Found> = {
  values: Values
  /** The fields that the person has typed into or pressed. */
  touched: ReadonlySet<string>
  files: Partial<Record<DraftFile, Chosen>>
  /** The facts that are known about the sound or the archive. */
  found: Found | null
  /** The draft on the server that this upload completes. */
  draftId: number | undefined
  stage: 'open' | 'sending' | 'sent'
}

/** An item in the making. It outlives its dialog, and lasts as long as the page. */
export type Draft<Values, Found> = UseBoundStore<StoreApi<DraftState<Values, Found>>>

/** The drafts of one kind: there is one at a time that is not on its way yet. */
export function draftsOf<Values extends Record<string, string | boolean>, Found>(
  empty: Values,
  valuesOf: (item: OwnItemDetail) => Values,
) {
  type One = Draft<Values, Found>
  let last: { draft: One; account: number | undefined } | null = null

  const begin = (account: number | undefined, more: Partial<DraftState<Values, Found>> = {}) => {
    const draft = create<DraftState<Values, Found>>(() => ({
      values: empty,
      touched: new Set<string>(),
      files: {},
      found: null,
      draftId: undefined,
      stage: 'open',
      ...more,
    }))
    last = { draft, account }
    return draft
  }

  /** The draft that was closed last, unless it is on its way already, or another account’s. */
  function current(): One {
    const account = useSession.getState().auth?.userId
    if (last && last.account === account && last.draft.getState().stage === 'open') return last.draft
    return begin(account)
  }

  return {
    current,
    /** The form of a draft that the server has kept. What was filled in counts as touched. */
    kept(item: OwnItemDetail): One {
      if (current().getState().draftId === item.id) return current()
      const values = valuesOf(item)
      const touched = new Set(Object.keys(values).filter((name) => values[name] !== ''))
      return begin(item.ownerId, { values, touched, draftId: item.id })
    },
    /** Empties the form and cancels its uploads, unless it is on its way. */
    reset(draft: One) {
      const { stage, files } = draft.getState()
      if (stage !== 'open') return
      for (const { key } of Object.values(files)) cancelUpload(key)
      if (last?.draft === draft) last = null
    },
  }
}

type New = { name: DraftFile; purpose: UploadPurpose; file: FileToSend; open: () => void }

/** Begins to send a file for the draft. `open` shows the draft’s form. The returned key names the upload. */
export function chooseFile<V, F>(draft: Draft<V, F>, { name, purpose, file, open }: New) {
  removeFile(draft, name)
  const key = startUpload({ file, purpose, open })
  draft.setState(({ files }) => ({ files: { ...files, [name]: { key, file } } }))
  return key
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

/** The files that the draft still has, by name. */
export const chosenFiles = <V, F>(draft: Draft<V, F>) =>
  (Object.entries(draft.getState().files) as [DraftFile, Chosen][]).filter(([, { key }]) => findUpload(key))
