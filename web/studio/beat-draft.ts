import { create } from 'zustand'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import type { Heard } from '#contract/studio-upload.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { call } from '#web/api/call.ts'
import { useSession } from '#web/session/session.ts'
import { findUpload } from '#web/uploads/change-uploads.ts'
import { cancelUpload, startUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { useUploads } from '#web/uploads/uploads.ts'
import { emptyBeat, valuesOf, type BeatValues } from './beat-values.ts'
import { decodeSound, type DecodedSound } from './decode-sound.ts'

export type BeatFile = 'audio' | 'cover' | 'stems' | 'project'
type Chosen = { key: number; file: File }

type State = {
  values: BeatValues
  /** The fields that the person has typed into or pressed. */
  touched: ReadonlySet<string>
  files: Partial<Record<BeatFile, Chosen>>
  sound: DecodedSound | null
  heard: Heard | null
  /** Why the server can’t use the audio. */
  soundFault: string
  /** The draft on the server that this upload completes. */
  draftId: number | undefined
  stage: 'open' | 'sending' | 'sent'
}

/** A beat in the making. It outlives its dialog, and lasts as long as the page. */
export type BeatDraft = ReturnType<typeof newDraft>

const newDraft = (more: Partial<State> = {}) =>
  create<State>(() => ({
    values: emptyBeat,
    touched: new Set<string>(),
    files: {},
    sound: null,
    heard: null,
    soundFault: '',
    draftId: undefined,
    stage: 'open',
    ...more,
  }))

let current: { draft: BeatDraft; account: number | undefined } | null = null

/** The draft that was closed last, unless it is on its way already, or another account’s. */
export function currentDraft() {
  const account = useSession.getState().auth?.userId
  if (!current || current.account !== account || current.draft.getState().stage !== 'open')
    current = { draft: newDraft(), account }
  return current.draft
}

/** The form of a draft that the server has kept. What was filled in counts as touched. */
export function draftOf(item: OwnItemDetail) {
  if (currentDraft().getState().draftId !== item.id) {
    const values = valuesOf(item)
    const touched = new Set(Object.keys(values).filter((name) => values[name as keyof BeatValues] !== ''))
    current = { draft: newDraft({ values, touched, draftId: item.id }), account: item.ownerId }
  }
  return currentDraft()
}

/** Begins to send a file for the draft. `open` shows the draft’s form. */
export function chooseFile(draft: BeatDraft, name: BeatFile, file: File, open: () => void) {
  removeFile(draft, name)
  const key = startUpload({ file, purpose: name, open })
  draft.setState(({ files }) => ({ files: { ...files, [name]: { key, file } } }))
  if (name === 'audio') void lookInto(draft, key, file)
}

export function removeFile(draft: BeatDraft, name: BeatFile) {
  const { [name]: chosen, ...files } = draft.getState().files
  if (!chosen) return
  cancelUpload(chosen.key)
  draft.setState({ files, ...(name === 'audio' && { sound: null, heard: null, soundFault: '' }) })
}

/** The browser decodes the file at once, the server when it has it all. */
async function lookInto(draft: BeatDraft, key: number, file: File) {
  const keep = (found: Partial<State>) => {
    if (draft.getState().files.audio?.key === key) draft.setState(found)
  }
  void decodeSound(file).then((sound) => keep({ sound }))
  try {
    const id = await whenComplete(key)
    keep({ heard: await call('GET /me/uploads/:id/heard', { params: { id } }) })
  } catch (error) {
    if (error instanceof ApiFailure && error.fields.audio) keep({ soundFault: error.fields.audio })
  }
}

/** The draft’s file and its upload; undefined if there is none, or if it was canceled elsewhere. */
export function useChosenFile(draft: BeatDraft, name: BeatFile) {
  const chosen = draft(({ files }) => files[name])
  const upload = useUploads(({ uploads }) => uploads.find(({ key }) => key === chosen?.key))
  return chosen && upload && { file: chosen.file, upload }
}

/** The files that the draft still has, by name. */
export const chosenFiles = (draft: BeatDraft) =>
  (Object.entries(draft.getState().files) as [BeatFile, Chosen][]).filter(([, { key }]) => findUpload(key))
