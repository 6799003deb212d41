import type { Heard } from '#contract/studio-upload.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { call } from '#web/api/call.ts'
import { whenComplete } from '#web/uploads/start-upload.ts'
import { emptyBeat, valuesOf, type BeatValues } from './beat-values.ts'
import { decodeSound, type DecodedSound } from './decode-sound.ts'
import { chooseFile, draftsOf, type Draft } from './draft.ts'

type Found = {
  sound?: DecodedSound | null
  heard?: Heard
  /** Why the server can’t use the audio. */
  fault?: string
}

export type BeatDraft = Draft<BeatValues, Found>

export const beatDrafts = draftsOf<BeatValues, Found>(emptyBeat, valuesOf)

/** Sends the sound. The browser decodes it at once, the server when it has it all. */
export async function chooseSound(draft: BeatDraft, file: File, open: () => void) {
  const key = chooseFile(draft, { name: 'audio', purpose: 'audio', file, open })
  const keep = (more: Found) => {
    if (draft.getState().files.audio?.key === key) draft.setState(({ found }) => ({ found: { ...found, ...more } }))
  }
  void decodeSound(file).then((sound) => keep({ sound }))
  try {
    const id = await whenComplete(key)
    keep({ heard: await call('GET /me/uploads/:id/heard', { params: { id } }) })
  } catch (error) {
    if (error instanceof ApiFailure && error.fields.audio) keep({ fault: error.fields.audio })
  }
}
