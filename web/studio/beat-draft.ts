import type { Heard } from '#contract/studio-upload.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { call } from '#web/api/call.ts'
import { whenComplete } from '#web/uploads/start-upload.ts'
import { emptyBeat, valuesOf, type BeatValues } from './beat-values.ts'
import { decodeSound, type DecodedSound } from './decode-sound.ts'
import { chooseFile, type Draft } from './draft.ts'
import { draftsOf } from './drafts.ts'

type Found = {
  sound?: DecodedSound | null
  heard?: Heard
  /** Why the server can’t use the audio. */
  fault?: string
}

export type BeatDraft = Draft<BeatValues, Found>

export const beatDrafts = draftsOf<BeatValues, Found>('BEAT', emptyBeat, valuesOf)

/** Sends the sound. The browser decodes it at once, the server when it has it all. */
export async function chooseSound(draft: BeatDraft, file: File, open: () => void) {
  const key = chooseFile(draft, { name: 'audio', purpose: 'audio', file, open })
  void decodeSound(file).then((sound) => find(draft, key, { sound }))
  await hearSound(draft, key)
}

/** Asks the server for the facts about the sound, once it has it all. */
export async function hearSound(draft: BeatDraft, key: number) {
  try {
    const id = await whenComplete(key)
    find(draft, key, { heard: await call('GET /me/uploads/:id/heard', { params: { id } }) })
  } catch (error) {
    if (error instanceof ApiFailure && error.fields.audio) find(draft, key, { fault: error.fields.audio })
  }
}

/** Adds to what is known about the sound, unless another one was chosen meanwhile. */
function find(draft: BeatDraft, key: number, more: Found) {
  if (draft.getState().files.audio?.key === key) draft.setState(({ found }) => ({ found: { ...found, ...more } }))
}
