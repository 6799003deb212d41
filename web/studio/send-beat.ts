import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { addItem, findUpload } from '#web/uploads/change-uploads.ts'
import { finishUpload, resumeUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { chosenFiles, type BeatDraft } from './beat-draft.ts'
import { faultsByField, licensesOf, wordsOf, type BeatValues } from './beat-values.ts'

/** Waits for the rest of the files, then sends the form. It goes on when its dialog is closed. */
export async function sendBeat(draft: BeatDraft, values: BeatValues) {
  draft.setState({ values, stage: 'sending' })
  const files = chosenFiles(draft)
  const licenses = licensesOf(values)
  try {
    for (const [, { key }] of files) if (findUpload(key)?.state === 'paused') resumeUpload(key)
    const ids = await Promise.all(files.map(async ([name, { key }]) => [`${name}UploadId`, await whenComplete(key)]))
    const { hasTag, bpm } = values
    const { draftId } = draft.getState()
    const meta = { ...wordsOf(values), bpm: Number(bpm), hasTag, licenses, draftId, ...Object.fromEntries(ids) }
    const item = await call('POST /beats/upload', { files: {}, body: { meta } })
    draft.setState({ stage: 'sent' })
    addItem(item)
    for (const [, { key }] of files) finishUpload(key)
  } catch (error) {
    draft.setState({ stage: 'open' })
    if (!(error instanceof ApiFailure)) throw error
    const { status, error: code, message, fields } = error
    if (fields.draftId) draft.setState({ draftId: undefined }) // deleted meanwhile
    throw new ApiFailure(status, { error: code, message, fields: faultsByField(fields, licenses) })
  }
}
