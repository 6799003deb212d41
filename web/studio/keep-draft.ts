import { call } from '#web/api/call.ts'
import type { BeatDraft } from './beat-draft.ts'
import { wordsOf, type BeatValues } from './beat-values.ts'

/** Keeps the words on the server. Files and prices stay with the form as long as the page is open. */
export async function keepDraft(draft: BeatDraft, values: BeatValues) {
  draft.setState({ values })
  const words = wordsOf(values)
  const bpm = Number(values.bpm) >= 30 ? Number(values.bpm) : null
  const id = draft.getState().draftId ?? (await call('POST /me/beats', { body: { title: words.title } })).id
  draft.setState({ draftId: id })
  await call('PATCH /me/beats/:id', { params: { id }, body: { ...words, bpm } })
}
