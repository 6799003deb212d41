import type { OwnItemDetail } from '#contract/studio-fields.ts'
import type { Draft } from './draft.ts'

type Calls = { begin: () => Promise<OwnItemDetail>; change: (id: number) => Promise<unknown> }

/** Keeps the words on the server. Files and prices stay with the form as long as the page is open. */
export async function keepDraft<Values, Found>(draft: Draft<Values, Found>, values: Values, { begin, change }: Calls) {
  draft.setState({ values })
  const id = draft.getState().draftId ?? (await begin()).id
  draft.setState({ draftId: id })
  await change(id)
}
