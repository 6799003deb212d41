import type { LicenseType } from '#contract/license-types.ts'
import type { OwnItem, OwnItemDetail } from '#contract/studio-fields.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, isRefusal } from '#web/api/failure.ts'
import { accountNow } from '#web/session/session.ts'
import { addItem, findUpload } from '#web/uploads/change-uploads.ts'
import { finishUpload, resumeUpload, whenComplete } from '#web/uploads/start-upload.ts'
import { chosenFiles, type Draft } from './draft.ts'

type Setup<Values> = {
  values: Values
  /** Sends the form. `ids` names its files and the draft that they complete. */
  post: (ids: object) => Promise<OwnItemDetail>
  licenses?: readonly { type: LicenseType }[]
}

/** Forms whose answer got lost: the server may have made their item. */
const unanswered = new WeakSet<object>()

/** Waits for the rest of the files, then sends the form. It goes on when its dialog is closed. */
export async function sendDraft<Values extends { title: string }, Found>(
  draft: Draft<Values, Found>,
  { values, post, licenses = [] }: Setup<Values>,
) {
  draft.setState({ values, stage: 'sending' })
  const files = chosenFiles(draft)
  const seller = accountNow()
  const arrived = (item: OwnItem) => {
    draft.setState({ stage: 'sent' })
    if (accountNow() === seller) addItem(item)
    for (const [, { key }] of files) finishUpload(key)
  }
  try {
    for (const [, { key }] of files) if (findUpload(key)?.state === 'paused') resumeUpload(key)
    const ids = await Promise.all(files.map(async ([name, { key }]) => [`${name}UploadId`, await whenComplete(key)]))
    const item = await post({ draftId: draft.getState().draftId, ...Object.fromEntries(ids) })
    arrived(item)
  } catch (error) {
    const made = unanswered.has(draft) ? await madeBefore(values, error) : undefined
    if (made) return arrived(made)
    if (!isRefusal(error)) unanswered.add(draft)
    draft.setState({ stage: 'open' })
    if (!(error instanceof ApiFailure)) throw error
    const { status, error: code, message, fields } = error
    if (fields.draftId) draft.setState({ draftId: undefined }) // deleted meanwhile
    throw new ApiFailure(status, { error: code, message, fields: faultsByField(fields, licenses) })
  }
}

/** The item that has taken the files of the form, if its answer got lost: then the server does not find them any more. */
async function madeBefore({ title }: { title: string }, error: unknown) {
  if (!(error instanceof ApiFailure) || error.status !== 404) return undefined
  const found = await call('GET /me/items', { query: { q: title, sort: 'updated' } }).catch(() => null)
  return found?.items.find((item) => item.title === title.trim())
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
