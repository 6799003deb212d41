import type { LicenseType } from '#contract/license-types.ts'
import type { OwnItemDetail } from '#contract/studio-fields.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { addItem, findUpload } from '#web/uploads/change-uploads.ts'
import { finishUpload, resumeUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { chosenFiles, type Draft } from './draft.ts'

type Setup<Values> = {
  values: Values
  /** Sends the form. `ids` names its files and the draft that they complete. */
  post: (ids: object) => Promise<OwnItemDetail>
  licenses?: readonly { type: LicenseType }[]
}

/** Waits for the rest of the files, then sends the form. It goes on when its dialog is closed. */
export async function sendDraft<Values, Found>(
  draft: Draft<Values, Found>,
  { values, post, licenses = [] }: Setup<Values>,
) {
  draft.setState({ values, stage: 'sending' })
  const files = chosenFiles(draft)
  try {
    for (const [, { key }] of files) if (findUpload(key)?.state === 'paused') resumeUpload(key)
    const ids = await Promise.all(files.map(async ([name, { key }]) => [`${name}UploadId`, await whenComplete(key)]))
    const item = await post({ draftId: draft.getState().draftId, ...Object.fromEntries(ids) })
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

/** The server’s messages by the fields of the forms: its names begin with `meta`, and its licenses have numbers. */
function faultsByField(fields: Record<string, string>, sent: readonly { type: LicenseType }[]) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [first = '', number] = name.replace(/^meta\./, '').split('.')
      if (first === 'name') return ['title', message]
      if (first !== 'licenses') return [first, message]
      return [`${sent[Number(number ?? 0)]?.type ?? 'MP3'}-price`, message]
    }),
  )
}
